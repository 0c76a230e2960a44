/// The keys of a value, for `Codable`.
struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: KeyedOutput

  private var encoder: ValueEncoder { output.cell.encoder }

  var codingPath: [any CodingKey] { encoder.codingPath }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar, _ key: Key, isOptional: Bool = false) {
    let cell = output.cell
    let token = KeyToken(key, access: output.number)
    let start = cell.buffer.count
    value.write(to: cell.buffer)
    if cell.state.keys.pass(token, type: Scalar.typeIndex, start: start) { return }
    note(key, token, type: Scalar.typeIndex, start: start, isOptional: isOptional)
  }

  @inline(never)
  private func note(_ key: Key, _ token: KeyToken, type: Int, start: Int, isOptional: Bool) {
    encoder.note(place(of: key, token), type: type, start: start, isOptional: isOptional)
  }

  /// The place of a key that was not recognised by its token.
  private func place(of key: Key, _ token: KeyToken) -> Int {
    let encoder = encoder
    if encoder.isRecord, key.stringValue.isEmpty {
      return encoder.placeOfEmptyKey(level: output.level)
    }
    return encoder.place(of: token, { key.stringValue }, key.intValue, level: output.level)
  }

  /// The place of a key.
  private func place(of key: Key) -> Int { place(of: key, KeyToken(key, access: output.number)) }

  func encodeNil(forKey key: Key) throws {
    let start = encoder.buffer.count
    encoder.buffer.write(byte: 0)
    encoder.note(
      place(of: key), type: try encoder.graph.optional(of: TypeTable.never), start: start)
  }

  func encode(_ value: Bool, forKey key: Key) throws { put(value, key) }
  func encode(_ value: String, forKey key: Key) throws { put(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { put(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { put(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { put(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { put(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { put(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { put(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { put(value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { put(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { put(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { put(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { put(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { put(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { put(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { put(value, key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try put(value, key, isOptional: false)
  }

  @inline(__always)
  private func put<T: Encodable>(_ value: T, _ key: Key, isOptional: Bool) throws {
    let cell = output.cell
    let token = KeyToken(key, access: output.number)
    if cell.state.keys.expects(token), try cell.putAgain(value) { return }
    try putFirst(value, key, token, isOptional: isOptional)
  }

  @inline(never)
  private func putFirst<T: Encodable>(
    _ value: T, _ key: Key, _ token: KeyToken, isOptional: Bool
  ) throws {
    if T.self == UnknownKeys.self, let unknown = value as? UnknownKeys {
      return try encoder.write(unknown, level: output.level)
    }
    try encoder.put(value, place(of: key, token), isOptional: isOptional)
  }

  private func putAbsence<T: Encodable>(of type: T.Type, _ key: Key) throws {
    guard type != UnknownKeys.self else { return }
    let token = KeyToken(key, access: output.number)
    if output.cell.state.keys.passOver(token) { return }
    let encoder = encoder
    try encoder.noteAbsence(of: place(of: key, token)) {
      try encoder.graph.encoder(of: type).knownType(encoder.graph)
    }
  }

  @inline(__always)
  private func putIfPresent<Scalar: WireScalar>(_ value: Scalar?, _ key: Key) {
    if let value { return put(value, key, isOptional: true) }
    let token = KeyToken(key, access: output.number)
    if output.cell.state.keys.passOver(token) { return }
    encoder.noteAbsence(of: place(of: key, token)) { Scalar.typeIndex }
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { putIfPresent(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { putIfPresent(value, key) }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value {
      try put(value, key, isOptional: true)
    } else {
      try putAbsence(of: T.self, key)
    }
  }

  func encodeConditional<T: AnyObject & Encodable>(_ object: T, forKey key: Key) throws {
    try encode(object, forKey: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    child(key, .keyed).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key, .list).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let (encoder, level) = (encoder, output.level)
    if encoder.isRecord, level > 0 { return LevelEncoder(encoder: encoder, level: level - 1) }
    return superEncoder(at: encoder.place(ofKey: "super", level: level))
  }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(at: place(of: key)) }

  /// The encoder of a key, which is the same one whenever it is asked for, unless it has a value without keys.
  private func superEncoder(at place: Int) -> any Encoder {
    let known = encoder.child(at: place, .keyed) ?? encoder.child(at: place, .empty)
    return (known ?? encoder.makeChild(ofKey: place)).standingForSuperclasses(below: output.level)
  }

  /// The container of a key, which is the same one whenever it is asked for.
  private func child(_ key: Key, _ mode: ValueState.Mode) -> ValueEncoder {
    let place = place(of: key)
    return encoder.child(at: place, mode) ?? encoder.makeChild(ofKey: place)
  }
}
