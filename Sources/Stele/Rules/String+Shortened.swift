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
