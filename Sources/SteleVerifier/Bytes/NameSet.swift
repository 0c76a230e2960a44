/// A set of names from several chunks, of which it keeps the bytes.
struct NameSet {
  private var table = RangeTable()
  // No name stands at offset 0, which the table has for none.
  private var names: ContiguousArray<UInt8> = [0]

  /// Adds a name with its length unless it is there; returns whether it was added.
  mutating func insert(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let start = names.count
    for offset in range { names.append(bytes[offset]) }
    let isNew = insertName(from: start)
    if !isNew { names.removeSubrange(start...) }
    return isNew
  }

  private mutating func insertName(from start: Int) -> Bool {
    let names = names
    return table.insert(names.span, start..<names.count)
  }
}
