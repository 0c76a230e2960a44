/// The order in which entries of one lineage are joined.
///
/// Spec §9.3.
enum MemberOrder {
  /// One entry of each content, in ascending order.
  static func sorted(_ entries: [ClassEntry]) -> [ClassEntry] {
    guard entries.count > 1 else { return entries }
    var ranked = entries.map { (rank: rank(of: $0), entry: $0) }
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
    let type: [TypePart]
    let keys: [Item]

    static func < (left: Item, right: Item) -> Bool {
      if left.name != right.name { return left.name < right.name }
      if left.since != right.since { return left.since < right.since }
      if left.flags != right.flags { return left.flags < right.flags }
      if left.type != right.type { return left.type.lexicographicallyPrecedes(right.type) }
      return left.keys.lexicographicallyPrecedes(right.keys)
    }
  }

  /// A code of a type descriptor, and the class name behind it.
  private struct TypePart: Comparable {
    let code: UInt8
    let name: ExactString?

    static func < (left: TypePart, right: TypePart) -> Bool {
      if left.code != right.code { return left.code < right.code }
      switch (left.name, right.name) {
      case (let left?, let right?): return left < right
      case (nil, _?): return true
      default: return false
      }
    }

    /// The codes in the order in which the descriptor is written.
    static func all(of type: TypeDescriptor) -> [TypePart] {
      var parts: [TypePart] = []
      var rest = [type]
      while let next = rest.popLast() {
        parts.append(
          TypePart(code: next.code.rawValue, name: next.className.map(ExactString.init)))
        rest += next.parts.reversed()
      }
      return parts
    }
  }

  private static func rank(of entry: ClassEntry) -> [Item] {
    var items = rank(of: entry.keys)
    for item in entry.cases {
      items.append(
        Item(
          name: ExactString(item.name), since: item.since, flags: item.isRetired ? 2 : 0, type: [],
          keys: rank(of: item.keys)))
    }
    return items
  }

  private static func rank(of keys: [Key]) -> [Item] {
    var items: [Item] = []
    for key in keys {
      items.append(
        Item(
          name: ExactString(key.name), since: key.since, flags: key.presence.rawValue,
          type: TypePart.all(of: key.type), keys: []))
    }
    return items
  }
}
