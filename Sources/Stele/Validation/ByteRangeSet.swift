/// Ranges of bytes in a buffer, no two of which have equal content.
///
/// Up to eight ranges are compared one by one. More are found through a table of keyed hashes, so that
/// no choice of content makes look-ups slow.
///
/// Spec §3.6, §11.4.
package struct ByteRangeSet: Sendable {
  private static let linearCount = 8

  private var ranges: [Range<Int>] = []
  /// The hashes of the ranges; none while they are compared one by one.
  private var hashes: [UInt64] = []
  /// Positions of ranges, counted from 1, at their hash or after it; 0 in free slots.
  ///
  /// The count is a power of two, and more than twice that of the ranges.
  private var table: [Int] = []

  package init() {}

  /// Forgets all ranges, and keeps the memory.
  mutating func removeAll() {
    ranges.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    table.removeAll(keepingCapacity: true)
  }

  /// Adds a range, or returns `false` if there is an equal one.
  package mutating func insert(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    // Safe: the bytes live as long as the closure runs, and the cursor ends with them.
    unsafe bytes.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes, origin: 0, position: 0, end: bytes.count)
      return insert(range, of: cursor)
    }
  }

  /// Adds a range of the bytes of a cursor, or returns `false` if there is an equal one.
  mutating func insert(_ range: Range<Int>, of bytes: borrowing ByteCursor) -> Bool {
    if ranges.count < Self.linearCount {
      for other in ranges where bytes.areEqual(other, range) { return false }
      ranges.append(range)
      return true
    }
    if ranges.count >= table.count / 2 { grow(bytes) }
    let hash = bytes.keyedHash(range)
    var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[place] != 0 {
      let other = table[place] - 1
      if hashes[other] == hash, bytes.areEqual(ranges[other], range) { return false }
      place = (place + 1) & (table.count - 1)
    }
    ranges.append(range)
    hashes.append(hash)
    table[place] = ranges.count
    return true
  }

  private mutating func grow(_ bytes: borrowing ByteCursor) {
    for range in ranges[hashes.count...] { hashes.append(bytes.keyedHash(range)) }
    let count = max(32, table.count * 2)
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(0, count: count))
    for (index, hash) in hashes.enumerated() {
      var place = Int(truncatingIfNeeded: hash) & (count - 1)
      while table[place] != 0 { place = (place + 1) & (count - 1) }
      table[place] = index + 1
    }
  }
}
