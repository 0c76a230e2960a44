/// Lets a closure look at a value where it stands, without a copy.
///
/// - Parameters:
///   - value: Where the value is.
///   - type: The type of the value.
///   - body: What looks at the value.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
// Safe: the caller has a value of the type there, which stays until the closure returns.
@unsafe
@inline(__always)
func withValue<T: ~Copyable, Result>(
  at value: UnsafeRawPointer, as type: T.Type, _ body: (borrowing T) throws -> Result
) rethrows -> Result {
  // Safe: see above. A type that may not be copyable is not copied.
  try unsafe body(value.assumingMemoryBound(to: T.self).pointee)
}
