extension ValueDecoder {
  /// A decoder of the value of a key, for a container of its own.
  func nested(_ name: String, _ keys: LevelKeys, level: Int) throws -> ValueDecoder? {
    guard let value = try whole(at: find(name, keys, level: level)) else { return nil }
    return try nested(value, at: .key(name))
  }

  /// A decoder of a value.
  func nested(_ value: WholeValue, at step: PathStep = .here) throws -> ValueDecoder {
    var reading = input
    try reading.move(to: value.offset)
    let nested = ValueDecoder(graph: graph, for: .value)
    nested.begin(value.plan, reading, nil, at: Site(decoder: self, step: step))
    nested.keepOuter()
    return nested
  }

  /// The keys of the value, which may be an object.
  ///
  /// A program may look into an object before it decodes it, to find out what it is. It finds the keys of all levels; where two
  /// have the same name, that of the subclass.
  func containerOfAnything<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard let plan, plan.isWrapped || plan.isReference || plan.code == .weak else {
      return try container(keyedBy: type)
    }
    var reader = input
    try reader.move(to: start)
    if let inner = try graph.unwrap(plan, &reader), inner.isReference || inner.code == .weak {
      try begin(recordOf: try graph.readReference(inner, &reader))
    }
    return try container(keyedBy: type)
  }

  /// A decoder of a value that is not there.
  func missingValue(_ name: String) -> ValueDecoder {
    let nested = ValueDecoder(graph: graph, for: .step)
    nested.begin(at: Site(decoder: self, step: .key(name)))
    nested.keepOuter()
    return nested
  }

  /// Whether the archive has a value for a key.
  func hasValue(_ name: String, _ keys: LevelKeys, level: Int) throws(ArchiveError) -> Bool {
    if case .none = try find(name, keys, level: level) { return false }
    return true
  }

  /// The names of all keys that have a value, as the program calls them.
  func names(_ keys: LevelKeys, level: Int) throws(ArchiveError) -> [String] {
    guard let body else { return [] }
    var names: [String] = []
    for place in keys.range where place != keys.overflow {
      let slot = body.slots[place]
      guard try slot.isPresent(presence, input), let name = keys.programName(of: slot, at: place)
      else { continue }
      names.append(name)
    }
    for pair in try overflowPairs(keys, level) { names.append(pair.name) }
    return names
  }
}
