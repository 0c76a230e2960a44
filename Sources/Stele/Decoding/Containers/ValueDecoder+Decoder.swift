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
    let level = objectClass?.level(ofKeyType: type) ?? 0
    let keys = levelKeys(level, in: body)
    if body.isCase { unknownCase = nameOfUnknownCase(in: body, keys, type) }
    expected = keys.range.lowerBound
    if keys.hasHistory { try migrate(level, keys) }
    if let known = handedContainer(keyedBy: type, keys) { return known.container(keyedBy: type) }
    return makeContainer(
      KeyedLevel(level, keys, body, of: self, isByte: MemoryLayout<Key>.size <= 1))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedValues(try whole(), of: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValue(place: try whole(), decoder: self)
  }

  /// The place of the value as a whole; for an object the value of the empty key.
  private func whole() throws -> WholeValue {
    if use == .value, let plan { return WholeValue(plan: plan, offset: start) }
    guard let body else { return .none }
    for level in (0..<body.levelCount).reversed() {
      for place in body.level(level) where body.slots[place].name.isEmpty {
        guard try body.slots[place].isPresent(presence, input) else { continue }
        return WholeValue(
          plan: body.slots[place].plan, offset: try reader(at: place, in: body).offset)
      }
    }
    throw Site(decoder: self, step: .here).failure(
      .missingKey(""), at: start, "The object has no value without keys.")
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
