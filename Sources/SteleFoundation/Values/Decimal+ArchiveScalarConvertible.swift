public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Decimal: ArchiveScalarConvertible {
  /// A decimal number.
  public static var wireType: ArchiveTypeDescriptor { .decimal }

  /// The number with its exponent, or nil if its mantissa is a negative zero.
  ///
  /// The format has one zero for each exponent. The arithmetic of `Decimal` does not produce a negative one.
  public var wireValue: ArchiveValue? {
    guard !isNaN else { return .decimal(.notANumber) }
    guard let fields = DecimalFields(self), let exponent = Int8(exactly: fields.exponent) else {
      return nil
    }
    let mantissa = fields.words.prefix(Int(fields.wordCount)).reversed()
      .reduce(UInt128(0)) { $0 << 16 | UInt128($1) }
    guard mantissa != 0 || !fields.isNegative else { return nil }
    return .decimal(
      .number(isNegative: fields.isNegative, mantissa: mantissa, exponent: Int32(exponent)))
  }

  /// Makes the number in an archive, with the same exponent.
  ///
  /// - Throws: An error if the exponent is not in -128 to 127.
  public init(wireValue: ArchiveValue) throws {
    guard case .decimal(let number) = wireValue else { throw UnfitScalar.kind }
    guard case .number(let isNegative, let mantissa, let exponent) = number else {
      self = .nan
      return
    }
    guard Int8(exactly: exponent) != nil else { throw UnfitScalar.exponent(exponent) }
    if let significand = UInt64(exactly: mantissa), !significand.isMultiple(of: 10) {
      // Its exponent cannot be increased, so arithmetic would keep it; this takes a fraction of the time.
      self.init(
        sign: isNegative ? .minus : .plus, exponent: Int(exponent),
        significand: Decimal(significand))
      return
    }
    var fields = DecimalFields()
    fields.exponent = exponent
    fields.wordCount = UInt32((UInt128.bitWidth - mantissa.leadingZeroBitCount + 15) / 16)
    fields.isNegative = isNegative
    // `Decimal` calls a number compact if its exponent cannot be increased.
    fields.isCompact = mantissa != 0 && (exponent == Int8.max || !mantissa.isMultiple(of: 10))
    fields.words = (0..<8).map { UInt16(truncatingIfNeeded: mantissa >> UInt128(16 * $0)) }
    guard let number = fields.makeNumber() else { throw UnfitScalar.kind }
    self = number
  }
}
