package import Stele

/// The entries of a graph, joined by lineage, and the conversions of their values.
///
/// Spec §9.7.
package struct EntryJoin {
  /// The position of a value in the joined entry, and its type before and after.
  package struct Slot {
    let position: Int
    package let from: ArchiveTypeDescriptor
    package let to: ArchiveTypeDescriptor
  }

  /// The joined entry for an entry.
  package struct Replacement {
    package let entry: Int
    /// The slots of the entry's own stored keys, without those of superclasses.
    package let slots: [Slot]
    /// The case index of each case of an enum, and the slots of its stored keys.
    package let cases: [(index: Int, slots: [Slot])]
  }

  /// The joined entries.
  package private(set) var classes = ArchiveClassTable()
  /// The joined entry for each entry that is used.
  private var replacements: [Int: Replacement] = [:]

  /// Joins the used entries of a table; superclasses of used entries are used.
  ///
  /// - Parameters:
  ///   - table: The entries.
  ///   - used: The numbers of the used entries.
  package init(_ table: ArchiveClassTable, used: Set<Int>) {
    var lineages = Lineages()
    var names = NameNumbers()
    var members: [Int: [Int]] = [:]
    for number in used.sorted() {
      let lineage = lineages.position(of: table.chain(of: number).compactMap { table[$0] })
      members[lineage, default: []].append(number)
    }
    let order = members.keys.sorted { lineages.precedes($0, $1) }
    var numbers: [Int: Int] = [:]
    for (index, lineage) in order.enumerated() { numbers[lineage] = index + 1 }
    for lineage in order {
      let members = (members[lineage] ?? []).compactMap { table[$0] }
      guard var entry = members.first else { continue }
      entry.superclass = lineages.all[lineage].above.flatMap { numbers[$0] }
      entry.keys = KeyJoin.join(members.map(\.keys), names: &names)
      entry.cases = KeyJoin.join(members.map(\.cases), names: &names)
      classes.define(entry)
    }
    for lineage in order {
      guard let new = numbers[lineage], let entry = classes[new] else { continue }
      let keys = StoredPlaces(entry.keys)
      var cases: [ExactString: (index: Int, keys: StoredPlaces)] = [:]
      for (index, item) in entry.cases.enumerated() {
        cases[ExactString(item.name)] = (index, StoredPlaces(item.keys))
      }
      for number in members[lineage] ?? [] {
        guard let old = table[number] else { continue }
        replacements[number] = Replacement(
          entry: new, slots: keys.slots(of: old.keys),
          cases: old.cases.compactMap { item in
            cases[ExactString(item.name)].map {
              (index: $0.index, slots: $0.keys.slots(of: item.keys))
            }
          })
      }
    }
  }

  /// The joined entry for an entry, or nil if the entry is not used.
  package subscript(number: Int) -> Replacement? { replacements[number] }
}

/// The positions of the stored keys of a joined entry or case, by their names.
private struct StoredPlaces {
  private let stored: [ArchiveKey]
  private var positions: [ExactString: Int] = [:]

  init(_ keys: [ArchiveKey]) {
    stored = keys.filter(\.isStored)
    for (index, key) in stored.enumerated() { positions[ExactString(key.name)] = index }
  }

  /// Returns the slots of the stored ones of some keys.
  func slots(of keys: [ArchiveKey]) -> [EntryJoin.Slot] {
    keys.compactMap { key in
      guard key.isStored, let index = positions[ExactString(key.name)] else { return nil }
      return EntryJoin.Slot(position: index, from: key.type, to: stored[index].type)
    }
  }
}
