extension String {
  /// The string as errors and reports show it: its beginning and its length, when it is long.
  ///
  /// A name in an archive may have a megabyte, and an archive must not choose the size of what is said about it.
  ///
  /// - Parameter byteCount: How many bytes of UTF-8 are shown at most.
  /// - Returns: The string, or its beginning, such as `aaaa…(1048576 bytes)`.
  package func shortened(to byteCount: Int = 64) -> String {
    guard utf8.count > byteCount else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: byteCount)
    // No scalar is cut in two.
    while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return "\(self[..<end])…(\(utf8.count) bytes)"
  }
}
