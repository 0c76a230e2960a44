internal import Stele
internal import SteleInspection

/// A way to escape characters that must not reach a terminal.
///
/// All text that the tool has not made itself is escaped before output: file names, and all text from files.
enum Escape {
  /// In a line for people: `\u{202e}` and `\n`.
  case text
  /// In a JSON document or lines of text: `\u202e`, above U+FFFF as a surrogate pair. Line feeds stay as they are.
  case json
  /// In an XML document: `&#x202e;`. Line ends and tabs stay as they are.
  case xml

  /// Returns a text in which these characters are escaped.
  // Not inlined, since every line of output calls it.
  @inline(never)
  func applied(to text: String) -> String {
    guard !isHarmless(text.utf8), text.unicodeScalars.contains(where: mustEscape) else {
      return text
    }
    return text.unicodeScalars.reduce(into: "") { $0 += mustEscape($1) ? escape($1) : String($1) }
  }

  /// Returns UTF-8 in which these characters are escaped.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    isHarmless(bytes) ? bytes : Array(applied(to: String(decoding: bytes, as: UTF8.self)).utf8)
  }

  /// Returns whether UTF-8 has nothing but ASCII that stays.
  private func isHarmless(_ utf8: some Sequence<UInt8>) -> Bool {
    utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0A && self != .text }
  }

  private func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n": self == .text
    case "\r", "\t": self != .xml
    default: scalar.isUnseen
    }
  }

  private func escape(_ scalar: Unicode.Scalar) -> String {
    switch self {
    case .text: scalar.escape
    case .xml: "&#x\(String(scalar.value, radix: 16));"
    case .json:
      UTF16.encode(scalar).map { units in
        units.map { "\\u" + Hexadecimal.digits($0, count: 4) }.joined()
      } ?? "\\ufffd"
    }
  }
}
