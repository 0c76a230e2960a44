/// The order in which entries of one lineage are joined.
///
/// Class names in type descriptors are compared by their numbers in the ascending order of all
/// names that used entries have in any place.
///
/// Spec §9.3.
struct MemberOrder {
  private var types = TypeTable()

  init(_ table: ClassTable, used: Set<Int>) throws(GraphError) {
    var names: Set<ExactString> = []
    for case let entry? in used.map({ table[$0] }) {
      names.insert(ExactString(entry.name))
      for key in entry.keys + entry.cases.flatMap(\.keys) {
        names.formUnion(key.type.classNames.map(ExactString.init))
      }
    }
    for name in names.sorted() { _ = types.number(ofName: name.string) }
  }

  /// One entry of each content, in ascending order.
  mutating func sorted(_ entries: [ClassEntry]) throws(GraphError) -> [ClassEntry] {
    guard entries.count > 1 else { return entries }
    var ranked: [(rank: [Item], entry: ClassEntry)] = []
    for entry in entries { ranked.append((try rank(of: entry), entry)) }
    ranked.sort { $0.rank.lexicographicallyPrecedes($1.rank) }
    var result: [ClassEntry] = []
    for index in ranked.indices where index == 0 || ranked[index].rank != ranked[index - 1].rank {
      result.append(ranked[index].entry)
    }
    return result
  }

  /// What is compared of a key, or of a case, whose keys then follow.
  private struct Item: Comparable {
    let name: ExactString
    let since: Int
    let flags: UInt8
    let type: [UInt8]
    let keys: [Item]

    static func < (left: Item, right: Item) -> Bool {
      if left.name != right.name { return left.name < right.name }
      if left.since != right.since { return left.since < right.since }
      if left.flags != right.flags { return left.flags < right.flags }
      if left.type != right.type { return left.type.lexicographicallyPrecedes(right.type) }
      return left.keys.lexicographicallyPrecedes(right.keys)
    }
  }

  private mutating func rank(of entry: ClassEntry) throws(GraphError) -> [Item] {
    var items = try rank(of: entry.keys)
    for item in entry.cases {
      items.append(
        Item(
          name: ExactString(item.name), since: item.since, flags: item.isRetired ? 2 : 0, type: [],
          keys: try rank(of: item.keys)))
    }
    return items
  }

  private mutating func rank(of keys: [Key]) throws(GraphError) -> [Item] {
    var items: [Item] = []
    for key in keys {
      items.append(
        Item(
          name: ExactString(key.name), since: key.since, flags: key.presence.rawValue,
          type: try types.plan(of: key.type).bytes, keys: []))
    }
    return items
  }
}
