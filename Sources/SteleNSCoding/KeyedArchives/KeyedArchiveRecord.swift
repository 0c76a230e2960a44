/// The keys of an object in a keyed archive, or of `$top`, with the nodes of their values.
struct KeyedArchiveRecord {
  private(set) var keys: [Int] = []
  private(set) var values: [Int] = []
  /// The positions of keys; nil while there are few.
  private var places: [Int: Int]?

  private static let fewKeys = 16

  /// Sets the value of a key, or replaces an earlier value.
  mutating func set(_ value: Int, forKey key: Int) {
    if let place = place(of: key) {
      values[place] = value
      return
    }
    places?[key] = keys.count
    keys.append(key)
    values.append(value)
  }

  mutating func has(_ key: Int) -> Bool { place(of: key) != nil }

  private mutating func place(of key: Int) -> Int? {
    guard keys.count > Self.fewKeys else { return keys.firstIndex(of: key) }
    if places == nil { places = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices)) }
    return places?[key]
  }
}
