import Stele

enum JSONEscape {
  /// Returns the number that four hexadecimal digits represent.
  static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32? {
    let lowercase = digits.map { (0x41...0x46).contains($0) ? $0 | 0x20 : $0 }
    return Hexadecimal.number(lowercase, count: 4).map { UInt32(truncatingIfNeeded: $0) }
  }

  static func isHighSurrogate(_ code: UInt32) -> Bool { (0xD800...0xDBFF).contains(code) }

  static func isLowSurrogate(_ code: UInt32) -> Bool { (0xDC00...0xDFFF).contains(code) }

  static func scalar(high: UInt32, low: UInt32) -> UInt32 {
    0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF))
  }
}
