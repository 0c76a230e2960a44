/// Finds bytes that are not UTF-8.
///
/// Spec §1.6.
enum UTF8Check {
  /// The first byte that does not begin a well-formed scalar, all before it being well-formed.
  @inline(__always)
  static func firstMalformedByte(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    let end = range.upperBound
    while offset < end {
      if bytes.count &- offset >= 8 {
        // The word may reach beyond the range; the bytes there do not count.
        let highBits = bytes.word(at: offset) & 0x8080_8080_8080_8080
        offset &+= highBits == 0 ? 8 : highBits.trailingZeroBitCount &>> 3
        guard offset < end else { break }
        guard highBits != 0 else { continue }
      } else if bytes[offset] < 0x80 {
        offset &+= 1
        continue
      }
      guard let byteCount = scalarByteCount(bytes, offset, end) else { return offset }
      offset &+= byteCount
    }
    return nil
  }

  /// The length of the well-formed scalar of more than one byte at an offset, or nil.
  private static func scalarByteCount(_ bytes: Span<UInt8>, _ offset: Int, _ end: Int) -> Int? {
    let lead = bytes[offset]
    let byteCount: Int
    // What the second byte may be decides shortest form, surrogates and the largest scalar.
    let second: ClosedRange<UInt8>
    switch lead {
    case 0xC2...0xDF: (byteCount, second) = (2, 0x80...0xBF)
    case 0xE0: (byteCount, second) = (3, 0xA0...0xBF)
    case 0xED: (byteCount, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (byteCount, second) = (3, 0x80...0xBF)
    case 0xF0: (byteCount, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (byteCount, second) = (4, 0x80...0xBF)
    case 0xF4: (byteCount, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard end - offset >= byteCount, second.contains(bytes[offset + 1]) else { return nil }
    for index in 2..<max(2, byteCount) where bytes[offset + index] & 0xC0 != 0x80 { return nil }
    return byteCount
  }
}
