/// UTF-8 text in the bytes of a file.
enum UTF8Text {
  /// Throws for bytes that are not UTF-8: overlong forms, surrogates, stray and missing bytes.
  ///
  /// - Throws: ``PropertyListError`` at the first byte of the first wrong sequence.
  static func validate(_ bytes: [UInt8]) throws(PropertyListError) {
    var offset = 0
    while offset < bytes.count {
      let first = bytes[offset]
      if first < 0x80 {
        offset += 1
        continue
      }
      let (following, second): (Int, ClosedRange<UInt8>)
      switch first {
      case 0xC2...0xDF: (following, second) = (1, 0x80...0xBF)
      case 0xE0: (following, second) = (2, 0xA0...0xBF)
      case 0xED: (following, second) = (2, 0x80...0x9F)
      case 0xE1...0xEF: (following, second) = (2, 0x80...0xBF)
      case 0xF0: (following, second) = (3, 0x90...0xBF)
      case 0xF1...0xF3: (following, second) = (3, 0x80...0xBF)
      case 0xF4: (following, second) = (3, 0x80...0x8F)
      default: throw PropertyListError(.notUTF8(first), at: offset)
      }
      guard bytes.count - offset > following, second.contains(bytes[offset + 1]),
        bytes[(offset + 1)...(offset + following)].allSatisfy({ $0 & 0xC0 == 0x80 })
      else { throw PropertyListError(.notUTF8(first), at: offset) }
      offset += following + 1
    }
  }
}
