internal import Foundation

extension NSNumber {
  /// What a number is made of.
  enum Kind {
    case bool, int8, int16, int32, signed, unsigned, single, double, decimal
  }

  /// What the number is made of.
  var kind: Kind {
    if self is NSDecimalNumber { return .decimal }
    // Safe: Foundation's own literal.
    switch unsafe objCType.pointee {
    case Int8(UInt8(ascii: "c")):
      return ObjectIdentifier(type(of: self)) == Self.classOfBools ? .bool : .int8
    case Int8(UInt8(ascii: "s")): return .int16
    case Int8(UInt8(ascii: "i")): return .int32
    case Int8(UInt8(ascii: "Q")): return .unsigned
    case Int8(UInt8(ascii: "f")): return .single
    case Int8(UInt8(ascii: "d")): return .double
    default: return .signed
    }
  }

  /// The number as an integer of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - cutsFraction: Whether a fraction is cut off; otherwise a number with one does not fit.
  /// - Returns: The integer, or nil when the number does not fit.
  func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, cutsFraction: Bool = false
  ) -> Integer? {
    switch kind {
    case .bool, .int8, .int16, .int32, .signed: Integer(exactly: int64Value)
    case .unsigned: Integer(exactly: uint64Value)
    case .single, .double, .decimal:
      Integer(exactly: cutsFraction ? doubleValue.rounded(.towardZero) : doubleValue)
    }
  }

  /// Foundation has a class of its own for true and false; their code is that of a small integer.
  private static let classOfBools = ObjectIdentifier(type(of: NSNumber(value: true)))
}
