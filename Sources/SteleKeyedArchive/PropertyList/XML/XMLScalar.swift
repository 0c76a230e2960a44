/// The values between the tags of an XML property list.
enum XMLScalar {
  /// Returns a text without leading and trailing white space.
  static func trim(_ text: [UInt8]) -> ArraySlice<UInt8> {
    var slice = text[...]
    while let first = slice.first, first.isXMLWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isXMLWhitespace { slice.removeLast() }
    return slice
  }

  /// Returns a whole number, in decimal or after `0x` in hexadecimal digits, with or without a
  /// sign.
  ///
  /// - Throws: ``PropertyListError`` at the offset of the text.
  static func integer(
    _ text: [UInt8], at offset: Int
  ) throws(PropertyListError) -> Int128 {
    var digits = trim(text)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    if isHexadecimal { digits.removeFirst(2) }
    let radix = isHexadecimal ? 16 : 10
    let valid = digits.prefix { byte in
      Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false
    }
    guard !valid.isEmpty else { throw PropertyListError(.malformedInteger, at: offset) }
    let text = (isNegative ? "-" : "") + String(decoding: valid, as: UTF8.self)
    guard let value = Int128(text, radix: radix) else {
      throw PropertyListError(.integerOutOfRange, at: offset)
    }
    guard valid.count == digits.count else {
      throw PropertyListError(.malformedInteger, at: offset)
    }
    return value
  }

  /// Returns a real number from decimal digits, or `nan`, `inf` or `infinity` in any case; nil for other text.
  static func real(_ text: [UInt8]) -> Double? {
    let slice = trim(text)
    let isNumber = slice.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
    let string = String(decoding: slice, as: UTF8.self)
    if isNumber { return Double(string) }
    switch string.lowercased() {
    case "nan", "+nan", "-nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// Returns a real number in the fewest digits, at most 17, that read back as the same double.
  ///
  /// Whole numbers are written without `.0` and zeros with it, as in CoreFoundation, which writes all other numbers in 17
  /// digits. Readers treat every number as a double, so single-precision numbers need as many digits: the double `0.33` differs
  /// from the single-precision 0.33.
  static func text(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-infinity" : "+infinity" }
    let text = value.description
    return text.hasSuffix(".0") && value != 0 ? String(text.dropLast(2)) : text
  }
}
