/// Conversions between float64 and float16, a type that Swift lacks on some platforms.
///
///     bits  field
///       15  sign
///     14-10 exponent, biased by 15
///      9-0  fraction
///
/// Spec §3.1, annex C.5.
package enum Float16Bits {
  /// Returns the float64 of the same value; for a NaN, some NaN.
  package static func double(_ bits: UInt16) -> Double {
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Double(bits & 0x3FF)
    let magnitude =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: bits & 0x3FF == 0 ? Double.infinity : Double.nan
      default: Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
      }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }

  /// Returns the bits of the float16 of the same value, or nil if there is none.
  package static func bits(exactly value: Double) -> UInt16? {
    let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
    let magnitude = value.magnitude
    if magnitude.isInfinite { return sign | 0x7C00 }
    guard magnitude < 65536 else { return nil }
    if magnitude < 0x1p-14 {
      guard let fraction = integer(magnitude * 0x1p24) else { return nil }
      return sign | fraction
    }
    let exponent = magnitude.exponent
    guard let fraction = integer((magnitude.significand - 1) * 1024) else { return nil }
    return sign | UInt16(exponent + 15) << 10 | fraction
  }

  /// Returns the integer of a value from 0 to 1024, or nil if it has a fraction.
  ///
  /// `UInt16(exactly:)` would need the mathematical library, to which nothing else links.
  private static func integer(_ value: Double) -> UInt16? {
    let integer = UInt16(value)
    return Double(integer) == value ? integer : nil
  }

  /// Whether the bits are those of a NaN.
  package static func isNaN(_ bits: UInt16) -> Bool { bits & 0x7FFF > 0x7C00 }
}
