public import Foundation
public import Stele

extension Decimal: ArchiveScalarConvertible {
  /// A decimal number.
  public static var wireType: ArchiveTypeDescriptor { .decimal }

  /// The number with its exponent, or nil for one that has a negative zero as mantissa.
  ///
  /// The format has one zero for each exponent. What the arithmetic of `Decimal` makes has no other either.
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

  /// Makes the number that an archive has, with the same exponent, or nil if that is not one from -128 to 127.
  public init?(wireValue: ArchiveValue) {
    guard case .decimal(let number) = wireValue else { return nil }
    guard case .number(let isNegative, let mantissa, let exponent) = number else {
      self = .nan
      return
    }
    guard Int8(exactly: exponent) != nil else { return nil }
    var fields = DecimalFields()
    fields.exponent = exponent
    fields.wordCount = UInt32((UInt128.bitWidth - mantissa.leadingZeroBitCount + 15) / 16)
    fields.isNegative = isNegative
    // `Decimal` calls a number compact when its exponent cannot be made larger.
    fields.isCompact = mantissa != 0 && (exponent == Int8.max || !mantissa.isMultiple(of: 10))
    fields.words = (0..<8).map { UInt16(truncatingIfNeeded: mantissa >> UInt128(16 * $0)) }
    guard let number = fields.makeNumber() else { return nil }
    self = number
  }
}
