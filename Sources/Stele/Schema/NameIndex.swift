/// Distinct names, each found by its bytes.
///
/// It takes a fraction of the time of a dictionary, which matters for archives of many roots.
struct NameIndex: Sendable {
  private var names = UniqueList<String>()

  /// The number of names.
  var count: Int { names.elements.count }

  /// The name at a position, which counts names in the order in which they were added.
  subscript(position: Int) -> String { names.elements[position] }

  /// Adds a name, or returns `false` if it is there.
  mutating func insert(_ name: String) -> Bool {
    let count = count
    return place(of: name) == count
  }

  /// Returns the position of a name, which is added if it is new.
  @inline(never)
  mutating func place(of name: String) -> Int {
    names.place(of: name, hashedBy: Self.hash) { $0.isExactly(name) }
  }

  /// Returns the position of a name, or nil if it has not been added.
  @inline(__always)
  func index(of name: String) -> Int? {
    names.index(of: name, hashedBy: Self.hash) { $0.isExactly(name) }
  }

  /// Forgets all names, and keeps the memory if they were few.
  mutating func removeAll() {
    if names.isShort { names.removeAll() } else { self = NameIndex() }
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
