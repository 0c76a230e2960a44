/// Distinct names, each found by its bytes.
///
/// Eight names or fewer are compared one by one. More are found through a table of keyed hashes, so that no choice of names
/// makes look-ups slow. It takes a fraction of the time of a dictionary, which matters for archives of many roots.
struct NameIndex: Sendable {
  private static let linearCount = 8

  private var names: [String] = []
  /// The hashes of the names; none while they are compared one by one.
  private var hashes: [UInt64] = []
  /// Positions of names, counted from 1, at their hash or after it; 0 in free slots.
  ///
  /// The count is a power of two, and at least twice that of the names.
  private var table: [Int] = []

  /// The number of names.
  var count: Int { names.count }

  /// The name at a position, which counts names in the order in which they were added.
  subscript(position: Int) -> String { names[position] }

  /// Adds a name, or returns `false` if it is there.
  mutating func insert(_ name: String) -> Bool {
    let count = names.count
    return place(of: name) == count
  }

  /// Returns the position of a name, which is added if it is new.
  mutating func place(of name: String) -> Int {
    if names.count < Self.linearCount {
      if let place = linearIndex(of: name) { return place }
      names.append(name)
      return names.count - 1
    }
    if 2 * (names.count + 1) > table.count { grow() }
    let hash = Self.hash(name)
    let slot = slot(of: name, hash)
    guard table[slot] == 0 else { return table[slot] - 1 }
    names.append(name)
    hashes.append(hash)
    table[slot] = names.count
    return names.count - 1
  }

  /// Returns the position of a name, or nil if it has not been added.
  func index(of name: String) -> Int? {
    guard !table.isEmpty else { return linearIndex(of: name) }
    let place = table[slot(of: name, Self.hash(name))]
    return place > 0 ? place - 1 : nil
  }

  /// Forgets all names, and keeps the memory if they were few.
  mutating func removeAll() {
    if table.isEmpty { names.removeAll(keepingCapacity: true) } else { self = NameIndex() }
  }

  private func linearIndex(of name: String) -> Int? {
    names.firstIndex { $0.isExactly(name) }
  }

  /// Returns the slot of a name in the table, or the free slot for it.
  private func slot(of name: String, _ hash: UInt64) -> Int {
    let mask = table.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while table[slot] > 0 {
      let place = table[slot] - 1
      if hashes[place] == hash, names[place].isExactly(name) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow() {
    if hashes.isEmpty { hashes = names.map(Self.hash) }
    table = Array(repeating: 0, count: max(4 * Self.linearCount, 2 * table.count))
    let mask = table.count - 1
    for (place, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & mask
      while table[slot] > 0 { slot = (slot + 1) & mask }
      table[slot] = place + 1
    }
  }

  private static func hash(_ name: String) -> UInt64 {
    var copy = name
    // Safe: the cursor is used while the bytes are lent, and ends with them.
    return copy.withUTF8 { bytes in
      let cursor = unsafe ByteCursor(
        UnsafeRawBufferPointer(bytes), origin: 0, position: 0, end: bytes.count)
      return cursor.keyedHash(0..<bytes.count)
    }
  }
}
