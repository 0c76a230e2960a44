import Stele

/// The escapes of JSON strings.
enum JSONEscape {
  /// Returns the number that four hexadecimal digits represent.
  static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32? {
    guard digits.count == 4 else { return nil }
    var value: UInt32 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit & 0xF)
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        value = value << 4 | UInt32((digit & 0xF) + 9)
      default: return nil
      }
    }
    return value
  }

  static func isHighSurrogate(_ code: UInt32) -> Bool { (0xD800...0xDBFF).contains(code) }

  static func isLowSurrogate(_ code: UInt32) -> Bool { (0xDC00...0xDFFF).contains(code) }

  static func scalar(high: UInt32, low: UInt32) -> UInt32 {
    0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF))
  }
}
