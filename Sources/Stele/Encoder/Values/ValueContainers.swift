extension ValueEncoder: Encoder, GraphCoder {
  var userInfo: [CodingUserInfoKey: Any] { graph.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    container(keyedBy: type, atMost: .max)
  }

  /// The keyed container of a level that is not below another.
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, atMost limit: Int
  ) -> KeyedEncodingContainer<Key> {
    if mode != .keyed, !prepare(.keyed) {
      return stray(.keyed).container(keyedBy: type, atMost: limit)
    }
    guard let observed = cell.state.observed else {
      return stray(.keyed).container(keyedBy: type, atMost: limit)
    }
    if graph.recordsLevelUse { noteUse(type, atMost: limit) }
    return observed.container(type, atMost: limit, of: self)
  }

  /// Notes that a class of the object, or a superclass, has asked for a container.
  private func noteUse(_ type: Any.Type, atMost limit: Int) {
    if let observed, isRecord {
      graph.noteUse(of: observed, type, atMost: limit)
    } else {
      noteUseBySuperclass(type)
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if isRecord { return UnkeyedContainer(encoder: ownValue().beginning(.list)) }
    noteUseBySuperclass(nil)
    return UnkeyedContainer(encoder: prepare(.list) ? self : stray(.list))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    if isRecord { return SingleValueContainer(encoder: ownValue()) }
    noteUseBySuperclass(nil)
    return SingleValueContainer(encoder: self)
  }

  /// Whether this is the record of an object, which can only have keys.
  var isRecord: Bool { cell.state.nesting == 0 && observed?.isClass == true }

  /// Begins a mode, or returns false if the value has another one.
  func prepare(_ wanted: ValueState.Mode) -> Bool {
    if mode == wanted { return true }
    guard mode == .empty else {
      fail(
        error(
          .coderIsFinished, "containers of two kinds, or two values, were written for one value",
          hint: Self.containerHint))
      return false
    }
    guard wanted == .keyed else {
      cell.beginElements(wanted)
      return true
    }
    do {
      try beginKeyed()
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// The advice about a second container: as a rule, a type eraser has passed its encoder on.
  static var containerHint: String {
    "Use one container; encode another value with it, as in container.encode(value, forKey: .value), "
      + "in place of value.encode(to: encoder)."
  }

  /// The encoder of the value under the empty key of a level of a class, which for the own level is that of the class.
  fileprivate func ownValue(atMost limit: Int = .max) -> ValueEncoder {
    guard prepare(.keyed), let observed else { return stray(.empty) }
    let level = min(limit, observed.ownLevel)
    graph.noteUse(of: observed, nil, atMost: limit)
    return makeChild(
      ofKey: KeyPlace.at(level: level, key: observed.levels[level].number(ofKey: "")))
  }

  func beginning(_ mode: ValueState.Mode) -> ValueEncoder {
    _ = prepare(mode)
    return self
  }

  /// An encoder that leads nowhere, for a program that goes on after an error.
  func makeStray() -> ValueEncoder {
    let encoder = ValueEncoder(graph, buffer)
    encoder.abandon()
    return encoder
  }

  private func stray(_ mode: ValueState.Mode) -> ValueEncoder {
    let encoder = makeStray()
    if mode != .empty { _ = encoder.prepare(mode) }
    return encoder
  }
}

/// The encoder of the superclass levels of a record.
struct LevelEncoder: Encoder, GraphCoder {
  let encoder: ValueEncoder
  /// The lowest level that is written.
  let level: Int

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    encoder.container(keyedBy: type, atMost: level)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedContainer(encoder: encoder.ownValue(atMost: level).beginning(.list))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueContainer(encoder: encoder.ownValue(atMost: level))
  }
}

/// The elements of a value, for `Codable`.
struct UnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.cell.state.elements.starts.count }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar) {
    let cell = encoder.cell
    let start = cell.buffer.count
    value.write(to: cell.buffer)
    cell.noteElement(type: Scalar.typeIndex, start: start)
  }

  func encodeNil() throws {
    let start = encoder.buffer.count
    encoder.buffer.write(byte: 0)
    let type = try encoder.graph.optional(of: TypeTable.never)
    encoder.cell.noteElement(type: type, start: start)
  }

  func encode(_ value: Bool) throws { put(value) }
  func encode(_ value: String) throws { put(value) }
  func encode(_ value: Double) throws { put(value) }
  func encode(_ value: Float) throws { put(value) }
  func encode(_ value: Int) throws { put(value) }
  func encode(_ value: Int8) throws { put(value) }
  func encode(_ value: Int16) throws { put(value) }
  func encode(_ value: Int32) throws { put(value) }
  func encode(_ value: Int64) throws { put(value) }
  func encode(_ value: Int128) throws { put(value) }
  func encode(_ value: UInt) throws { put(value) }
  func encode(_ value: UInt8) throws { put(value) }
  func encode(_ value: UInt16) throws { put(value) }
  func encode(_ value: UInt32) throws { put(value) }
  func encode(_ value: UInt64) throws { put(value) }
  func encode(_ value: UInt128) throws { put(value) }

  func encode<T: Encodable>(_ value: T) throws {
    try encoder.cell.putElement(value, encoder.graph.encoder(of: T.self))
  }

  func encodeConditional<T: AnyObject & Encodable>(_ object: T) throws { try encode(object) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.makeElementChild().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.makeElementChild().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.makeElementChild().standingForSuperclasses(below: 0)
  }
}

