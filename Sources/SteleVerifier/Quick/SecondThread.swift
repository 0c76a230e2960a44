/// What lets the verifier work on two threads; it makes none itself.
package struct SecondThread {
  /// Takes ranges of offsets behind which the second thread has come; it alone calls this.
  let passed: (Range<Int>) -> Void
  /// The smallest number of bytes of blocks for which it is worth its while.
  let smallestByteCount: Int
  /// Runs two closures at a time, and returns when both have ended.
  let together: (() -> Void, () -> Void) -> Void

  /// Makes it of what takes the ranges and of what runs closures.
  package init(
    passed: @escaping (Range<Int>) -> Void, smallestByteCount: Int = 1 << 20,
    together: @escaping (() -> Void, () -> Void) -> Void
  ) {
    self.passed = passed
    self.smallestByteCount = smallestByteCount
    self.together = together
  }
}
