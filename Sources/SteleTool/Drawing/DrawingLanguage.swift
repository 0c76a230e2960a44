internal import Stele

/// The language of a picture, and how foreign text is escaped in it, so that no character has a special meaning in Graphviz, Mermaid
/// or a terminal.
///
/// Letters, digits and some punctuation stay unchanged. Invisible characters are written as escapes, such as
/// `\u{202e}`.
enum DrawingLanguage {
  /// An HTML-like label of Graphviz.
  case dot
  /// A text of Mermaid, which has its own syntax for entities: `#60;`.
  case mermaid

  /// Returns the escaped text, shortened to a number of bytes.
  func escaped(_ text: String, limit: Int = 64) -> String {
    text.shortened(to: limit).unicodeScalars
      .flatMap { $0.isHidden ? Array($0.escape.unicodeScalars) : [$0] }
      .map(entity).joined()
  }

  /// Returns a character, or its entity if it may have a meaning.
  private func entity(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ".", "-", "_", "\u{80}"...: String(scalar)
    // These characters cannot end a cell of Graphviz, and are frequent in pictures.
    case _ where self == .dot && ":/()=+?!*$[]'".unicodeScalars.contains(scalar): String(scalar)
    default: (self == .dot ? "&#" : "#") + "\(scalar.value);"
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible, or changes the appearance of the characters next to it.
  fileprivate var isHidden: Bool {
    isUnseen || [.unassigned, .privateUse].contains(properties.generalCategory)
      || value != 0x20 && properties.isWhitespace
  }
}
