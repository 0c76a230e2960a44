/// UTF-16 text in the bytes of a file.
enum UTF16Text {
  /// Converts the UTF-16 in a range of bytes to UTF-8; an odd last byte is refused.
  ///
  /// - Throws: ``PropertyListError`` at a surrogate without its partner.
  static func utf8(
    of bytes: [UInt8], in range: Range<Int>, isBigEndian: Bool
  ) throws(PropertyListError) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(range.count / 2)
    var offset = range.lowerBound
    func unit(at offset: Int) throws(PropertyListError) -> UInt16 {
      guard range.upperBound - offset >= 2 else {
        throw PropertyListError(
          .truncated(needed: 2, available: range.upperBound - offset), at: offset)
      }
      let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while offset < range.upperBound {
      let start = offset
      let first = try unit(at: offset)
      offset += 2
      var scalar = UInt32(first)
      if (0xD800...0xDFFF).contains(first) {
        guard first < 0xDC00, offset < range.upperBound else {
          throw PropertyListError(.loneSurrogate(first), at: start)
        }
        let second = try unit(at: offset)
        guard (0xDC00...0xDFFF).contains(second) else {
          throw PropertyListError(.loneSurrogate(first), at: start)
        }
        offset += 2
        scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
      }
      UTF8Text.append(scalar, to: &output)
    }
    return output
  }
}
