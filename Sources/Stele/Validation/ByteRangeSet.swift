/// Ranges of bytes in a buffer, no two of which have equal content.
///
/// Spec §3.6.
package struct ByteRangeSet: Sendable {
  private var ranges = UniqueList<Range<Int>>()

  package init() {}

  /// Forgets all ranges, and keeps the memory.
  mutating func removeAll() { ranges.removeAll() }

  /// Adds a range, or returns `false` if there is an equal one.
  package mutating func insert(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    // Safe: the bytes live as long as the closure runs, and the cursor ends with them.
    unsafe bytes.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes, origin: 0, position: 0, end: bytes.count)
      return insert(range, of: cursor)
    }
  }

  /// Adds a range of the bytes of a cursor, or returns `false` if there is an equal one.
  @inline(never)
  mutating func insert(_ range: Range<Int>, of bytes: borrowing ByteCursor) -> Bool {
    let count = ranges.elements.count
    let place = ranges.place(of: range, hashedBy: { bytes.keyedHash($0) }) {
      bytes.areEqual($0, range)
    }
    return place == count
  }
}
