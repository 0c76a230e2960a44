extension KeyCursor {
  /// The unknown keys of the level, for a property that holds them; they are filled in when the value has been decoded.
  @inline(never)
  mutating func unknownKeys<T>(as type: T.Type) throws -> T {
    let kept = KeptKeys(session.kept.archive(session.objects))
    makeExtras().unknownKeys.append((kept, level))
    guard let keys = UnknownKeys(kept) as? T else { throw SteleCodingError(.coderIsFinished) }
    return keys
  }

  /// Fills the properties for unknown keys with the keys that were not requested.
  mutating func completeUnknownKeys(_ extras: KeyExtras) {
    let waiting = extras.unknownKeys
    extras.unknownKeys = []
    let end = input
    for (kept, level) in waiting {
      select(level)
      if let entry = session.store.context.classes[table.entry] {
        kept.level = KeptLevel(version: entry.version, keys: unknownKeys(of: entry))
      }
    }
    input = end
  }

  private mutating func unknownKeys(of entry: ArchiveClassEntry) -> [KeptKey] {
    let store = session.store
    var found: [KeptKey] = []
    var next = 0
    for key in entry.keys {
      guard key.isStored else {
        if table.history(of: key.name) == nil, !table.hasAsked(key.name) {
          found.append(KeptKey(key: key, value: nil))
        }
        continue
      }
      let index = next
      next += 1
      guard index < table.count, index != table.overflow, !table.hasAsked(index),
        !table.isMoved(.listed(index)),
        table.history(of: key.name)?.retiredType == nil
      else { continue }
      let isPresent = seek(index: index)
      found.append(
        KeptKey(
          key: key, value: isPresent ? store.reader(at: input) : nil,
          nested: isPresent ? session.types.nestedNumbers(of: type) : nil))
    }
    for pair in overflowPairs()
    where !table.hasAsked(pair.name) && !table.isMoved(.further(ExactString(pair.name))) {
      var value = input
      value.move(to: pair.offset)
      found.append(
        KeptKey(
          key: ArchiveKey(pair.name, .any, presence: .optional), value: store.reader(at: value)))
    }
    return found
  }
}

extension ArchivedTypes {
  /// The entry numbers of a struct in a uniform list, from the header of the list, or nil for other values.
  fileprivate func nestedNumbers(of type: ArchivedType) -> [Int]? {
    type.form == .uniform ? numbers(of: type) : nil
  }
}
