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

/// The access to the keys of a level by one type of coding keys, with the keyed container that is reused for it.
///
/// Making a container takes the standard library longer than all of the writing of a small value. So one whose value is
/// complete is reused, unless the program has kept it.
@safe
class KeyAccess {
  /// The type of the coding keys.
  final let type: ObjectIdentifier
  /// The lowest level that the container may write.
  final let limit: Int
  /// The level that it writes.
  final let level: Int
  /// The number among the accesses to the same instances, by which keys are told from those of other types.
  final let number: Int
  private let cell = Cell(State())

  private struct State {
    /// The container, as the reference that it is.
    var container: AnyObject?
    /// What it writes to.
    var output: KeyedOutput?
    /// Whether it writes a value now.
    var isInUse = false
  }

  fileprivate init(_ type: ObjectIdentifier, limit: Int, level: Int, number: Int) {
    self.type = type
    self.limit = limit
    self.level = level
    self.number = number
  }

  deinit { cell.free() }

  /// The container for a value, which is of the type that the access was made for.
  @inline(__always)
  final func container<Key: CodingKey>(of encoder: ValueEncoder) -> KeyedEncodingContainer<Key> {
    guard canReuse(by: encoder) else { return make(for: encoder) }
    // Safe: accesses are found by the type of their keys.
    return unsafe unsafeDowncast(self, to: TypedKeyAccess<KeyedEncodingContainer<Key>>.self).copy(
      cell.state.container)
  }

  /// Has the container write to a value, or returns false if it cannot.
  @inline(__always)
  private final func canReuse(by encoder: ValueEncoder) -> Bool {
    guard let output = cell.state.output, !encoder.cell.state.isAbandoned else { return false }
    if cell.state.isInUse { return output.cell == encoder.cell }
    output.cell = encoder.cell
    use(by: encoder)
    return true
  }

  @inline(never)
  private final func make<Key: CodingKey>(for encoder: ValueEncoder) -> KeyedEncodingContainer<Key>
  {
    let output = KeyedOutput(encoder.cell, self)
    let container = KeyedEncodingContainer(KeyedContainer<Key>(output: output))
    if cell.state.output == nil, !encoder.cell.state.isAbandoned,
      ContainerLayout.encoding.isOneReference(container)
    {
      // Safe: the container is one reference to an object, as was found out.
      cell.state.container = unsafe unsafeBitCast(container, to: AnyObject.self)
      cell.state.output = output
      use(by: encoder)
    } else {
      output.keep(encoder, self)
    }
    return container
  }

  private final func use(by encoder: ValueEncoder) {
    cell.state.isInUse = true
    encoder.cell.state.hasContainer = true
  }

  /// Ends the use of the container, if it is that of a value.
  @inline(__always)
  final func end(_ value: ValueCell) {
    guard cell.state.isInUse, cell.state.output?.cell == value else { return }
    cell.state.isInUse = false
    if !isKnownUniquelyReferenced(&cell.state.container) {
      // The program has kept the container: what it still writes leads nowhere.
      cell.state.output?.keep(value.encoder.makeStray(), self)
      cell.state.output = nil
      cell.state.container = nil
    }
  }
}

/// The access by one type of coding keys; the type of the container is a parameter so that the program need not look for its
/// metadata each time.
final class TypedKeyAccess<Container>: KeyAccess {
  init(_ type: Any.Type, limit: Int, level: Int, number: Int) {
    super.init(ObjectIdentifier(type), limit: limit, level: level, number: number)
  }

  @inline(never)
  fileprivate func copy(_ container: AnyObject?) -> Container {
    // Safe: it was noted as the reference that a container is.
    unsafe unsafeBitCast(container, to: Container.self)
  }
}

/// What a keyed container writes to: a single reference, which changes when the container is reused.
final class KeyedOutput {
  /// The value; its encoder is kept here when the program keeps the container.
  final var cell: ValueCell
  private let accessLevel: Int
  /// The number of the access.
  let number: Int
  private var kept: (encoder: ValueEncoder, access: KeyAccess)?

  init(_ cell: ValueCell, _ access: KeyAccess) {
    self.cell = cell
    number = access.number
    accessLevel = access.level
  }

  /// The level that the container writes; that of an encoder that leads nowhere has one level only.
  var level: Int { min(accessLevel, cell.encoder.observed?.ownLevel ?? 0) }

  /// Keeps an encoder for a container that the program has kept.
  func keep(_ encoder: ValueEncoder, _ access: KeyAccess) {
    cell = encoder.cell
    kept = (encoder, access)
  }
}
