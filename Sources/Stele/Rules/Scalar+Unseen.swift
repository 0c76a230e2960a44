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
