import Stele

/// Lower-case hexadecimal digits, most significant first.
///
/// Spec annex C.5.
package enum Hexadecimal {
  /// Returns the digits of a number, with leading zeros.
  package static func digits(_ number: some UnsignedInteger, count: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }

  /// Returns the digits of bytes, two for each, with a separator between bytes.
  package static func digits(_ bytes: some Collection<UInt8>, separator: String = "") -> String {
    let alphabet = Array("0123456789abcdef".utf8)
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * (2 + separator.utf8.count))
    for byte in bytes {
      if !digits.isEmpty { digits += separator.utf8 }
      digits.append(alphabet[Int(byte >> 4)])
      digits.append(alphabet[Int(byte & 0xF)])
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the 32 digits of a UUID with hyphens between its parts.
  static func hyphenated(_ digits: String) -> String {
    var parts: [Substring] = []
    var rest = digits[...]
    for count in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: "-")
  }

  /// Returns the bytes that digits represent, or `nil` if the text does not consist of pairs of lower-case digits.
  static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
    let values = digits.compactMap { value($0) }
    guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  /// Returns the number that digits represent, or `nil` if their count is different.
  static func number(_ digits: some Collection<UInt8>, count: Int) -> UInt128? {
    guard digits.count == count, count <= 32, digits.allSatisfy({ value($0) != nil }) else {
      return nil
    }
    return UInt128(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit & 0xF
    case UInt8(ascii: "a")...UInt8(ascii: "f"): (digit & 0xF) + 9
    default: nil
    }
  }
}
