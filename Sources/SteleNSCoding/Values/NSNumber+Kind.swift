internal import Foundation

extension NSNumber {
  enum Kind {
    case bool, int8, int16, int32, signed, unsigned, single, double, decimal
  }

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

  /// The number as a Swift value of the same kind.
  var scalar: any Encodable {
    switch kind {
    case .bool: boolValue
    case .single: floatValue
    case .double, .decimal: doubleValue
    case .unsigned: uint64Value
    case .signed: int64Value
    case .int8: int8Value
    case .int16: int16Value
    case .int32: int32Value
    }
  }

  /// Returns the number as an integer of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - cutsFraction: Whether a fraction is cut off; otherwise a number with a fraction does not fit.
  /// - Returns: The integer, or nil if the number does not fit.
  func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, cutsFraction: Bool = false
  ) -> Integer? {
    switch kind {
    case .bool, .int8, .int16, .int32, .signed: Integer(exactly: int64Value)
    case .unsigned: Integer(exactly: uint64Value)
    case .single, .double:
      Integer(exactly: cutsFraction ? doubleValue.rounded(.towardZero) : doubleValue)
    case .decimal:
      Integer(cutsFraction ? String("\(decimalValue)".prefix { $0 != "." }) : "\(decimalValue)")
    }
  }

  /// Returns the number as a floating-point number, or nil if the type has too few digits.
  func real<Real: BinaryFloatingPoint>(_ type: Real.Type) -> Real? {
    switch kind {
    case .bool, .int8, .int16, .int32, .signed: return Real(exactly: int64Value)
    case .unsigned: return Real(exactly: uint64Value)
    case .single, .double:
      return doubleValue.isNaN ? Real.nan : Real(exactly: doubleValue)
    case .decimal:
      let real = doubleValue
      guard Self.isDecimal(real), Decimal(real) == decimalValue else { return nil }
      return Real(exactly: real)
    }
  }

  /// The number as a `Decimal`, or nil if it is not a decimal number.
  var exactDecimal: Decimal? {
    switch kind {
    case .single, .double: Self.isDecimal(doubleValue) ? Decimal(doubleValue) : nil
    default: decimalValue
    }
  }

  /// Returns whether Foundation can convert a floating-point number to a decimal one; it ends the program for some numbers.
  private static func isDecimal(_ real: Double) -> Bool {
    real == 0 || (1e-100...1e100).contains(real.magnitude)
  }

  /// Foundation's class for true and false, which has the type code of a small integer.
  private static let classOfBools = ObjectIdentifier(type(of: NSNumber(value: true)))
}
