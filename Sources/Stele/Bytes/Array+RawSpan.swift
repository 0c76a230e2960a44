extension [UInt8] {
  /// Copies the bytes of a span, which may not outlive it.
  package init(copying span: RawSpan) {
    // Safe: the bytes are copied before the closure returns.
    self = unsafe span.withUnsafeBytes { unsafe Array($0) }
  }

  /// Copies the bytes of a span, which may not outlive it.
  package init(copying span: Span<UInt8>) {
    // Safe: the elements are copied before the closure returns.
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
