/// The keys of an object in a keyed archive, or of `$top`, with the nodes of their values.
struct KeyedArchiveRecord {
  /// The nodes of the keys.
  private(set) var keys: [Int] = []
  /// The nodes of the values.
  private(set) var values: [Int] = []
  /// The positions of keys, once there are many.
  private var places: [Int: Int]?

  private static let fewKeys = 16

  /// Sets the value of a key, and replaces an earlier one.
  mutating func set(_ value: Int, forKey key: Int) {
    if let place = place(of: key) {
      values[place] = value
      return
    }
    places?[key] = keys.count
    keys.append(key)
    values.append(value)
  }

  /// Returns whether a key is present.
  mutating func has(_ key: Int) -> Bool { place(of: key) != nil }

  private mutating func place(of key: Int) -> Int? {
    guard keys.count > Self.fewKeys else { return keys.firstIndex(of: key) }
    if places == nil { places = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices)) }
    return places?[key]
  }
}
