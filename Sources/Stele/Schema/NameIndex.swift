/// Names that are all different, and where each stands among them.
///
/// The first few are compared one by one; then a table finds them by a keyed hash, so that chosen names cannot make them slow
/// to tell apart. It takes a fraction of the time of a dictionary, which matters where there are many roots.
struct NameIndex: Sendable {
  private static let linearCount = 8

  private var names: [String] = []
  /// The hashes of the names; none while they are compared one by one.
  private var hashes: [UInt64] = []
  /// Places of names, counted from 1, at their hash or after it; 0 where there is none.
  ///
  /// The count is a power of two, and at least twice that of the names.
  private var table: [Int] = []

  /// How many names have been added.
  var count: Int { names.count }

  /// Adds a name, or returns `false` if it is there.
  mutating func insert(_ name: String) -> Bool {
    let count = names.count
    return place(of: name) == count
  }

  /// Where a name stands among those that have been added; a new one is added.
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

  /// Where a name stands among those that have been added, or nil when it has not been.
  func index(of name: String) -> Int? {
    guard !table.isEmpty else { return linearIndex(of: name) }
    let place = table[slot(of: name, Self.hash(name))]
    return place > 0 ? place - 1 : nil
  }

  /// Forgets all names, and keeps the memory of a few.
  mutating func removeAll() {
    if table.isEmpty { names.removeAll(keepingCapacity: true) } else { self = NameIndex() }
  }

  private func linearIndex(of name: String) -> Int? {
    names.firstIndex { $0.isExactly(name) }
  }

  /// Where a name stands in the table, or would stand.
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
      let cursor = unsafe ByteCursor(bytes, origin: 0, position: 0, end: bytes.count)
      return cursor.keyedHash(0..<bytes.count)
    }
  }
}

/// Finds names that are there already.
///
/// The first few are compared one by one; a set takes over when there are more.
struct DistinctNames: Sendable {
  private static let linearCount = 32

  private var names: Set<ExactString> = []

  /// Adds a name, or returns `false` if it is among those before it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - others: What has been added before, in its order.
  ///   - nameOfOther: The name of such a thing.
  /// - Returns: Whether the name is new.
  mutating func insert<Element>(
    _ name: String, after others: some RandomAccessCollection<Element>,
    _ nameOfOther: (Element) -> String
  ) -> Bool {
    guard others.count >= Self.linearCount else {
      return !others.contains { nameOfOther($0).isExactly(name) }
    }
    if names.isEmpty { for other in others { names.insert(ExactString(nameOfOther(other))) } }
    return names.insert(ExactString(name)).inserted
  }
}
