/// A dictionary whose keys are compared one by one while they are few.
///
/// Most archives have few of anything, and making a hash table takes longer than all searches together.
struct ShortTable<Key: Hashable, Content> {
  /// The number of keys up to which they are compared one by one.
  private static var searchLimit: Int { 8 }

  private var items: [(key: Key, value: Content)] = []
  /// The positions of the values, once there are more keys.
  private var places: [Key: Int] = [:]

  /// All values, in the order in which their keys were added.
  var values: some Sequence<Content> { items.lazy.map(\.value) }

  /// The number of values.
  var count: Int { items.count }

  /// The value of a key.
  subscript(key: Key) -> Content? { place(of: key).map { items[$0].value } }

  /// Sets the value of a key.
  mutating func set(_ value: Content, for key: Key) {
    if let place = place(of: key) { items[place].value = value } else { append(value, for: key) }
  }

  /// Adds the value of a key, or returns `false` if the key has one.
  mutating func insert(_ value: Content, for key: Key) -> Bool {
    guard place(of: key) == nil else { return false }
    append(value, for: key)
    return true
  }

  private mutating func append(_ value: Content, for key: Key) {
    items.append((key, value))
    guard items.count > Self.searchLimit else { return }
    for place in places.isEmpty ? 0..<items.count : (items.count - 1)..<items.count {
      places[items[place].key] = place
    }
  }

  /// Forgets everything, and keeps the memory if the items were few.
  mutating func removeAll() {
    if places.isEmpty { items.removeAll(keepingCapacity: true) } else { self = Self() }
  }

  @inline(__always)
  private func place(of key: Key) -> Int? {
    places.isEmpty ? items.firstIndex { $0.key == key } : places[key]
  }
}

extension ShortTable: Sendable where Key: Sendable, Content: Sendable {}
