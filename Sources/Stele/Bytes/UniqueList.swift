/// Elements no two of which are equal, each found by its content.
///
/// Eight elements or fewer are compared one by one. More are found through a table of keyed hashes, so that no choice of content
/// makes look-ups slow. Callers pass the hash, and the comparison with the element that is sought.
///
/// Spec §11.4.
struct UniqueList<Element> {
  private static var linearCount: Int { 8 }

  /// The elements, in the order in which they were added.
  private(set) var elements: [Element] = []
  /// The hashes of the elements; none while they are compared one by one.
  private var hashes: [UInt64] = []
  /// Positions of elements, counted from 1, at their hash or after it; 0 in free slots.
  ///
  /// The count is a power of two, and at least twice that of the elements.
  private var table: [Int] = []

  /// Whether the elements are compared one by one.
  var isShort: Bool { table.isEmpty }

  /// Returns the position of an element, which is added if it is new.
  @inline(__always)
  mutating func place(
    of element: Element, hashedBy hash: (Element) -> UInt64, where isSought: (Element) -> Bool
  ) -> Int {
    if elements.count < Self.linearCount {
      if let place = elements.firstIndex(where: isSought) { return place }
      elements.append(element)
      return elements.count - 1
    }
    if 2 * (elements.count + 1) > table.count { grow(hash) }
    let hash = hash(element)
    let slot = slot(of: hash, where: isSought)
    guard table[slot] == 0 else { return table[slot] - 1 }
    elements.append(element)
    hashes.append(hash)
    table[slot] = elements.count
    return elements.count - 1
  }

  /// Returns the position of an element, or nil if it has not been added.
  @inline(__always)
  func index(
    of element: Element, hashedBy hash: (Element) -> UInt64, where isSought: (Element) -> Bool
  ) -> Int? {
    guard !isShort else { return elements.firstIndex(where: isSought) }
    let place = table[slot(of: hash(element), where: isSought)]
    return place > 0 ? place - 1 : nil
  }

  /// Forgets all elements, and keeps the memory.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    guard !isShort else { return }
    hashes.removeAll(keepingCapacity: true)
    table.removeAll(keepingCapacity: true)
  }

  /// Returns the slot of an element in the table, or the free slot for it.
  @inline(__always)
  private func slot(of hash: UInt64, where isSought: (Element) -> Bool) -> Int {
    let mask = table.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while table[slot] > 0 {
      let place = table[slot] - 1
      if hashes[place] == hash, isSought(elements[place]) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func grow(_ hash: (Element) -> UInt64) {
    for element in elements[hashes.count...] { hashes.append(hash(element)) }
    let count = max(4 * Self.linearCount, 2 * table.count)
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(0, count: count))
    for (place, hash) in hashes.enumerated() {
      table[slot(of: hash) { _ in false }] = place + 1
    }
  }
}

extension UniqueList: Sendable where Element: Sendable {}

// Names, each found by its bytes: that takes a fraction of the time of a dictionary, which matters for archives of many roots

extension UniqueList where Element == String {
  /// Adds a name, or returns `false` if it is there.
  mutating func insert(_ name: String) -> Bool {
    let count = elements.count
    return place(of: name) == count
  }

  /// Returns the position of a name, which is added if it is new.
  @inline(never)
  mutating func place(of name: String) -> Int {
    place(of: name, hashedBy: Self.hash) { $0.isExactly(name) }
  }

  /// Returns the position of a name, or nil if it has not been added.
  @inline(__always)
  func index(of name: String) -> Int? {
    index(of: name, hashedBy: Self.hash) { $0.isExactly(name) }
  }

  /// Forgets all names, and keeps the memory if they were few.
  mutating func forgetNames() {
    if isShort { removeAll() } else { self = UniqueList() }
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

// Ranges of bytes in a buffer, no two of which have equal content: the elements of a set, or the keys of a map (spec §3.6)

extension UniqueList where Element == Range<Int> {
  /// Adds a range, or returns `false` if there is an equal one.
  mutating func insert(_ range: Range<Int>, of bytes: [UInt8]) -> Bool {
    // Safe: the bytes live as long as the closure runs, and the cursor ends with them.
    unsafe bytes.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes, origin: 0, position: 0, end: bytes.count)
      return insert(range, of: cursor)
    }
  }

  /// Adds a range of the bytes of a cursor, or returns `false` if there is an equal one.
  @inline(never)
  mutating func insert(_ range: Range<Int>, of bytes: borrowing ByteCursor) -> Bool {
    let count = elements.count
    let place = place(of: range, hashedBy: { bytes.keyedHash($0) }) { bytes.areEqual($0, range) }
    return place == count
  }
}
