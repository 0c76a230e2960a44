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
    text += self == .dot ? "&#\(scalar.value);" : "#\(scalar.value);"
  }

  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ".", "-", "_": true
    // These characters cannot end a cell of Graphviz, and are frequent in pictures.
    case ":", "/", "(", ")", "=", "+", "?", "!", "*", "$", "[", "]", "'": self == .dot
    default: false
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
