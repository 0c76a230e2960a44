extension ValueDecoder: Decoder {
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var next: ValueDecoder? = self
    while let decoder = next {
      let parent = decoder.parent
      if let key = decoder.step.codingKey(in: parent) { path.append(key) }
      next = parent
    }
    return path.reversed()
  }

  var userInfo: [CodingUserInfoKey: Any] { graph.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let body = try openBody()
    // Most values have the keys of the one before.
    if let handed, handed.keyType == ObjectIdentifier(type), handed.level.isPlain,
      handed.level.keys === knownKeys
    {
      expected = handed.level.lowerBound
      return handed.container(keyedBy: type)
    }
    return try container(keyedBy: type, in: body, atMost: .max)
  }

  /// The keyed container of a level that is not below another.
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, atMost limit: Int
  ) throws -> KeyedDecodingContainer<Key> {
    try container(keyedBy: type, in: openBody(), atMost: limit)
  }

  private func container<Key: CodingKey>(
    keyedBy type: Key.Type, in body: ReadingBody, atMost limit: Int
  ) throws -> KeyedDecodingContainer<Key> {
    let ownLevel = objectClass?.level(ofKeyType: type) ?? 0
    let level = min(ownLevel, limit)
    let keys = levelKeys(level, in: body)
    if keys.mayHoldWhole, Key(stringValue: "") == nil, let whole = try whole(level) {
      return try nested(whole).container(keyedBy: type)
    }
    if body.isCase { unknownCase = nameOfUnknownCase(in: body, keys, type) }
    expected = keys.range.lowerBound
    if keys.hasHistory { try migrate(level, keys) }
    if let known = handedContainer(keyedBy: type, keys) { return known.container(keyedBy: type) }
    return makeContainer(
      KeyedLevel(
        level, keys, body, of: self, isByte: MemoryLayout<Key>.size <= 1,
        isLimited: level < ownLevel))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try unkeyedContainer(atMost: .max)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try singleValueContainer(atMost: .max)
  }

  /// The elements of a level that is not below another.
  func unkeyedContainer(atMost limit: Int) throws -> any UnkeyedDecodingContainer {
    guard let value = try whole(atMost: limit) else {
      throw Site(decoder: self, step: .here).hasKeys([Any].self)
    }
    return try UnkeyedValues(value, of: self)
  }

  /// The value of a level that is not below another.
  func singleValueContainer(atMost limit: Int) throws -> any SingleValueDecodingContainer {
    guard let value = try whole(atMost: limit) else {
      return KeysAsValue(decoder: self, level: limit)
    }
    return SingleValue(place: value, decoder: self)
  }

  /// The place of the value as a whole; nil for an object that has keys at the level that is asked for.
  private func whole(atMost limit: Int) throws -> WholeValue? {
    if use == .value, let plan { return WholeValue(plan: plan, offset: start) }
    guard let body else { return WholeValue.none }
    let ownLevel = (objectClass?.levels.count ?? 1) - 1
    guard limit < ownLevel else { return try whole(ownLevel) }
    // The class that wrote it had an encoder for itself, but a subclass may use its keys in the same level.
    return try whole(at: find("", levelKeys(limit, in: body), level: limit))
  }

  /// The place of what a class wrote without keys, or nil when it wrote keys.
  ///
  /// Such a value stands under the empty key (F.2), which is then the only one of the level.
  private func whole(_ level: Int) throws -> WholeValue? {
    guard let body else { return nil }
    let keys = levelKeys(level, in: body)
    guard keys.mayHoldWhole, try names(keys, level: level) == [""] else { return nil }
    return try whole(at: find("", keys, level: level))
  }

  /// The case of an enum value, when the program has none of this name and nothing that stands for it.
  private func nameOfUnknownCase<Key: CodingKey>(
    in body: ReadingBody, _ keys: LevelKeys, _ type: Key.Type
  ) -> String? {
    guard let slot = body.slots.first, let name = keys.programName(of: slot, at: 0),
      Key(stringValue: name) == nil,
      keys.declaration?.archiveClass.unknownCase == nil
    else { return nil }
    return slot.name
  }

  /// What is wrong with an enum value whose case the program does not know, or nil for other values.
  ///
  /// A type that has asked which keys there are is an enum; one that asks for a key of its own is not.
  func failureOfUnknownCase() -> DecodingError? {
    guard let unknownCase else { return nil }
    let site = Site(decoder: self, step: .here)
    guard hasAskedForCases else {
      return site.wrongType(
        [String: Any].self, plan ?? ReadingPlan.make(.enumeration(unknownCase)), at: start)
    }
    return site.failure(
      .unknownCase(unknownCase), at: start, "The enum has no case \(unknownCase).")
  }
}

/// A value that is not taken apart by keys.
struct WholeValue {
  /// The type.
  let plan: ReadingPlan
  /// Where it stands.
  let offset: Int

  /// A nil, for decoders of keys that are not there.
  static var none: WholeValue {
    WholeValue(plan: ReadingPlan.make(.optional(.any)), offset: 0)
  }
}
