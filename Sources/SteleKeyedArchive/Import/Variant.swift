import Stele

/// The keys of all dictionaries that become objects or structs of the same entry.
///
/// Spec §E.4.
struct Variant {
  let group: Int
  /// The numbers of the key names, in order.
  private(set) var keys: [Int]
  private(set) var positions: [Int: Int] = [:]
  private(set) var types: [InlineType]
  /// The number of dictionaries that have each key.
  private var useCounts: [Int]
  /// The number of absorbed dictionaries.
  private var memberCount = 0
  /// The smallest number of keys of a dictionary.
  private var shortest: Int

  init(group: Int, keys: [Int]) {
    self.group = group
    self.keys = keys
    types = Array(repeating: .nothing, count: keys.count)
    useCounts = Array(repeating: 0, count: keys.count)
    shortest = keys.count
    updatePositions()
  }

  /// Returns whether a key is absent in at least one dictionary.
  func isOptional(at position: Int) -> Bool { useCounts[position] < memberCount }

  /// Adds the keys of a dictionary if they are in the same order and similar enough, and returns whether it did.
  ///
  /// An entry has at most twice as many keys as its smallest dictionary, so a dictionary takes
  /// memory in proportion to its content.
  mutating func absorb(_ other: [Int]) -> Bool {
    var last = -1
    var addedCount = 0
    for key in other {
      guard let position = positions[key] else {
        addedCount += 1
        continue
      }
      guard position > last else { return false }
      last = position
    }
    guard keys.count + addedCount <= 2 * min(shortest, other.count) else { return false }
    shortest = min(shortest, other.count)
    if addedCount > 0 { insert(other) }
    return true
  }

  /// Inserts new keys, each after its predecessor in the dictionary.
  private mutating func insert(_ other: [Int]) {
    var merged: [Int] = []
    var mergedTypes: [InlineType] = []
    var mergedCounts: [Int] = []
    var next = 0
    func copy(to end: Int, from variant: Variant) {
      merged += variant.keys[next..<end]
      mergedTypes += variant.types[next..<end]
      mergedCounts += variant.useCounts[next..<end]
      next = end
    }
    for key in other {
      if let position = positions[key] {
        copy(to: position + 1, from: self)
      } else {
        merged.append(key)
        mergedTypes.append(.nothing)
        mergedCounts.append(0)
      }
    }
    copy(to: keys.count, from: self)
    keys = merged
    types = mergedTypes
    useCounts = mergedCounts
    updatePositions()
  }

  private mutating func updatePositions() {
    for (position, key) in keys.enumerated() { positions[key] = position }
  }

  /// Counts a dictionary after its keys were absorbed.
  mutating func count(_ keys: [Int], types memberTypes: [InlineType]) {
    memberCount += 1
    for (key, type) in zip(keys, memberTypes) {
      guard let position = positions[key] else { continue }
      useCounts[position] += 1
      types[position] = types[position].joined(with: type)
    }
  }
}
