internal import Stele

extension Argument {
  /// The word for a shell, in quotes if it has characters that are special in shells.
  var shellWord: String {
    let prefix = bytes.first == UInt8(ascii: "-") ? "./" : ""
    let text = prefix + self.text
    let plain = /[a-zA-Z0-9_.\/,:=@%+\-]+/.matchingSemantics(.unicodeScalar)
    if text.wholeMatch(of: plain) != nil { return text }
    guard Array(self.text.utf8) != bytes || text.unicodeScalars.contains(where: \.isUnseen)
    else { return "'" + text.replacing("'", with: "'\\''") + "'" }
    let escaped = bytes.map { byte -> String in
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "$'" + prefix + escaped.joined() + "'"
  }
}
