extension String {
  /// Makes a string of UTF-8 that has been found to be well-formed, and copies it.
  ///
  /// Systems before those of 2025 validate it once more.
  ///
  /// Safe: the caller has validated the bytes, and they are there until this returns.
  @unsafe
  @inline(__always)
  init(validated utf8: UnsafeBufferPointer<UInt8>) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      self = unsafe String(copying: UTF8Span(unchecked: utf8.span))
    } else {
      self = unsafe String(decoding: utf8, as: UTF8.self)
    }
  }
}
