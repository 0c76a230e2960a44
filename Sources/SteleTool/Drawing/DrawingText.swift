internal import Stele

/// An escaper of foreign text, so that no character has a special meaning in Graphviz, Mermaid or a terminal.
///
/// Letters, digits and some punctuation stay unchanged. Invisible characters are written as escapes, such as
/// `\u{202e}`.
struct DrawingText {
  /// The language of the document that contains the text.
  enum Language {
    /// An HTML-like label of Graphviz.
    case dot
    /// A text of Mermaid, which has its own syntax for entities: `#60;`.
    case mermaid
  }

  let language: Language

  /// Returns the escaped text, shortened to a number of bytes.
  func escaped(_ text: String, limit: Int = 64) -> String {
    var escaped = ""
    for scalar in text.shortened(to: limit).unicodeScalars {
      if scalar.isHidden {
        for scalar in scalar.escape.unicodeScalars { append(scalar, to: &escaped) }
      } else {
        append(scalar, to: &escaped)
      }
    }
    return escaped
  }

  private func append(_ scalar: Unicode.Scalar, to text: inout String) {
    guard scalar.isASCII, !isPlain(scalar) else {
      text.unicodeScalars.append(scalar)
      return
    }
    text += language == .dot ? "&#\(scalar.value);" : "#\(scalar.value);"
  }

  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ".", "-", "_": true
    // These characters cannot end a cell of Graphviz, and are frequent in pictures.
    case ":", "/", "(", ")", "=", "+", "?", "!", "*", "$", "[", "]", "'": language == .dot
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible, or changes the appearance of the characters next to it.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
    default: properties.isDefaultIgnorableCodePoint || (value != 0x20 && properties.isWhitespace)
    }
  }
}
