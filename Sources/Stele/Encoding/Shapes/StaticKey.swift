/// A literal key and its number in a level.
struct StaticKey {
  /// The number of the key.
  let number: Int
  private let key: StaticString

  init(_ key: StaticString, _ number: Int) {
    self.key = key
    self.number = number
  }

  /// Whether a literal is this key: mostly it is the same one, otherwise its content decides.
  func isSame(as other: StaticString) -> Bool {
    guard key.hasPointerRepresentation, other.hasPointerRepresentation else {
      return key.description.isExactly(other.description)
    }
    guard key.utf8CodeUnitCount == other.utf8CodeUnitCount else { return false }
    if unsafe key.utf8Start == other.utf8Start { return true }
    // Safe: both pointers are those of literals, with as many bytes as their counts say.
    return unsafe UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
      .elementsEqual(
        UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }
}
