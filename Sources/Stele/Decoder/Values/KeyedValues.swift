/// The keys of one level of an object, or of a struct or enum.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let value: DecodingValue
  let level: Int

  var codingPath: [any CodingKey] { value.codingPath }

  @inline(__always)
  func select() {
    if value.keys.level != level { value.keys.select(level) }
  }

  var allKeys: [Key] {
    select()
    let isEnumeration = value.keys.levelPlan.body.kind == .enum
    if isEnumeration { value.keys.hasAskedForCases = true }
    let other = isEnumeration ? value.keys.levelPlan.declaration?.archiveClass.unknownCase : nil
    return value.keys.names().compactMap { name in
      Key(stringValue: name) ?? other.flatMap { Key(stringValue: $0) }
    }
  }

  func contains(_ key: Key) -> Bool {
    select()
    return value.withKeys { keys in
      keys.substitute(for: key.stringValue, admitsNil: true) != nil
        || keys.find(key.stringValue) != nil
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    select()
    return try value.withKeys { keys in
      guard let whole = keys.find(key.stringValue)?.value else {
        if let value = keys.substitute(for: key.stringValue, admitsNil: true) {
          return DeclaredValue.isNil(value)
        }
        throw keys.missing(key)
      }
      return keys.session.types.isNil(whole)
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    select()
    if value.keys.isExpected(key), value.keys.isPresent(),
      let decoder = value.keys.knownDecoder(of: type)
    {
      return try value.decode(decoder)
    }
    return try decodeSlowly(type, forKey: key)
  }

  @inline(never)
  private func decodeSlowly<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try value.withKeys { keys in
      if KeyCursor.holdsUnknownKeys(type) { return try keys.unknownKeys(as: type) }
      if keys.seek(key) { return try keys.value(as: type) }
      guard let found = try keys.anyValue(as: type, key.stringValue) else {
        throw keys.missing(key)
      }
      return found
    }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    select()
    if value.keys.isExpected(key) {
      if !value.keys.isPresent() {
        if value.keys.isSimple { return nil }
      } else if let decoder = value.keys.knownDecoderIfPresent(of: type) {
        return try value.decode(decoder)
      }
    }
    return try decodeIfPresentSlowly(type, forKey: key)
  }

  @inline(never)
  private func decodeIfPresentSlowly<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try value.withKeys { keys in
      if KeyCursor.holdsUnknownKeys(type) { return try keys.unknownKeys(as: type) }
      if keys.seek(key) { return try keys.valueIfPresent(as: type) }
      return try Self.decodeIfPresentByName(type, key, &keys)
    }
  }

  /// Decodes the value of a key that `seek(_:)` has not found, or nil if there is none.
  private static func decodeIfPresentByName<T: Decodable>(
    _ type: T.Type, _ key: Key, _ keys: inout KeyCursor
  ) throws -> T? {
    let name = key.stringValue
    guard keys.mayBeFound(byName: name) else { return nil }
    if keys.levelPlan.hasHistory {
      if let found = try keys.valueIfPresentWithHistory(as: type, name) { return found }
    } else {
      if let found = try keys.valueIfPresent(as: type, at: keys.find(name), name) { return found }
    }
    if let failure = keys.failureOfUnknownCase(), keys.find(name) == nil { throw failure }
    return nil
  }

  /// Decodes a scalar, which as a rule is a plain one.
  @inline(__always)
  func scalar<S: DecodableScalar>(_ type: S.Type, _ key: Key) throws -> S {
    if value.keys.level == level, value.keys.isExpected(key), value.keys.isPlain(S.code),
      value.keys.isPresent()
    {
      return value.keys.plain(as: type)
    }
    return try other(type, key)
  }

  /// Decodes a value by the function for values of any type.
  private func other<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try decode(type, forKey: key)
  }

  /// Decodes a scalar that may be nil or missing.
  @inline(__always)
  func ifPresent<S: DecodableScalar>(_ key: Key) throws -> S? {
    if value.keys.level == level, value.keys.isExpected(key), value.keys.isPlainOptional(S.code) {
      if value.keys.isPresent() { return value.keys.plainIfPresent(as: S.self) }
      if value.keys.isSimple { return nil }
    }
    return try decodeIfPresent(S.self, forKey: key)
  }
}

extension KeyedValues {
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let nested = try inner(key)
    try nested.value.openAnything()
    return try nested.container(keyedBy: type, isNested: true)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  /// Returns the decoder of the superclass: for the levels above in the same record, if there are any.
  func superDecoder() throws -> any Decoder {
    try superclasses ?? nested(Self.superName) ?? value.missing(Self.superName)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try nestedOrLevels(key.stringValue) ?? value.missing(key.stringValue)
  }

  /// The name of the key for the values of `superEncoder()`, as in other formats.
  private static var superName: String { "super" }

  /// The decoder of the levels above, unless they have no keys and the superclass is under its own key.
  ///
  /// An object that was written as a value has the keys of all its classes at one level. Its superclass is then under its own
  /// key if it was given its own encoder.
  private var superclasses: ValueDecoder? {
    guard level > 0 else { return value.superclasses }
    select()
    if value.keys.find(Self.superName) != nil, !value.isRecord || value.keys.hasNoKeysAbove() {
      return nil
    }
    return ValueDecoder(value, atMost: level - 1)
  }

  private func nested(_ name: String) throws -> ValueDecoder? {
    select()
    let levelPlan = value.keys.levelPlan
    let payload = levelPlan.hasHistory ? levelPlan.payload : nil
    guard let whole = value.keys.find(name)?.value else { return nil }
    let nested = try value.nested(whole, at: .key(name), payload)
    if payload != nil { nested.value.open(with: value.keys.replacements(ofCase: name)) }
    if levelPlan.hasHistory, levelPlan.body.kind != .enum, !value.keys.plan.isChecked {
      nested.value.declaring = value.keys.makeExtras()
    }
    return nested
  }

  private func nestedOrLevels(_ name: String) throws -> ValueDecoder? {
    if let nested = try nested(name) { return nested }
    guard name == Self.superName else { return nil }
    return level > 0 ? ValueDecoder(value, atMost: level - 1) : value.superclasses
  }

  private func inner(_ key: Key) throws -> ValueDecoder {
    if let nested = try nestedOrLevels(key.stringValue) { return nested }
    let levelPlan = value.keys.levelPlan
    if levelPlan.declaration?.archiveClass.unknownCase?.isExactly(key.stringValue) == true,
      levelPlan.body.kind == .enum, let nested = try nested(levelPlan.name(0))
    {
      return nested
    }
    throw value.withKeys { $0.missing(key) }
  }
}

// The protocol requires functions for each scalar type, all of which do the same. One generic function serves for all of them, except
// where the standard library has a function, which the compiler would choose before a generic one.

extension KeyedValues {
  @inline(__always)
  func decode<S: DecodableScalar>(_ type: S.Type, forKey key: Key) throws -> S {
    try scalar(type, key)
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }

  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try ifPresent(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try ifPresent(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try ifPresent(key) }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try ifPresent(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try ifPresent(key) }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try ifPresent(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try ifPresent(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try ifPresent(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try ifPresent(key) }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try ifPresent(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try ifPresent(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try ifPresent(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try ifPresent(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try ifPresent(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try ifPresent(key) }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try ifPresent(key) }
}
