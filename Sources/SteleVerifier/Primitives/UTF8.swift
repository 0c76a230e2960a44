/// Well-formed UTF-8.
///
/// Spec §1.6, rule P6.
extension Cursor {
  /// Returns the offset of the first byte that does not begin a well-formed scalar, all before it being well-formed.
  func firstMalformedByte(_ text: Range<Int>) -> Int? {
    var offset = text.lowerBound
    while offset < text.upperBound {
      if let word = part.word(at: offset) {
        // Up to the first high bit all bytes are ASCII; those after the text do not count.
        let highBits = word & 0x8080_8080_8080_8080
        offset &+= highBits.trailingZeroBitCount / 8
        guard highBits != 0, offset < text.upperBound else { continue }
      }
      if part[offset] < 0x80 {
        offset &+= 1
      } else if let byteCount = scalarByteCount(offset..<text.upperBound) {
        offset &+= byteCount
      } else {
        return offset
      }
    }
    return nil
  }

  /// Returns the number of bytes of the well-formed scalar above 7F with which a text begins, or nil.
  private func scalarByteCount(_ text: Range<Int>) -> Int? {
    // The second byte decides about the shortest form, surrogates, and scalars above 10FFFF.
    let (byteCount, second): (Int, ClosedRange<UInt8>)
    switch part[text.lowerBound] {
    case 0xC2...0xDF: (byteCount, second) = (2, 0x80...0xBF)
    case 0xE0: (byteCount, second) = (3, 0xA0...0xBF)
    case 0xED: (byteCount, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (byteCount, second) = (3, 0x80...0xBF)
    case 0xF0: (byteCount, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (byteCount, second) = (4, 0x80...0xBF)
    case 0xF4: (byteCount, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard byteCount <= text.count, second.contains(part[text.lowerBound + 1]) else { return nil }
    for offset in text.prefix(byteCount).dropFirst(2) where part[offset] & 0xC0 != 0x80 {
      return nil
    }
    return byteCount
  }
}
