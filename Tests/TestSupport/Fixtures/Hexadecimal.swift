extension Collection<UInt8> {
  /// The bytes in hexadecimal digits, two for each.
  package func hexadecimal(isUppercase: Bool = false, separator: String = "") -> String {
    map { byte in
      let digits = String(byte, radix: 16, uppercase: isUppercase)
      return digits.count < 2 ? "0" + digits : digits
    }.joined(separator: separator)
  }
}

extension [UInt8] {
  /// Makes bytes from hexadecimal digits, two for each, with or without spaces between them.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
    guard digits.count % 2 == 0 else { return nil }
    self = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      append(byte)
    }
  }
}
