/// The keys of one level of an object, or of a struct or enum.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// What is read: a single reference, since the standard library copies containers for each key.
  let place: KeyedLevel

  private var decoder: ValueDecoder { place.decoder }
  private var keys: LevelKeys { place.keys }
  private var level: Int { place.number }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    decoder.hasAskedForCases = true
    return
      (try? decoder.names(keys, level: level).compactMap { name in
        Key(stringValue: name)
          ?? keys.declaration?.archiveClass.unknownCase.flatMap {
            decoder.body?.isCase == true ? Key(stringValue: $0) : nil
          }
      }) ?? []
  }

  func contains(_ key: Key) -> Bool {
    let name = key.stringValue
    if keys.hasHistory, decoder.substitute(for: name, keys, level) != nil { return true }
    return (try? decoder.hasValue(name, keys, level: level)) ?? false
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let name = key.stringValue
    guard let value = try decoder.whole(at: decoder.find(name, keys, level: level)) else {
      if keys.hasHistory, decoder.substitute(for: name, keys, level) != nil { return false }
      throw missing(key)
    }
    return try decoder.isNil(value)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let due = place.place(ofDue: key)
    if due >= 0, try place.isPresent(due),
      let (reader, plan) = unsafe place.reader(of: type, at: due, isOptional: false)
    {
      // Safe: the reader was made for the type; the graph and the body keep it and the plan.
      return try unsafe place.read(reader, plan, at: due, as: type)
    }
    return try decodeAnyhow(type, forKey: key)
  }

  private func decodeAnyhow<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if type == UnknownKeys.self,
      let unknown = decoder.takeUnknownKeys(keys, level) as? T
    {
      return unknown
    }
    let name = key.stringValue
    if keys.hasHistory {
      if let value = try decoder.readWithHistory(type, name, keys, level) { return value }
    } else if let value = try decoder.read(
      type, at: try decoder.find(name, keys, level: level), name)
    {
      return value
    }
    throw missing(key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let due = place.place(ofDue: key)
    if due >= 0 {
      if try !place.isPresent(due) {
        if type != UnknownKeys.self, place.pass(due) { return nil }
      } else if let (reader, plan) = unsafe place.reader(of: type, at: due, isOptional: true) {
        // Safe: the reader was made for optionals of the type; the graph and the body keep it and the plan.
        return try unsafe place.read(reader, plan, at: due, as: T?.self)
      }
    }
    return try decodeIfPresentAnyhow(type, forKey: key)
  }

  private func decodeIfPresentAnyhow<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    if type == UnknownKeys.self { return decoder.takeUnknownKeys(keys, level) as? T }
    let name = key.stringValue
    let place = try decoder.find(name, keys, level: level)
    if keys.hasHistory {
      if let value = try decoder.readIfPresentWithHistory(type, name, keys, level) { return value }
    } else if let value = try decoder.readIfPresent(type, at: place, name) {
      return value
    }
    if case .none = place, let failure = decoder.failureOfUnknownCase() { throw failure }
    return nil
  }

  private func missing(_ key: Key) -> DecodingError { decoder.missing(key, keys) }
}

extension KeyedValues {
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    if let nested = try decoder.nested(key.stringValue, keys, level: level) {
      return try nested.containerOfAnything(keyedBy: type)
    }
    return try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  /// The decoder of the superclass: that of the levels above in the same record, if there are any.
  func superDecoder() throws -> any Decoder {
    try superclasses ?? decoder.nested(Self.superName, keys, level: level)
      ?? decoder.missingValue(Self.superName)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try nested(key.stringValue) ?? decoder.missingValue(key.stringValue)
  }

  /// The name of the key that other formats have for what `superEncoder()` wrote.
  private static var superName: String { "super" }

  /// The decoder of the levels above, unless they have no keys and the superclass stands under a key of its own.
  private var superclasses: LevelDecoder? {
    get throws {
      guard level > 0 else { return nil }
      if try decoder.hasValue(Self.superName, keys, level: level),
        try decoder.hasNoKeys(above: level)
      {
        return nil
      }
      return LevelDecoder(decoder: decoder, level: level - 1)
    }
  }

  /// The decoder of the value of a key.
  private func nested(_ name: String) throws -> (any Decoder)? {
    if let nested = try decoder.nested(name, keys, level: level) { return nested }
    guard level > 0, name == Self.superName else { return nil }
    return LevelDecoder(decoder: decoder, level: level - 1)
  }

  private func inner(_ key: Key) throws -> any Decoder {
    if let nested = try nested(key.stringValue) { return nested }
    if keys.declaration?.archiveClass.unknownCase?.isExactly(key.stringValue) == true,
      decoder.body?.isCase == true, let name = decoder.body?.slots.first?.name,
      let nested = try decoder.nested(name, keys, level: level)
    {
      return nested
    }
    throw missing(key)
  }
}
