/// Bytes in memory allocated by hand, which is freed with the last owner.
@safe
final class RawBytes {
  // Safe: allocated by the writer that gives it away, read only, freed in `deinit`.
  private let start: UnsafeMutableRawPointer
  let count: Int

  /// Takes ownership of an allocation.
  // Safe: the caller hands over an allocation of at least `count` initialised bytes.
  @unsafe
  init(owning start: UnsafeMutableRawPointer, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  deinit {
    // Safe: no other code has the allocation.
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
