/// A cursor over the text of an XML property list, which is UTF-8.
struct XMLScanner {
  let text: [UInt8]
  private(set) var offset = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  var isAtEnd: Bool { offset == text.count }

  /// The byte at the cursor, or `nil` at the end.
  var next: UInt8? { offset < text.count ? text[offset] : nil }

  /// Returns whether the text continues with a word at the cursor.
  func peek(_ word: String) -> Bool {
    text[offset...].starts(with: word.utf8)
  }

  /// Skips a word if the text continues with it, and returns whether it does.
  mutating func skip(_ word: String) -> Bool {
    guard peek(word) else { return false }
    offset += word.utf8.count
    return true
  }

  mutating func skipWhitespace() {
    while let byte = next, byte.isXMLWhitespace { offset += 1 }
  }

  /// Skips one byte that is known to be present.
  mutating func skipByte() {
    offset += 1
  }

  /// Moves to the next of some bytes, or to the end, and returns the range of the skipped bytes.
  mutating func take(until isEnd: (UInt8) -> Bool) -> Range<Int> {
    let start = offset
    while let byte = next, !isEnd(byte) { offset += 1 }
    return start..<offset
  }

  /// Skips a terminator, and returns the range before it.
  mutating func take(through terminator: String) throws(PropertyListError) -> Range<Int> {
    let start = offset
    while !isAtEnd {
      let end = offset
      if skip(terminator) { return start..<end }
      offset += 1
    }
    throw PropertyListError(.unexpectedEnd, at: offset)
  }

  func string(in range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  /// Skips white space, comments and processing instructions.
  mutating func skipMiscellany() throws(PropertyListError) {
    while true {
      skipWhitespace()
      if skip("<!--") {
        _ = try take(through: "-->")
      } else if skip("<?") {
        _ = try take(through: "?>")
      } else {
        return
      }
    }
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab or a line end.
  var isXMLWhitespace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
  }
}
