import Stele

/// The keys of all dictionaries that become objects or structs of the same entry.
///
/// Spec §E.4.
struct Variant {
  struct Key {
    /// The number of its name.
    let number: Int
    fileprivate(set) var type = InlineType.nothing
    /// The number of dictionaries that have it.
    fileprivate var useCount = 0
  }

  let group: Int
  /// The keys, in order.
  private(set) var keys: [Key]
  /// The positions of the keys, by the numbers of their names.
  private(set) var positions: [Int: Int] = [:]
  /// The number of absorbed dictionaries.
  private var memberCount = 0
  /// The smallest number of keys of a dictionary.
  private var shortest: Int

  init(group: Int, keys: [Int]) {
    self.group = group
    self.keys = keys.map { Key(number: $0) }
    shortest = keys.count
    updatePositions()
  }

  /// Returns whether a key is absent in at least one dictionary.
  func isOptional(_ key: Key) -> Bool { key.useCount < memberCount }

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
    var merged: [Key] = []
    var next = 0
    for number in other {
      if let position = positions[number] {
        merged += keys[next...position]
        next = position + 1
      } else {
        merged.append(Key(number: number))
      }
    }
    keys = merged + keys[next...]
    updatePositions()
  }

  private mutating func updatePositions() {
    for (position, key) in keys.enumerated() { positions[key.number] = position }
  }

  /// Counts a dictionary after its keys were absorbed.
  mutating func count(_ keys: [Int], types memberTypes: [InlineType]) {
    memberCount += 1
    for (key, type) in zip(keys, memberTypes) {
      guard let position = positions[key] else { continue }
      self.keys[position].useCount += 1
      self.keys[position].type = self.keys[position].type.joined(with: type)
    }
  }
}
