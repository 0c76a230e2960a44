extension ClassTable {
  /// The same table, in which the references of some keys may be nil.
  ///
  /// A retired key of the same class, name and type is changed along, since the name of a retired key
  /// must not be used with another type (rule C13).
  ///
  /// - Complexity: O(*n* + *m*), where *n* is the number of keys and *m* that of places.
  func widening(_ places: Set<ReferenceRepair.KeyPlace>) -> ClassTable {
    var entries = self.entries
    var widened: Set<NamedKey> = []
    for place in places {
      guard entries.indices.contains(place.entry - 1) else { continue }
      if let caseIndex = place.caseIndex {
        guard entries[place.entry - 1].cases.indices.contains(caseIndex) else { continue }
        entries[place.entry - 1].cases[caseIndex].keys.widenStored(at: place.position)
      } else if let old = entries[place.entry - 1].keys.widenStored(at: place.position) {
        widened.insert(NamedKey(old, of: entries[place.entry - 1]))
      }
    }
    guard !widened.isEmpty else { return ClassTable(entries) }
    for index in entries.indices {
      for key in entries[index].keys.indices where !entries[index].keys[key].isStored {
        guard widened.contains(NamedKey(entries[index].keys[key], of: entries[index])) else {
          continue
        }
        entries[index].keys[key].type = entries[index].keys[key].type.withOptionalReferences
      }
    }
    return ClassTable(entries)
  }

  /// What rule C13 compares.
  private struct NamedKey: Hashable {
    let className: ExactString
    let name: ExactString
    let type: TypeDescriptor

    init(_ key: Key, of entry: ClassEntry) {
      className = ExactString(entry.name)
      name = ExactString(key.name)
      type = key.type
    }
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
