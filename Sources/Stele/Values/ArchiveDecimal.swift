/// A decimal number in its exact form: 1 and 1.0 are different.
///
/// Spec §3.4.
public enum ArchiveDecimal: Hashable, Sendable {
  /// A sign, a mantissa, and the power of ten by which the mantissa is multiplied.
  ///
  /// A mantissa of 0 is never negative. A few bytes can mean 2³¹ digits: print numbers with their exponents, never in full.
  case number(isNegative: Bool, mantissa: UInt128, exponent: Int32)
  /// Not a number.
  case notANumber
}
