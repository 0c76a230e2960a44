/// The number of occurrences of strings, by hash, in a table of bounded size.
///
/// When the table is full, strings that occurred once are removed. Afterwards, counts can be too low, but frequent strings
/// remain.
package struct StringTally: Sendable {
  /// A string that may have occurred more than once.
  package struct Entry: Sendable {
    fileprivate var hash: UInt64 = 0
    /// The offset of the first occurrence in the archive, at its length.
    package fileprivate(set) var offset = 0
    fileprivate var storedCount: UInt32 = 0
    fileprivate var storedByteCount: UInt32 = 0

    package var count: Int { Int(storedCount) }
    /// The number of bytes of each occurrence, including the length.
    package var byteCount: Int { Int(storedByteCount) }
    /// The number of bytes of all occurrences except one.
    package var repeatedByteCount: Int { max(0, count - 1) &* byteCount }
  }

  /// The smallest size of a counted string, including its length: 8 bytes of UTF-8.
  package static let minimumByteCount = 9
  /// The largest number of different strings in the table.
  package static let limit = 1 << 19

  private var slots: [Entry] = []
  private var usedCount = 0
  private let limit: Int
  /// Whether the table admits no further strings.
  private var isClosed = false
  /// Whether every string has been counted.
  package private(set) var isExact = true

  package init(limit: Int = Self.limit) {
    // The number of slots is a power of two; at most half of the slots are used.
    self.limit = max(16, limit)
  }

  /// Counts a string.
  ///
  /// - Parameters:
  ///   - hash: A hash that an attacker cannot choose.
  ///   - byteCount: The number of bytes of the string, including its length.
  ///   - offset: The offset of the length.
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

  /// Returns the index of the slot with a hash, or of the free slot for the hash.
  private func place(of hash: UInt64) -> Int {
    let mask = slots.count &- 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index].hash != 0, slots[index].hash != hash { index = (index &+ 1) & mask }
    return index
  }

  /// Enlarges the table or, if it has its largest size, removes the strings that occurred once.
  private mutating func makeRoom() {
    if usedCount < limit {
      rebuild(slotCount: max(32, slots.count * 2), keeping: 1)
    } else if slots.count(where: { $0.storedCount == 1 }) >= limit / 8 {
      rebuild(slotCount: slots.count, keeping: 2)
      isExact = false
    } else {
      // The table would soon be full again.
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

  /// Returns the strings with the largest repetitions in bytes, largest first.
  package func mostRepeated(_ count: Int) -> [Entry] {
    slots.lazy.filter { $0.storedCount > 1 }.prefix(count) { left, right in
      (left.repeatedByteCount, right.offset) > (right.repeatedByteCount, left.offset)
    }
  }

  /// The sum of ``Entry/repeatedByteCount``.
  package var repeatedByteCount: Int {
    slots.reduce(0) { $0 &+ $1.repeatedByteCount }
  }
}
