/// A decimal number, exactly as it was written: 1 and 1.0 are different.
///
/// Spec §3.4.
public enum ArchiveDecimal: Hashable, Sendable {
  /// A sign, a mantissa and a power of ten that it is multiplied with.
  ///
  /// A mantissa of 0 is never negative. A few bytes can stand for 2³¹ digits: write numbers with their exponents, never in full.
  case number(isNegative: Bool, mantissa: UInt128, exponent: Int32)
  /// Not a number.
  case notANumber
}
