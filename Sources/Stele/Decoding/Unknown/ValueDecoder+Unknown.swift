extension ValueDecoder {
  /// Takes the keys of a level that nobody asks for, once the value has been decoded.
  func takeUnknownKeys(_ keys: LevelKeys, _ level: Int) -> UnknownKeys {
    let kept = KeptKeys(graph.keptArchive())
    unknownKeys.append((kept, keys, level))
    return UnknownKeys(kept)
  }

  /// Gives those who keep unknown keys what nobody has asked for.
  func completeUnknownKeys() throws(ArchiveError) {
    let waiting = unknownKeys
    unknownKeys = []
    for (kept, keys, level) in waiting {
      guard let body, let entry = keys.entry else { continue }
      var found: [KeptKey] = []
      var next = keys.range.lowerBound
      for key in entry.keys {
        guard key.isStored else {
          if keys.history(of: key.name) == nil, !keys.hasAsked(key.name) {
            found.append(KeptKey(key: key, value: nil))
          }
          continue
        }
        let place = next
        next += 1
        guard place < keys.range.upperBound, place != keys.overflow, !keys.hasAsked(place),
          keys.history(of: key.name)?.retiredType == nil
        else { continue }
        let isPresent = try body.slots[place].isPresent(presence, input)
        let value = isPresent ? try reader(at: place, in: body) : nil
        found.append(
          KeptKey(
            key: key, value: value.map(graph.store.reader),
            nested: body.slots[place].plan.uniform.map { $0.nested.part(at: $0.place) }))
      }
      for pair in try overflowPairs(keys, level) where !keys.hasAsked(pair.name) {
        var value = input
        try value.move(to: pair.offset)
        found.append(
          KeptKey(
            key: Key(pair.name, .any, presence: .optional), value: graph.store.reader(at: value)))
      }
      kept.level = KeptLevel(version: entry.version, keys: found)
    }
  }
}
