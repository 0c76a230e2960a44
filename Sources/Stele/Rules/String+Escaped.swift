extension String {
  /// The text as it is between quotation marks: with escapes for these, for backslashes, and for characters that are not
  /// visible, such as `\n` and `\u{202e}`.
  package var escaped: String {
    let isPlain = utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if isPlain { return self }
    var escaped = ""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      } else if scalar.isUnseen {
        escaped += scalar.escape
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Unicode.Scalar {
  /// The escape for a character that is not visible, such as `\n` or `\u{202e}`.
  package var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16))}"
    }
  }
}
