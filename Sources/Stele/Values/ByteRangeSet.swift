/// Runs of bytes in a buffer, no two of them equal.
///
/// The first few are compared one by one; then a table finds equal ones by a seeded hash, so that
/// chosen content cannot make them slow to tell apart.
///
/// Spec §3.6.
package struct ByteRangeSet {
  private static let linearCount = 8
  private static let seed = UInt64.random(in: .min ... .max)

  private var ranges: [Range<Int>] = []
  /// The last range of each hash, as an index in `ranges`.
  private var lastOfHash: [UInt64: Int] = [:]
  /// For each range the one before it with the same hash, or -1.
  private var previous: [Int] = []

  package init() {}

  /// Adds a range, or tells with false that there is an equal one.
  package mutating func insert(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    if ranges.count < Self.linearCount {
      for other in ranges where Self.areEqual(other, range, in: bytes) { return false }
      ranges.append(range)
      return true
    }
    if previous.isEmpty {
      for index in ranges.indices { addToTable(index, hash: Self.hash(ranges[index], of: bytes)) }
    }
    let hash = Self.hash(range, of: bytes)
    var candidate = lastOfHash[hash] ?? -1
    while candidate >= 0 {
      if Self.areEqual(ranges[candidate], range, in: bytes) { return false }
      candidate = previous[candidate]
    }
    ranges.append(range)
    addToTable(ranges.count - 1, hash: hash)
    return true
  }

  private mutating func addToTable(_ index: Int, hash: UInt64) {
    previous.append(lastOfHash[hash] ?? -1)
    lastOfHash[hash] = index
  }

  private static func hash(_ range: Range<Int>, of bytes: [UInt8]) -> UInt64 {
    XXH64.hash(bytes, in: range, seed: seed)
  }

  private static func areEqual(_ left: Range<Int>, _ right: Range<Int>, in bytes: [UInt8]) -> Bool {
    left.count == right.count && bytes[left].elementsEqual(bytes[right])
  }
}
