/// The start of an element.
struct XMLStartTag {
  /// The offset of its `<`.
  let offset: Int
  let name: String
  /// Whether it has the form `<name/>`.
  let isEmpty: Bool
}

extension XMLScanner {
  /// Reads a start tag from its `<` on, and skips its attributes.
  mutating func readStartTag() throws(PropertyListError) -> XMLStartTag {
    let start = offset
    skipByte()
    let name = try readName()
    try skipMarkup { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "/") }
    if skip(">") { return XMLStartTag(offset: start, name: name, isEmpty: false) }
    guard skip("/>") else { throw PropertyListError(.malformedMarkup, at: offset) }
    return XMLStartTag(offset: start, name: name, isEmpty: true)
  }

  /// Reads an end tag from its `</` on.
  mutating func readEndTag() throws(PropertyListError) -> String {
    skipByte()
    skipByte()
    let name = try readName()
    skipWhitespace()
    guard !isAtEnd else { throw PropertyListError(.unexpectedEnd, at: offset) }
    guard skip(">") else { throw PropertyListError(.malformedMarkup, at: offset) }
    return name
  }

  private mutating func readName() throws(PropertyListError) -> String {
    let range = take {
      $0.isXMLWhitespace || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
        || $0 == UInt8(ascii: "<")
    }
    guard !isAtEnd else { throw PropertyListError(.unexpectedEnd, at: offset) }
    guard !range.isEmpty else { throw PropertyListError(.malformedMarkup, at: offset) }
    return string(in: range.prefix(64))
  }
}
