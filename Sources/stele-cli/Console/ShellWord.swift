internal import Stele

/// The quoting of words for a shell.
enum ShellWord {
  /// Returns the word, in quotes if it has characters that are special in shells.
  static func quoted(_ word: Argument) -> String {
    let text = (word.bytes.first == UInt8(ascii: "-") ? "./" : "") + word.text
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_./,:=@%+-".utf8.contains(byte)
      }
    }
    if isPlain, !text.isEmpty { return text }
    guard Array(word.text.utf8) != word.bytes || text.unicodeScalars.contains(where: \.isUnseen)
    else { return "'" + text.replacing("'", with: "'\\''") + "'" }
    let prefix = word.bytes.first == UInt8(ascii: "-") ? "./" : ""
    let escaped = word.bytes.map { byte -> String in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "$'" + prefix + escaped.joined() + "'"
  }
}
