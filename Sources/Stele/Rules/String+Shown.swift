extension String {
  /// The text in quotation marks with escapes, cut if it is long.
  package var quoted: String { "\"\(shortened().escaped)\"" }

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

extension Unicode.Scalar {
  /// Whether the character is not visible: it moves the cursor, begins an escape sequence, ends a line, changes
  /// the direction of the text, or has no glyph.
  package var isUnseen: Bool {
    switch value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x34F, 0x3041..<0x3100, 0x4E00..<0xA000, 0xAC00..<0xD7A4:
      // A fast path for the characters of most text.
      return false
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}

extension String {
  /// Returns the string as errors and reports show it: the beginning and the length of a long one.
  ///
  /// A name in an archive may have a megabyte, which must not be the size of an error text.
  ///
  /// - Parameter byteCount: The most bytes of UTF-8 that are shown.
  /// - Returns: The string, or its beginning, such as `aaaa…(1048576 bytes)`.
  package func shortened(to byteCount: Int = 64) -> String {
    guard utf8.count > byteCount else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: byteCount)
    // The cut is between two scalars.
    while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return "\(self[..<end])…(\(utf8.count) bytes)"
  }
}
