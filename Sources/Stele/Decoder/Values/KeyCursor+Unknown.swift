extension KeyCursor {
  /// Takes the keys of the level that were not requested, once the value has been decoded.
  mutating func takeUnknownKeys() -> UnknownKeys {
    let kept = KeptKeys(session.keptArchive())
    makeExtras().unknownKeys.append((kept, level))
    return UnknownKeys(kept)
  }

  /// Takes the unknown keys for a property of a type that is theirs.
  @inline(never)
  mutating func unknownKeys<T>(as type: T.Type) throws -> T {
    guard let keys = takeUnknownKeys() as? T else { throw SteleCodingError(.coderIsFinished) }
    return keys
  }

  /// Passes the keys that were not requested to the keepers of unknown keys.
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
  /// The entry numbers that a list has said of a struct in it, or nil for other values.
  fileprivate func nestedNumbers(of type: ArchivedType) -> [Int]? {
    type.form == .uniform ? numbers(of: type) : nil
  }
}
