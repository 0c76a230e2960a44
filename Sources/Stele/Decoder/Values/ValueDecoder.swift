/// The decoder that is passed to `init(from:)`: a handle of the value, or of the levels of a record above a subclass.
final class ValueDecoder: Decoder, GraphCoder {
  let value: DecodingValue
  /// The lowest level that is read.
  let limit: Int
  /// The decoder of the whole record, which is in use as long as this one is.
  private let whole: ValueDecoder?

  init(_ value: DecodingValue) {
    self.value = value
    limit = .max
    whole = nil
  }

  /// Makes the decoder of the levels from one on upwards.
  init(_ value: DecodingValue, atMost limit: Int) {
    self.value = value
    self.limit = limit
    whole = value.handle
  }

  var codingPath: [any CodingKey] { value.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { value.session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try container(keyedBy: type, isNested: false)
  }

  /// Returns a keyed container; the keys of a nested one belong to the type of the enclosing value.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, isNested: Bool
  ) throws -> KeyedDecodingContainer<Key> {
    try value.openBody()
    value.declaring?.keyTypes.append((-1, { Key(stringValue: $0) != nil }))
    let own = value.level(ofKeyType: type)
    let level = min(own, limit)
    if value.keys.level != level || value.keys.plan.joinsLevels { value.keys.select(level) }
    let levelPlan = value.keys.levelPlan
    guard levelPlan.isPlain, !levelPlan.mayHoldWhole else {
      return try container(type, level, levelPlan, isNested: isNested)
    }
    return try value.container(keyedBy: type, level: level, isNested: isNested)
  }

  private func container<Key: CodingKey>(
    _ type: Key.Type, _ level: Int, _ levelPlan: LevelPlan, isNested: Bool
  ) throws -> KeyedDecodingContainer<Key> {
    if levelPlan.mayHoldWhole, let whole = whole(level),
      Key(stringValue: "") == nil || value.session.types.hasKeys(whole)
    {
      let nested = try value.nested(whole)
      if level > 0 { nested.value.superclasses = ValueDecoder(value, atMost: level - 1) }
      return try nested.container(keyedBy: type, isNested: isNested)
    }
    if levelPlan.body.kind == .enum { rememberUnknownCase(type, levelPlan) }
    if levelPlan.hasHistory {
      try value.withKeys { try $0.migrate() }
      if let extras = value.keys.extras, extras.hasMigrated {
        extras.keyTypes.append((level, { Key(stringValue: $0) != nil }))
        // No call of the program marks the end of a payload.
        if value.isPayload { try value.withKeys { try $0.checkReplacements(extras) } }
      }
    }
    return try value.container(keyedBy: type, level: level, isNested: isNested)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let whole = try wholeValue() else {
      throw value.hasKeys([Any].self)
    }
    return try UnkeyedValues(whole, of: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard let whole = try wholeValue() else { return KeysAsValue(decoder: self) }
    return SingleValue(place: whole, decoder: self)
  }

  /// Returns the value as a whole; nil for an object that has keys at the requested level.
  private func wholeValue() throws -> ArchivedValue? {
    if let whole = value.whole { return whole }
    guard !value.isNothing else { return ArchivedValue(type: .any, input: ValidCursor()) }
    let own = (value.classDecoder?.declaredLevels.count ?? 1) - 1
    guard limit < own else { return whole(own) }
    // The class that wrote it had an encoder for itself, but a subclass may use its keys in the same level.
    value.keys.select(limit)
    return value.keys.find("")?.value
  }

  /// Returns the value of a class that wrote no keys, or nil if it wrote keys, or if the value is not an object.
  ///
  /// The value is under the empty key (F.2), which is then the only key of the level.
  private func whole(_ level: Int) -> ArchivedValue? {
    value.keys.select(level)
    guard value.keys.levelPlan.mayHoldWhole, value.keys.plan.body.kind == .record,
      value.keys.names() == [""]
    else { return nil }
    return value.keys.find("")?.value
  }

  /// Remembers the case of an enum value if the program has neither the case nor one for unknown cases.
  private func rememberUnknownCase<Key: CodingKey>(_ type: Key.Type, _ levelPlan: LevelPlan) {
    guard let name = levelPlan.programName(0), Key(stringValue: name) == nil,
      levelPlan.declaration?.archiveClass.unknownCase == nil
    else {
      value.keys.extras?.unknownCase = nil
      return
    }
    value.keys.makeExtras().unknownCase = levelPlan.name(0)
  }
}

extension DecodingValue {
  /// Returns the error of an object that has keys where another value was expected.
  func hasKeys(_ type: Any.Type) -> DecodingError {
    atPath { session in
      let found = ArchiveTypeDescriptor.reference(to: session.className(of: object))
      return .typeMismatch(
        type,
        session.context(
          .wrongType(found), at: keys.start, "Expected \(type), but the object has keys."))
    }
  }
}

extension DecodingSession {
  /// Decodes the value of a class that wrote no keys, as a type that is not a class; the input moves to the end of the
  /// reference.
  ///
  /// - Throws: `DecodingError` if the object has keys, or the error of the decoder.
  @inline(never)
  func decodeSingle<Value>(
    _ decoder: TypeDecoder<Value>, _ type: ArchivedType, _ input: inout ValidCursor
  ) throws -> Value {
    let offset = input.offset
    guard let type = types.unwrap(type, &input) else { throw noValue(Value.self, at: offset) }
    let mark = conversions.mark
    try checkStack()
    defer { conversions.end(mark) }
    let copy = try beginCopy(type, &input, as: Value.self)
    let plan = plans.anonymousPlan(ofRecord: copy.entry)
    var keys = KeyCursor(plan, copy.content, self)
    guard keys.names() == [""], let whole = keys.find("")?.value else {
      throw wrongType(Value.self, type, at: offset)
    }
    var value = whole.input
    return try decoder.decode(whole.type, &value, self)
  }

  /// Returns whether the object of a reference was written without keys.
  func isSingle(_ type: ArchivedType, _ input: ValidCursor) -> Bool {
    var input = input
    guard let (entry, content) = try? store.record(types.readReference(type, &input)) else {
      return false
    }
    var keys = KeyCursor(plans.anonymousPlan(ofRecord: entry), content, self)
    return keys.names() == [""]
  }
}
