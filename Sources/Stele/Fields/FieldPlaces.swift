/// The literal keys by which a program reads one level of an entry, in the order in which it does, and where the
/// values of each are.
struct FieldPlaces {
  private var keys: [StaticKey] = []

  /// The place of a key in the body, or a negative number when it is not there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - cursor: The position at which the key is expected; afterwards that of the next one.
  ///   - level: What knows the names of all keys.
  /// - Returns: The place.
  @inline(__always)
  mutating func place(
    of key: StaticString, at cursor: inout Int, in level: LevelKeys
  ) -> Int {
    if cursor < keys.count, keys[cursor].isSame(as: key) {
      cursor += 1
      return keys[cursor - 1].number
    }
    return find(key, at: &cursor, in: level)
  }

  private mutating func find(
    _ key: StaticString, at cursor: inout Int, in level: LevelKeys
  ) -> Int {
    // What one object leaves out or reads in another order, the next one may not.
    for (position, known) in keys.enumerated() where known.isSame(as: key) {
      cursor = position + 1
      return known.number
    }
    let place = level.place(of: key.description) ?? -1
    keys.append(StaticKey(key, place))
    cursor = keys.count
    return place
  }
}
