/// UTF-16 text in the bytes of a file.
enum UTF16Text {
  /// Returns the text in a range of bytes; an odd last byte is refused.
  ///
  /// - Throws: ``PropertyListError`` at a surrogate without its partner.
  static func string(
    of bytes: [UInt8], in range: Range<Int>, isBigEndian: Bool
  ) throws(PropertyListError) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(range.count / 2)
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
      units.append(first)
      guard UTF16.isSurrogate(first) else { continue }
      guard UTF16.isLeadSurrogate(first), offset < range.upperBound,
        case let second = try unit(at: offset), UTF16.isTrailSurrogate(second)
      else { throw PropertyListError(.loneSurrogate(first), at: start) }
      offset += 2
      units.append(second)
    }
    return String(decoding: units, as: UTF16.self)
  }
}
