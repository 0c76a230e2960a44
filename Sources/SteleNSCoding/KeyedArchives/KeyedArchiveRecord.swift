/// The keys of an object in a keyed archive, or of `$top`, with the nodes of their values.
struct KeyedArchiveRecord {
  private(set) var keys: [Int] = []
  private(set) var values: [Int] = []
  /// The positions of keys.
  private var places: [Int: Int] = [:]

  /// Sets the value of a key, or replaces an earlier value.
  mutating func set(_ value: Int, forKey key: Int) {
    if let place = places[key] {
      values[place] = value
      return
    }
    places[key] = keys.count
    keys.append(key)
    values.append(value)
  }

  func has(_ key: Int) -> Bool { places[key] != nil }
}
