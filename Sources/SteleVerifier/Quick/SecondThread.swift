/// What lets the verifier work on two threads; it makes none itself.
package struct SecondThread {
  /// The smallest number of bytes of blocks for which it is worth its while.
  let smallestByteCount: Int
  /// Runs two closures at a time, and returns when both have ended.
  let together: (() -> Void, () -> Void) -> Void

  /// Makes it of what runs closures.
  package init(
    smallestByteCount: Int = 1 << 20, together: @escaping (() -> Void, () -> Void) -> Void
  ) {
    self.smallestByteCount = smallestByteCount
    self.together = together
  }
}
