/// A dictionary whose keys are compared one by one while they are few.
///
/// Most archives have few of anything, and making a hash table takes longer than all searches together.
struct ShortTable<Key: Hashable, Content> {
  /// The number of keys up to which they are compared one by one.
  private static var searchLimit: Int { 8 }

  /// The first item, which takes no memory of its own: many tables have no other.
  private var first: (key: Key, value: Content)?
  /// The items after the first.
  private var items: [(key: Key, value: Content)] = []
  /// The positions in ``items`` of the values, once there are more keys.
  private var places: [Key: Int] = [:]

  /// All values, in the order in which their keys were added.
  var values: some Sequence<Content> {
    ((first.map { [$0] } ?? []) + items).lazy.map(\.value)
  }

  /// Calls a function with each key and its value, in the order in which the keys were added.
  func forEach(_ body: (Key, Content) throws -> Void) rethrows {
    if let first { try body(first.key, first.value) }
    for item in items { try body(item.key, item.value) }
  }

  /// The number of values.
  var count: Int { (first == nil ? 0 : 1) + items.count }

  /// The value of a key.
  subscript(key: Key) -> Content? {
    @inline(__always) get {
      guard let first else { return nil }
      if first.key == key { return first.value }
      return items.isEmpty ? nil : further(key)
    }
  }

  @inline(never)
  private func further(_ key: Key) -> Content? { place(of: key).map { items[$0].value } }

  /// Sets the value of a key.
  mutating func set(_ value: Content, for key: Key) {
    if first?.key == key {
      first?.value = value
    } else if let place = place(of: key) {
      items[place].value = value
    } else {
      append(value, for: key)
    }
  }

  @inline(never)
  private mutating func append(_ value: Content, for key: Key) {
    guard first != nil else { return first = (key, value) }
    items.append((key, value))
    guard items.count > Self.searchLimit else { return }
    for place in places.isEmpty ? 0..<items.count : (items.count - 1)..<items.count {
      places[items[place].key] = place
    }
  }

  /// Forgets everything, and keeps the memory if the items were few.
  mutating func removeAll() {
    guard places.isEmpty else { return self = Self() }
    first = nil
    if !items.isEmpty { items.removeAll(keepingCapacity: true) }
  }

  @inline(__always)
  private func place(of key: Key) -> Int? {
    places.isEmpty ? items.firstIndex { $0.key == key } : places[key]
  }
}

extension ShortTable: Sendable where Key: Sendable, Content: Sendable {}
