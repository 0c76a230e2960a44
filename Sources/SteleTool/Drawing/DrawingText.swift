internal import Stele

/// Writes foreign text so that no character of it has a meaning to Graphviz, Mermaid or a terminal.
///
/// Only letters, digits and some punctuation stay as they are. What cannot be seen is written out, such as `\u{202e}`.
struct DrawingText {
  /// The language that the text stands in.
  enum Language {
    /// A label of Graphviz that is like HTML.
    case dot
    /// A text of Mermaid, which has its own form of entities: `#60;`.
    case mermaid
  }

  let language: Language

  /// A text of at most some bytes.
  func escaped(_ text: String, limit: Int = 64) -> String {
    var escaped = ""
    for scalar in text.shortened(to: limit).unicodeScalars {
      if scalar.isHidden {
        for scalar in "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars {
          append(scalar, to: &escaped)
        }
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
    // A text of Graphviz cannot leave its cell by these, and pictures have many of them.
    case ":", "/", "(", ")", "=", "+", "?", "!", "*", "$", "[", "]", "'": language == .dot
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether it cannot be seen, or changes how the characters around it are seen.
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: true
    default: properties.isDefaultIgnorableCodePoint || (value != 0x20 && properties.isWhitespace)
    }
  }
}