/// The only value of a value, for `Codable`; it takes the place of the value that consists of it.
struct SingleValueContainer: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func begin() throws {
    guard encoder.mode == .empty else {
      encoder.fail(
        encoder.error(
          .coderIsFinished, "containers of two kinds, or two values, were written for one value",
          hint: ValueEncoder.containerHint))
      try encoder.throwFailure()
      return
    }
    encoder.mode = .single
  }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar) throws {
    try begin()
    value.write(to: encoder.buffer)
    encoder.single = Encoded(type: Scalar.typeIndex)
  }

  func encodeNil() throws {
    try begin()
    encoder.buffer.write(byte: 0)
    encoder.single = Encoded(type: try encoder.graph.optional(of: TypeTable.never))
  }

  func encode(_ value: Bool) throws { try put(value) }
  func encode(_ value: String) throws { try put(value) }
  func encode(_ value: Double) throws { try put(value) }
  func encode(_ value: Float) throws { try put(value) }
  func encode(_ value: Int) throws { try put(value) }
  func encode(_ value: Int8) throws { try put(value) }
  func encode(_ value: Int16) throws { try put(value) }
  func encode(_ value: Int32) throws { try put(value) }
  func encode(_ value: Int64) throws { try put(value) }
  func encode(_ value: Int128) throws { try put(value) }
  func encode(_ value: UInt) throws { try put(value) }
  func encode(_ value: UInt8) throws { try put(value) }
  func encode(_ value: UInt16) throws { try put(value) }
  func encode(_ value: UInt32) throws { try put(value) }
  func encode(_ value: UInt64) throws { try put(value) }
  func encode(_ value: UInt128) throws { try put(value) }

  func encode<T: Encodable>(_ value: T) throws {
    try begin()
    let cell = encoder.cell
    let start = cell.buffer.count
    do {
      let context = ValueContext(
        cell: cell, depth: cell.state.depth, list: cell.state.list,
        omitsEntry: cell.state.omitsEntry)
      encoder.single = try encoder.graph.encoder(of: T.self).encode(value, in: context)
    } catch {
      cell.buffer.truncate(to: start)
      encoder.mode = .empty
      throw error
    }
  }
}

// Superclasses of an object that write to containers inside of its record, instead of levels of it.

extension ValueEncoder {
  /// Has the encoder stand for the superclasses of an object, when a class of the object has asked for it.
  ///
  /// The levels that write something are then noted.
  ///
  /// - Parameter level: The level of the class, where that is known.
  /// - Returns: The encoder.
  func standingForSuperclasses(below level: Int) -> ValueEncoder {
    superclassLimit = outer?.limitOfSuperclasses(below: level) ?? -1
    // Whether it writes anything there is its own affair.
    if superclassLimit >= 0 { graph.noteUseOfTopmost() }
    return self
  }

  /// The lowest level of an object that a super encoder of one of its containers may stand for, or -1 when the container is that
  /// of a value.
  private func limitOfSuperclasses(below level: Int) -> Int {
    guard graph.recordsLevelUse else { return -1 }
    var (encoder, level) = (self, level)
    while !encoder.isRecord {
      if encoder.superclassLimit >= 0 { return max(0, encoder.superclassLimit - 1) }
      guard encoder.hasOwnBuffer, let outer = encoder.outer else { return -1 }
      level = KeyPlace.level(of: encoder.cell.state.place)
      encoder = outer
    }
    // A subclass may use the keys of the topmost class.
    return max(0, (level > 0 ? level : encoder.observed?.ownLevel ?? 0) - 1)
  }

  /// Notes that a superclass of the object has asked for a container, if the encoder stands for one.
  func noteUseBySuperclass(_ keyType: Any.Type?) {
    guard superclassLimit >= 0 else { return }
    var record = self
    while let outer = record.outer { record = outer }
    if let observed = record.observed {
      graph.noteUse(of: observed, keyType, atMost: superclassLimit)
    }
  }
}
