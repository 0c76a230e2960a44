extension XMLScanner {
  /// Skips the XML declaration and the document type.
  ///
  /// - Throws: ``PropertyListError`` for an encoding that is not the encoding of the text, and for a document type that
  ///   declares entities.
  mutating func skipProlog(isUTF16: Bool) throws(PropertyListError) {
    skipWhitespace()
    if peek("<?xml ") { try skipDeclaration(isUTF16: isUTF16) }
    try skipMiscellany()
    while skip("<!DOCTYPE") {
      try skipDocumentType()
      try skipMiscellany()
    }
  }

  private mutating func skipDeclaration(isUTF16: Bool) throws(PropertyListError) {
    let range = try take(through: "?>")
    var declaration = XMLScanner(Array(text[range]))
    while !declaration.isAtEnd, !declaration.skip("encoding") { declaration.skipByte() }
    declaration.skipWhitespace()
    guard declaration.skip("=") else { return }
    declaration.skipWhitespace()
    guard let quote = declaration.next, quote.isQuote else {
      throw PropertyListError(.malformedMarkup, at: range.lowerBound + declaration.offset)
    }
    declaration.skipByte()
    let nameStart = declaration.offset
    let name = declaration.string(in: declaration.take { $0 == quote })
    let known =
      isUTF16
      ? ["utf-16", "utf-16le", "utf-16be"]
      : ["utf-8", "utf8", "us-ascii", "ascii"]
    guard known.contains(name.lowercased()) else {
      throw PropertyListError(
        .unsupportedEncoding(String(name.prefix(40))), at: range.lowerBound + nameStart)
    }
  }

  /// Skips a document type, and ignores its declarations.
  private mutating func skipDocumentType() throws(PropertyListError) {
    try skipMarkup { $0 == UInt8(ascii: "[") }
    if skip("[") {
      while true {
        try skipMiscellany()
        if skip("]") { break }
        guard !isAtEnd else { throw PropertyListError(.unexpectedEnd, at: offset) }
        guard skip("<!ELEMENT") || skip("<!ATTLIST") else {
          throw PropertyListError(.documentType, at: offset)
        }
        try skipMarkup { _ in false }
        skipByte()
      }
      skipWhitespace()
    }
    guard skip(">") else { throw PropertyListError(.malformedMarkup, at: offset) }
  }

  /// Skips to the `>` of a tag or declaration, or to another end, but not within quotes.
  mutating func skipMarkup(
    isEnd: (UInt8) -> Bool
  ) throws(PropertyListError) {
    while let byte = next, byte != UInt8(ascii: ">"), !isEnd(byte) {
      skipByte()
      if byte.isQuote {
        _ = take { $0 == byte }
        guard !isAtEnd else { break }
        skipByte()
      }
    }
    guard !isAtEnd else { throw PropertyListError(.unexpectedEnd, at: offset) }
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
