internal import Foundation
internal import Stele
internal import SteleFoundation
internal import SteleKeyedArchive

/// A decimal number in the form of the records on Apple's systems.
enum DecimalRecord {
  private static let key = (
    exponent: "NS.exponent", length: "NS.length", isNegative: "NS.negative",
    isCompact: "NS.compact", byteOrder: "NS.mantissa.bo", mantissa: "NS.mantissa"
  )

  /// The byte order of the units of the mantissa, in the value of `NSHostByteOrder()` on little-endian machines.
  private static let littleEndian = 1
  private static let byteCount = 16

  /// Returns whether the unarchiver has the keys of a record.
  static func isThere(in unarchiver: SteleKeyedUnarchiver) throws -> Bool {
    try unarchiver.contains(key.mantissa)
  }

  static func read(from unarchiver: SteleKeyedUnarchiver) throws -> Decimal {
    let fault = KeyedCodingError(
      .unexpectedValue, className: "NSDecimalNumber", key: key.mantissa)
    let bytes = [UInt8](try unarchiver.required(Data.self, key.mantissa))
    let length = try unarchiver.integer(key.length) ?? 0
    let isNegative = try unarchiver.number(key.isNegative, Bool.self)?.boolValue ?? false
    // The value of this key follows from the others.
    _ = try unarchiver.contains(key.isCompact)
    let isSwapped = try unarchiver.integer(key.byteOrder) ?? littleEndian != littleEndian
    guard (0...byteCount / 2).contains(length), bytes.count == byteCount,
      let exponent = Int8(exactly: try unarchiver.integer(key.exponent) ?? 0)
    else { throw fault }
    var mantissa: UInt128 = 0
    for unit in (0..<length).reversed() {
      let low = UInt128(bytes[2 * unit + (isSwapped ? 1 : 0)])
      let high = UInt128(bytes[2 * unit + (isSwapped ? 0 : 1)])
      mantissa = mantissa << 16 | high << 8 | low
    }
    let isNumber = length > 0 || !isNegative
    let number: ArchiveDecimal =
      isNumber
      ? .number(
        isNegative: isNegative && mantissa != 0, mantissa: mantissa, exponent: Int32(exponent))
      : .notANumber
    guard let decimal = try? Decimal(wireValue: .decimal(number)) else { throw fault }
    return decimal
  }

  /// Writes a number, unless it has a form that arithmetic does not produce.
  static func write(_ number: Decimal, to output: KeyedArchiveOutput) throws {
    guard case .decimal(let number) = number.wireValue else {
      throw KeyedCodingError(.notSupported, className: "NSDecimalNumber")
    }
    var fields = (isNegative: true, mantissa: UInt128(0), exponent: Int32(0))
    if case .number(let isNegative, let mantissa, let exponent) = number {
      fields = (isNegative, mantissa, exponent)
    }
    let mantissa = fields.mantissa
    let length = (UInt128.bitWidth - mantissa.leadingZeroBitCount + 15) / 16
    // A number is called compact if its exponent cannot be increased.
    let isCompact = mantissa == 0 || fields.exponent == Int8.max || !mantissa.isMultiple(of: 10)
    try output.put(.integer(Int128(fields.exponent)), key.exponent)
    try output.put(.integer(Int128(length)), key.length)
    try output.put(.bool(fields.isNegative), key.isNegative)
    try output.put(.bool(isCompact), key.isCompact)
    try output.put(.integer(Int128(littleEndian)), key.byteOrder)
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: mantissa >> UInt128(8 * $0)) }
    try output.put(.data(bytes), key.mantissa)
  }
}
