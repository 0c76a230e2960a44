/// Bytes that were allocated by hand, and are freed with their last owner.
@safe
final class RawBytes {
  // Safe: allocated by the writer that gives it away, read only, freed in `deinit`.
  private let start: UnsafeMutableRawPointer
  let count: Int

  /// Takes over an allocation.
  // Safe: the caller gives an allocation of at least `count` initialised bytes away.
  @unsafe
  init(owning start: UnsafeMutableRawPointer, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  deinit {
    // Safe: nobody else has the allocation.
    unsafe start.deallocate()
  }

  /// Calls a closure with the bytes.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // Safe: the bytes live as long as self, which the call keeps.
    try withExtendedLifetime(self) {
      try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}
