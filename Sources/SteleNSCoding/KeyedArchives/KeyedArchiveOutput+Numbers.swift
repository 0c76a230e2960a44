internal import Foundation
internal import Stele
internal import SteleKeyedArchive

// Numbers, which stand where they are used.
extension KeyedArchiveOutput {
  /// What stands in a property list for a number, or nil for anything else.
  static func number(_ value: Any) -> PropertyList.Node? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as Int: .integer(Int128(value))
    case let value as Double: .real64(value)
    case let value as Float: .real32(value)
    case let value as CGFloat: .real64(Double(value))
    case let value as any FixedWidthInteger: Self.integer(value)
    default: nil
    }
  }

  private static func integer<Integer: FixedWidthInteger>(_ value: Integer) -> PropertyList.Node? {
    Int128(exactly: value).map { .integer($0) }
  }
}
