/// Follows chains of superclasses, each entry once.
///
/// Spec §4.2, rules C7 and L3.
struct SuperclassChains {
  private static let endless = UInt32.max
  private static let onPath = UInt32.max - 1

  private var path: [Int] = []

  /// The number of entries on the chain of an entry, or nil if the chain does not end.
  ///
  /// Also finds the superclasses that store keys.
  mutating func length(of entry: Int, in table: inout ClassTable) -> Int? {
    path.removeAll(keepingCapacity: true)
    var next = entry
    while next != 0, table[next].chainLength == 0 {
      table.entries[next - 1].chainLength = Self.onPath
      path.append(next)
      next = Int(table[next].superclass)
    }
    while let current = path.popLast() {
      let superclass = Int(table[current].superclass)
      guard superclass != 0 else {
        table.entries[current - 1].chainLength = 1
        continue
      }
      let above = table[superclass]
      table.entries[current - 1].storingSuperclass =
        above.keys.range.isEmpty ? above.storingSuperclass : UInt32(truncatingIfNeeded: superclass)
      let isEndless =
        above.chainLength == Self.endless || above.chainLength == Self.onPath
      table.entries[current - 1].chainLength = isEndless ? Self.endless : above.chainLength + 1
    }
    let length = table[entry].chainLength
    return length == Self.endless ? nil : Int(length)
  }
}
