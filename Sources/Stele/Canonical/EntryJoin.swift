/// The entries of a graph, joined by lineage, and what becomes of the values of each.
///
/// Spec §9.3.
struct EntryJoin {
  /// Where a value goes, and from which type to which.
  struct Slot {
    let position: Int
    let from: TypeDescriptor
    let to: TypeDescriptor
    /// Whether all values stay as they are.
    let isCopied: Bool

    init(position: Int, from: TypeDescriptor, to: TypeDescriptor) {
      self.position = position
      self.from = from
      self.to = to
      isCopied = from == to && !from.isWorthRewriting
    }
  }

  /// A new body for an old one.
  struct Body {
    /// The number of stored keys of the new body.
    var valueCount = 0
    /// For each stored key of the old body its place in the new one.
    var slots: [Slot] = []
  }

  /// What becomes of an entry.
  struct Replacement {
    let entry: Int
    /// The body of a class, with the keys of the whole chain, or of a struct.
    var body = Body()
    /// The case index and the body of each case of an enum.
    var cases: [(index: Int, body: Body)] = []
  }

  /// The joined entries.
  private(set) var classes = ClassTable()
  private var replacements: [Int: Replacement] = [:]

  /// Joins the used entries of a table; superclasses of used entries are used.
  ///
  /// - Parameters:
  ///   - table: The entries.
  ///   - used: The numbers of those that are used.
  ///   - learned: For entries that were learned from values, what these tell about them.
  init(_ table: ClassTable, used: Set<Int>, learned: LearnedEntries? = nil) {
    var lineages = Lineages()
    var members: [Int: [Int]] = [:]
    var lineageOfEntry: [Int: Int] = [:]
    for number in used.sorted() {
      let lineage = lineages.position(of: table.chain(of: number).compactMap { table[$0] })
      members[lineage, default: []].append(number)
      lineageOfEntry[number] = lineage
    }
    let order = members.keys.sorted { lineages.precedes($0, $1) }
    var numbers: [Int: Int] = [:]
    for (index, lineage) in order.enumerated() { numbers[lineage] = index + 1 }
    for lineage in order {
      let entries = (members[lineage] ?? []).compactMap { number in
        table[number].map { (number: number, entry: $0) }
      }
      let sorted = MemberOrder.sorted(learned?.settled(entries) ?? entries.map(\.entry))
      guard var entry = sorted.first else { continue }
      entry.superclass = lineages.all[lineage].above.flatMap { numbers[$0] }
      entry.keys = KeyJoin.join(sorted.map(\.keys))
      entry.cases = KeyJoin.join(sorted.map(\.cases))
      learned?.sort(&entry)
      classes.define(entry)
    }
    for (number, lineage) in lineageOfEntry {
      guard let new = numbers[lineage] else { continue }
      replacements[number] = replacement(of: number, in: table, by: new)
    }
  }

  /// What becomes of an entry, or nil when it is not used.
  subscript(number: Int) -> Replacement? { replacements[number] }

  private func replacement(of old: Int, in table: ClassTable, by new: Int) -> Replacement {
    var result = Replacement(entry: new)
    for (oldNumber, newNumber) in zip(table.chain(of: old), classes.chain(of: new)) {
      add(table[oldNumber]?.keys ?? [], classes[newNumber]?.keys ?? [], to: &result.body)
    }
    let newCases = classes[new]?.cases ?? []
    for oldCase in table[old]?.cases ?? [] {
      let index = newCases.firstIndex { $0.name.isExactly(oldCase.name) } ?? 0
      var body = Body()
      if newCases.indices.contains(index) { add(oldCase.keys, newCases[index].keys, to: &body) }
      result.cases.append((index, body))
    }
    return result
  }

  private func add(_ oldKeys: [Key], _ newKeys: [Key], to body: inout Body) {
    let stored = newKeys.filter(\.isStored)
    var positions: [ExactString: Int] = [:]
    for (index, key) in stored.enumerated() { positions[ExactString(key.name)] = index }
    for key in oldKeys where key.isStored {
      guard let index = positions[ExactString(key.name)] else { continue }
      body.slots.append(
        Slot(position: body.valueCount + index, from: key.type, to: stored[index].type))
    }
    body.valueCount += stored.count
  }
}
