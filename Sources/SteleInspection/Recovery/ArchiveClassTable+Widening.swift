import Stele

extension ArchiveClassTable {
  /// The same table, in which the references of some keys may be nil.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of keys and *m* that of places.
  func widening(_ places: Set<ReferenceRepair.KeyPlace>) -> ArchiveClassTable {
    var entries = self.entries
    for place in places {
      guard entries.indices.contains(place.entry - 1) else { continue }
      if let caseIndex = place.caseIndex {
        guard entries[place.entry - 1].cases.indices.contains(caseIndex) else { continue }
        entries[place.entry - 1].cases[caseIndex].keys.widenStored(at: place.position)
      } else {
        entries[place.entry - 1].keys.widenStored(at: place.position)
      }
    }
    return ArchiveClassTable(entries)
  }
}

extension [ArchiveKey] {
  /// Lets the references of the stored key at a position be nil.
  fileprivate mutating func widenStored(at position: Int) {
    let stored = indices.filter { self[$0].isStored }
    guard stored.indices.contains(position) else { return }
    self[stored[position]].type = self[stored[position]].type.withOptionalReferences
  }
}
