/// The keyed container of a synthesised `encode(to:)`.
struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: KeyedOutput

  private var cell: ValueCell { output.cell }

  var codingPath: [any CodingKey] { cell.codingPath }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar, _ key: Key, isOptional: Bool = false) {
    let cell = output.cell
    let token = KeyToken(key, access: output.number)
    let start = cell.buffer.count
    value.write(to: cell.buffer)
    if cell.state.keys.pass(token, type: Scalar.typeIndex, start: start) { return }
    remember(key, token, type: Scalar.typeIndex, start: start, isOptional: isOptional)
  }

  @inline(never)
  private func remember(_ key: Key, _ token: KeyToken, type: Int, start: Int, isOptional: Bool) {
    cell.remember(place(of: key, token), type: type, start: start, isOptional: isOptional)
  }

  /// Returns the place of a key that was not recognised by its token.
  private func place(of key: Key, _ token: KeyToken) -> Int {
    if cell.isRecord, key.stringValue.isEmpty {
      return cell.placeOfEmptyKey(level: output.level)
    }
    return cell.place(of: token, { key.stringValue }, key.intValue, level: output.level)
  }

  private func place(of key: Key) -> Int { place(of: key, KeyToken(key, access: output.number)) }

  func encodeNil(forKey key: Key) throws {
    let start = cell.buffer.count
    cell.buffer.write(byte: 0)
    cell.remember(
      place(of: key), type: try cell.session.optional(of: ClassTableWriter.never), start: start)
  }

  // One function for the requirements of all scalars; those of 128 bits and the optional ones have a function of the standard library,
  // which the compiler would choose before a generic one.
  @inline(__always)
  func encode<Scalar: WireScalar>(_ value: Scalar, forKey key: Key) throws { put(value, key) }

  func encode(_ value: Int128, forKey key: Key) throws { put(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { put(value, key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try put(value, key, isOptional: false)
  }

  @inline(__always)
  private func put<T: Encodable>(_ value: T, _ key: Key, isOptional: Bool) throws {
    let cell = output.cell
    let token = KeyToken(key, access: output.number)
    if cell.state.keys.expects(token), try cell.putAgain(value) { return }
    try cell.put(value, level: output.level, isOptional: isOptional) { place(of: key, token) }
  }

  private func putAbsence<T: Encodable>(of type: T.Type, _ key: Key) throws {
    let token = KeyToken(key, access: output.number)
    if cell.state.keys.passOver(token) { return }
    let session = cell.session
    let encoder = try session.anyEncoder(of: type)
    guard encoder.role != .keys else { return }
    try cell.rememberAbsence(of: place(of: key, token)) { try session.knownType(of: encoder) }
  }

  @inline(__always)
  private func putIfPresent<Scalar: WireScalar>(_ value: Scalar?, _ key: Key) {
    if let value { return put(value, key, isOptional: true) }
    let token = KeyToken(key, access: output.number)
    if cell.state.keys.passOver(token) { return }
    cell.rememberAbsence(of: place(of: key, token)) { Scalar.typeIndex }
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
    let isPresent: Void? = try withContent(of: value) { try put(copy $0, key, isOptional: true) }
    if isPresent == nil { try putAbsence(of: T.self, key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    child(key, .keyed).container(keyedBy: keyType, isNested: true)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    child(key, .list).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let level = output.level
    if cell.isRecord, level > 0 { return LevelEncoder(encoder: cell.encoder, level: level - 1) }
    return superEncoder(at: cell.place(ofKey: "super", level: level))
  }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(at: place(of: key)) }

  /// Returns the encoder of a key, which is the same one each time, unless it has a value without keys.
  private func superEncoder(at place: Int) -> any Encoder {
    let known =
      cell.state.assembly.child(ofKey: place, .keyed)
      ?? cell.state.assembly.child(ofKey: place, .empty)
    let encoder = known ?? cell.makeChild(ofKey: place)
    encoder.cell.standForSuperclasses(below: output.level)
    return encoder
  }

  /// Returns the container of a key, which is the same one each time.
  private func child(_ key: Key, _ mode: ValueState.Mode) -> ValueEncoder {
    let place = place(of: key)
    return cell.state.assembly.child(ofKey: place, mode) ?? cell.makeChild(ofKey: place)
  }
}

/// The output of a keyed container: a single reference, which changes when the container is reused.
final class KeyedOutput {
  /// The value; its encoder is kept here if the program keeps the container.
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

  /// The level that the container writes; the body of an abandoned value has only one.
  var level: Int { min(accessLevel, cell.state.observed?.ownLevel ?? 0) }

  /// Keeps an encoder for a container that the program has kept.
  func keep(_ encoder: ValueEncoder, _ access: KeyAccess) {
    cell = encoder.cell
    kept = (encoder, access)
  }
}

/// The access by one type of coding keys, with the keyed container that is reused for it.
///
/// Making a container takes the standard library longer than writing a small value. So it is reused for the next value, unless
/// the program has kept it.
private final class ContainerAccess: KeyAccess {
  private let container: ReusedContainer
  private var output: KeyedOutput?
  /// Whether the container writes a value now.
  private var isInUse = false

  init<Key: CodingKey>(_ type: Key.Type, limit: Int, level: Int, number: Int) {
    container = .make(for: KeyedEncodingContainer<Key>.self, keys: type, level: level)
    super.init(type, limit: limit, level: level, number: number)
  }

  /// Returns the container for a value, by the type of keys that the access was made for.
  @inline(__always)
  func container<Key: CodingKey>(of encoder: ValueEncoder) -> KeyedEncodingContainer<Key> {
    canReuse(by: encoder.cell) ? container.copy() : make(for: encoder)
  }

  /// Directs the container to a value, or returns `false` if it cannot be reused.
  @inline(__always)
  private func canReuse(by cell: ValueCell) -> Bool {
    guard let output, !cell.state.isAbandoned else { return false }
    if isInUse { return output.cell == cell }
    output.cell = cell
    use(by: cell)
    return true
  }

  @inline(never)
  private func make<Key: CodingKey>(for encoder: ValueEncoder) -> KeyedEncodingContainer<Key> {
    let output = KeyedOutput(encoder.cell, self)
    let made = KeyedEncodingContainer(KeyedContainer<Key>(output: output))
    if self.output == nil, !encoder.cell.state.isAbandoned,
      container.keep(made, ContainerLayout.encoding)
    {
      self.output = output
      use(by: encoder.cell)
    } else {
      output.keep(encoder, self)
    }
    return made
  }

  private func use(by cell: ValueCell) {
    isInUse = true
    cell.state.hasContainer = true
  }

  /// Ends the use of the container, if it writes the value.
  @inline(__always)
  func end(_ value: ValueCell) {
    guard isInUse, output?.cell == value else { return }
    isInUse = false
    guard container.isHeldElsewhere else { return }
    // Further values that the program writes to the container are discarded.
    output?.keep(value.makeStray(), self)
    output = nil
    container.forget()
  }
}

extension ValueEncoder {
  /// Returns the keyed container for a body of the value, which writes no level below a limit.
  @inline(__always)
  func container<Key: CodingKey>(
    for body: ObservedBody, _ type: Key.Type, atMost limit: Int, isNested: Bool
  ) -> KeyedEncodingContainer<Key> {
    let access = body.access(by: type, atMost: limit) { level, number in
      if !isNested {
        cell.refuse(TypeDeclaration.misplacement(of: type, at: level, of: body.declarations))
      }
      return ContainerAccess(type, limit: limit, level: level, number: number)
    }
    // Safe: all accesses are made here, and of this class.
    return unsafe unsafeDowncast(access, to: ContainerAccess.self).container(of: self)
  }
}

extension ValueCell {
  /// Refuses a type with a history that is coded in place of the value.
  func refuse(_ reason: SteleCodingError.Reason?) {
    if let reason { fail(error(reason)) }
  }

  /// Ends the use of the keyed containers that are reused.
  func endContainers() {
    state.hasContainer = false
    guard let observed = state.observed, let first = observed.firstAccess else { return }
    // Safe: `container(for:_:atMost:isNested:)` makes all accesses, and of this class.
    unsafe unsafeDowncast(first, to: ContainerAccess.self).end(self)
    guard observed.hasFurtherAccesses else { return }
    for access in observed.furtherAccesses {
      // Safe: as the first access.
      unsafe unsafeDowncast(access, to: ContainerAccess.self).end(self)
    }
  }
}
