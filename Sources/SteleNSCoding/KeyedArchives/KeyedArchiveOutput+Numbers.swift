internal import Foundation
internal import Stele
internal import SteleKeyedArchive

// Numbers, which are written in place.
extension KeyedArchiveOutput {
  /// Returns the property-list node for a number, or nil for any other value.
  ///
  /// - Throws: ``KeyedCodingError`` for an integer that does not fit into a number of Foundation.
  static func number(_ value: Any) throws -> PropertyListGraph.Node? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as Int: .integer(Int128(value))
    case let value as Double: .real64(value)
    case let value as Float: .real32(value)
    case let value as CGFloat: .real64(Double(value))
    case let value as any FixedWidthInteger: try Self.integer(value)
    default: nil
    }
  }

  private static func integer<Integer: FixedWidthInteger>(
    _ value: Integer
  ) throws -> PropertyListGraph.Node {
    guard let number = Int128(exactly: value),
      (Int128(Int64.min)...Int128(UInt64.max)).contains(number)
    else { throw KeyedCodingError(.notSupported, className: "\(Integer.self) beyond 64 bits") }
    return .integer(number)
  }
}
