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

  /// The joined body for a body.
  package struct Body {
    /// The slot of each stored key of the old body in the new one.
    package fileprivate(set) var slots: [Slot] = []
  }

  /// The joined entry for an entry.
  package struct Replacement {
    package let entry: Int
    /// The body of the entry's own keys, without those of superclasses.
    package fileprivate(set) var body = Body()
    /// The case index and the body of each case of an enum.
    package fileprivate(set) var cases: [(index: Int, body: Body)] = []
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
      let cases = CasePlaces(entry.cases)
      for number in members[lineage] ?? [] {
        replacements[number] = replacement(of: table[number], by: new, keys, cases)
      }
    }
  }

  /// The joined entry for an entry, or nil if the entry is not used.
  package subscript(number: Int) -> Replacement? { replacements[number] }

  private func replacement(
    of old: ArchiveClassEntry?, by new: Int, _ keys: StoredPlaces, _ cases: CasePlaces
  ) -> Replacement {
    var result = Replacement(entry: new)
    guard let old else { return result }
    result.body = keys.body(of: old.keys)
    for oldCase in old.cases {
      guard let (index, keys) = cases[oldCase.name] else { continue }
      result.cases.append((index, keys.body(of: oldCase.keys)))
    }
    return result
  }
}

/// The positions of the stored keys of a joined entry or case, by their names.
private struct StoredPlaces {
  private let stored: [ArchiveKey]
  private var positions: [ExactString: Int] = [:]

  init(_ keys: [ArchiveKey]) {
    stored = keys.filter(\.isStored)
    for (index, key) in stored.enumerated() { positions[ExactString(key.name)] = index }
  }

  /// Returns the joined body for some keys.
  func body(of keys: [ArchiveKey]) -> EntryJoin.Body {
    var body = EntryJoin.Body()
    for key in keys where key.isStored {
      guard let index = positions[ExactString(key.name)] else { continue }
      body.slots.append(
        EntryJoin.Slot(position: index, from: key.type, to: stored[index].type))
    }
    return body
  }
}

/// The positions of the cases of a joined enum, by their names.
private struct CasePlaces {
  private var cases: [ExactString: (index: Int, keys: StoredPlaces)] = [:]

  init(_ all: [ArchiveCase]) {
    for (index, item) in all.enumerated() {
      cases[ExactString(item.name)] = (index, StoredPlaces(item.keys))
    }
  }

  subscript(name: String) -> (index: Int, keys: StoredPlaces)? { cases[ExactString(name)] }
}
