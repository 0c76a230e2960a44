/// How often strings occur, by their hashes, in a table of bounded size.
///
/// When the table is full, the strings that occurred once are forgotten. From then on counts can be too low, but strings that
/// take much room because they occur often stay.
package struct StringTally: Sendable {
  /// A string that may have occurred several times.
  package struct Entry: Sendable {
    fileprivate var hash: UInt64 = 0
    /// The offset in the archive of the length of the first of the equal strings.
    package fileprivate(set) var offset = 0
    fileprivate var storedCount: UInt32 = 0
    fileprivate var storedByteCount: UInt32 = 0

    /// How often it occurred.
    package var count: Int { Int(storedCount) }
    /// The number of bytes that it takes each time, with its length.
    package var byteCount: Int { Int(storedByteCount) }
    /// The number of bytes that all but one take.
    package var repeatedByteCount: Int { max(0, count - 1) &* byteCount }
  }

  /// The fewest bytes of a string that is counted, with its length: 8 of UTF-8.
  package static let minimumByteCount = 9
  /// How many different strings are in the table at most.
  package static let limit = 1 << 19

  private var slots: [Entry] = []
  private var usedCount = 0
  private let limit: Int
  /// Whether strings that are not in the table are no longer counted.
  private var isClosed = false
  /// Whether every string has been counted.
  package private(set) var isExact = true

  package init(limit: Int = Self.limit) {
    // The table has a power of two of slots, at most half of them used.
    self.limit = max(16, limit)
  }

  /// Counts a string.
  ///
  /// - Parameters:
  ///   - hash: A hash that nobody can choose.
  ///   - byteCount: The number of its bytes, with its length.
  ///   - offset: The offset of its length.
  package mutating func add(hash: UInt64, byteCount: Int, at offset: Int) {
    guard byteCount >= Self.minimumByteCount, byteCount <= UInt32.max else { return }
    if usedCount * 2 >= slots.count, !isClosed { makeRoom() }
    // 0 is the hash of free slots.
    let hash = max(1, hash)
    let index = place(of: hash)
    if slots[index].hash == hash {
      if slots[index].storedCount < .max { slots[index].storedCount &+= 1 }
    } else if usedCount < limit, !isClosed {
      slots[index].hash = hash
      slots[index].offset = offset
      slots[index].storedCount = 1
      slots[index].storedByteCount = UInt32(truncatingIfNeeded: byteCount)
      usedCount += 1
    } else {
      isExact = false
    }
  }

  /// The index of the slot with a hash, or of the free one where it belongs.
  private func place(of hash: UInt64) -> Int {
    let mask = slots.count &- 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index].hash != 0, slots[index].hash != hash { index = (index &+ 1) & mask }
    return index
  }

  /// Makes the table larger or, if it has its largest size, forgets the strings that occurred once.
  private mutating func makeRoom() {
    if usedCount < limit {
      rebuild(slotCount: max(32, slots.count * 2), keeping: 1)
    } else if slots.count(where: { $0.storedCount == 1 }) >= limit / 8 {
      rebuild(slotCount: slots.count, keeping: 2)
      isExact = false
    } else {
      // The work would soon have to be done again.
      isClosed = true
    }
  }

  private mutating func rebuild(slotCount: Int, keeping leastCount: UInt32) {
    let old = slots
    slots = Array(repeating: Entry(), count: slotCount)
    usedCount = 0
    for entry in old where entry.storedCount >= leastCount {
      slots[place(of: entry.hash)] = entry
      usedCount += 1
    }
  }

  /// The strings that take most room for being stored several times, the largest first.
  package func mostRepeated(_ count: Int) -> [Entry] {
    var best: [Entry] = []
    func isBefore(_ left: Entry, _ right: Entry) -> Bool {
      (left.repeatedByteCount, right.offset) > (right.repeatedByteCount, left.offset)
    }
    for entry in slots where entry.storedCount > 1 {
      if best.count == count, let last = best.last, !isBefore(entry, last) { continue }
      best.insert(entry, at: best.firstIndex { isBefore(entry, $0) } ?? best.count)
      if best.count > count { best.removeLast() }
    }
    return best
  }

  /// The sum of ``Entry/repeatedByteCount``.
  package var repeatedByteCount: Int {
    slots.reduce(0) { $0 &+ $1.repeatedByteCount }
  }
}
