extension ClassTable {
  /// The same table, in which the references of some keys may be nil.
  ///
  /// A retired key of the same class, name and type is changed along, since the name of a retired key
  /// must not be used with another type (rule C12).
  func widening(_ places: Set<ReferenceRepair.KeyPlace>) -> ClassTable {
    var entries = self.entries
    for place in places {
      guard entries.indices.contains(place.entry - 1) else { continue }
      var entry = entries[place.entry - 1]
      if let caseIndex = place.caseIndex {
        guard entry.cases.indices.contains(caseIndex) else { continue }
        entry.cases[caseIndex].keys.widenStored(at: place.position)
        entries[place.entry - 1] = entry
        continue
      }
      guard let old = entry.keys.widenStored(at: place.position) else { continue }
      entries[place.entry - 1] = entry
      for index in entries.indices where entries[index].name.isExactly(entry.name) {
        for key in entries[index].keys.indices {
          let other = entries[index].keys[key]
          guard !other.isStored, other.name.isExactly(old.name), other.type == old.type else {
            continue
          }
          entries[index].keys[key].type = other.type.withOptionalReferences
        }
      }
    }
    return ClassTable(entries)
  }
}

extension [Key] {
  /// Lets the references of the stored key at a position be nil, and gives the key as it was.
  @discardableResult
  fileprivate mutating func widenStored(at position: Int) -> Key? {
    let stored = indices.filter { self[$0].isStored }
    guard stored.indices.contains(position) else { return nil }
    let old = self[stored[position]]
    self[stored[position]].type = old.type.withOptionalReferences
    return old
  }
}
