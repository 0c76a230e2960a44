/// Counts the elements of a set, or keys of a dictionary, that have the same hash, before they are inserted.
///
/// A set compares each element with all earlier ones of the same hash. Some types hash only a part of their values, for example
/// the first bytes of `Data`, so that an archive could make a set take time in proportion to the square of its size.
package struct HashTally {
  /// The numbers of hashes with the same low bits; empty if the limit cannot be exceeded.
  private var counts: [UInt32]
  private let limit: Int

  /// Makes a tally for a number of elements of a type.
  package init(for type: any Hashable.Type, count: Int, limit: Int) {
    let limit = Self.limit(limit)
    self.limit = limit
    counts = []
    guard count > limit, !(type is any DecodableScalar.Type) else { return }
    let width = Int.bitWidth - count.leadingZeroBitCount
    counts = Array(repeating: 0, count: 1 << Swift.min(width, 30))
  }

  /// Returns the limit that is enforced: with about as many counters as elements, elements of different hashes may share a
  /// counter.
  static func limit(_ limit: Int) -> Int { Swift.max(limit, 64) }

  /// Counts an element, and returns `false` if too many have its hash.
  package mutating func add(_ element: some Hashable) -> Bool {
    guard !counts.isEmpty else { return true }
    let place = element.hashValue & (counts.count - 1)
    counts[place] &+= 1
    return counts[place] <= limit
  }
}

extension DecodingSession {
  /// Makes a tally for the elements of a set, or the keys of a dictionary.
  func hashTally(for type: any Hashable.Type, count: Int) -> HashTally {
    HashTally(for: type, count: count, limit: options.equalHashLimit)
  }

  func tooManyEqualHashes(at offset: Int) -> DecodingError {
    failure(.equalHashes(limit: HashTally.limit(options.equalHashLimit)), at: offset)
  }
}
