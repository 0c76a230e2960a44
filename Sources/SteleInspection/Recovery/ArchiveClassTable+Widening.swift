import Stele

extension ArchiveClassTable {
  /// Returns the same table, with optional references in some keys.
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of keys and *m* is the number of keys to widen.
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
  /// Makes the references of the stored key at a position optional.
  fileprivate mutating func widenStored(at position: Int) {
    let stored = indices.filter { self[$0].isStored }
    guard stored.indices.contains(position) else { return }
    self[stored[position]].type = self[stored[position]].type.withOptionalReferences
  }
}
