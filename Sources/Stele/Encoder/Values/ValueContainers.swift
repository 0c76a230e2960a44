extension ValueEncoder: Encoder, GraphCoder {
  var codingPath: [any CodingKey] { cell.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    container(keyedBy: type, atMost: .max)
  }

  /// Returns a keyed container that writes no level below a limit; nested keys belong to the type of the enclosing value.
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, atMost limit: Int = .max, isNested: Bool = false
  ) -> KeyedEncodingContainer<Key> {
    guard cell.state.mode == .keyed || cell.prepare(.keyed), let observed = cell.state.observed
    else { return stray(.keyed).container(keyedBy: type, atMost: limit, isNested: true) }
    if session.recordsLevelUse { cell.rememberUse(type, atMost: limit) }
    return container(for: observed, type, atMost: limit, isNested: isNested)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if cell.isRecord { return UnkeyedContainer(encoder: ownValue(.list)) }
    cell.rememberUse(nil)
    return UnkeyedContainer(encoder: cell.prepare(.list) ? self : stray(.list))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    if cell.isRecord { return SingleValueContainer(encoder: ownValue(.empty)) }
    cell.rememberUse(nil)
    return SingleValueContainer(encoder: self)
  }

  /// Returns the encoder of the value under the empty key of a level; at the own level, that is the value of the class itself.
  fileprivate func ownValue(_ mode: ValueState.Mode, atMost limit: Int = .max) -> ValueEncoder {
    let value: ValueEncoder
    if cell.prepare(.keyed), let observed = cell.state.observed {
      let level = min(limit, observed.ownLevel)
      session.markUse(of: observed, nil, atMost: limit)
      let place = KeyPlace.at(level: level, key: observed.levels[level].number(ofKey: ""))
      if cell.state.assembly.children.contains(where: { $0.cell.state.place == place }) {
        cell.fail(cell.secondContainer)
      }
      value = cell.makeChild(ofKey: place)
    } else {
      value = cell.makeStray()
    }
    if mode != .empty { _ = value.cell.prepare(mode) }
    return value
  }

  private func stray(_ mode: ValueState.Mode) -> ValueEncoder {
    let encoder = cell.makeStray()
    _ = encoder.cell.prepare(mode)
    return encoder
  }
}

extension ValueCell {
  /// Begins a mode, or returns `false` if the value has another one.
  fileprivate func prepare(_ wanted: ValueState.Mode) -> Bool {
    if state.mode == wanted, wanted == .keyed { return true }
    guard state.mode == .empty else {
      fail(secondContainer)
      return false
    }
    guard wanted == .keyed else {
      beginElements(wanted)
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

  /// The error for a second container; usually a type eraser has passed its encoder on.
  fileprivate var secondContainer: EncodingError {
    error(
      .coderIsFinished,
      "containers of two kinds, or two without keys, were requested for one value",
      hint: isRecord
        ? "Use one container without keys for an object, or keyed containers in each of its classes."
        : "Use one container; encode another value with it, as in container.encode(value, forKey: .value), "
          + "in place of value.encode(to: encoder).")
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
    UnkeyedContainer(encoder: encoder.ownValue(.list, atMost: level))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueContainer(encoder: encoder.ownValue(.empty, atMost: level))
  }
}

struct UnkeyedContainer: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  private var cell: ValueCell { encoder.cell }

  var codingPath: [any CodingKey] { cell.codingPath }
  var count: Int { cell.state.elements.starts.count }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar) {
    let start = cell.buffer.count
    value.write(to: cell.buffer)
    cell.rememberElement(type: Scalar.typeIndex, start: start)
  }

  func encodeNil() throws {
    let start = cell.buffer.count
    cell.buffer.write(byte: 0)
    let type = try cell.session.optional(of: ClassTableWriter.never)
    cell.rememberElement(type: type, start: start)
  }

  // For all scalars, as in ``KeyedContainer``.
  @inline(__always)
  func encode<Scalar: WireScalar>(_ value: Scalar) throws { put(value) }

  func encode(_ value: Int128) throws { put(value) }
  func encode(_ value: UInt128) throws { put(value) }

  func encode<T: Encodable>(_ value: T) throws {
    try cell.putElement(value, cell.session.encoder(of: T.self))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    cell.makeElementChild().container(keyedBy: keyType, isNested: true)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    cell.makeElementChild().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let child = cell.makeElementChild()
    child.cell.standForSuperclasses(below: 0)
    return child
  }
}

/// The single value container of `Codable`; its content takes the place of the enclosing value.
struct SingleValueContainer: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  private var cell: ValueCell { encoder.cell }

  var codingPath: [any CodingKey] { cell.codingPath }

  private func begin() throws {
    guard cell.state.mode == .empty else {
      cell.fail(cell.secondContainer)
      return try cell.throwFailure()
    }
    cell.state.mode = .single
  }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar) throws {
    try begin()
    value.write(to: cell.buffer)
    cell.state.single = Encoded(type: Scalar.typeIndex)
  }

  func encodeNil() throws {
    try begin()
    cell.buffer.write(byte: 0)
    cell.state.single = Encoded(type: try cell.session.optional(of: ClassTableWriter.never))
  }

  // For all scalars, as in ``KeyedContainer``.
  @inline(__always)
  func encode<Scalar: WireScalar>(_ value: Scalar) throws { try put(value) }

  func encode(_ value: Int128) throws { try put(value) }
  func encode(_ value: UInt128) throws { try put(value) }

  func encode<T: Encodable>(_ value: T) throws {
    try begin()
    let start = cell.buffer.count
    do {
      let context = ValueContext(
        cell: cell, depth: cell.state.depth, list: cell.state.list)
      cell.state.single = try cell.session.encoder(of: T.self).encode(value, in: context)
    } catch {
      cell.buffer.truncate(to: start)
      cell.state.mode = .empty
      throw error
    }
  }
}

// MARK: Superclasses that write to containers inside the record of an object, instead of levels of it

extension ValueCell {
  /// Makes the encoder represent the superclasses of an object, if a class of the object has requested this encoder.
  ///
  /// The levels that write something are then remembered.
  ///
  /// - Parameter level: The level of the class, if it is known.
  func standForSuperclasses(below level: Int) {
    state.superclassLimit = state.outer?.limitOfSuperclasses(below: level) ?? -1
    // A superclass may write nothing.
    if state.superclassLimit >= 0 { session.markUseOfTopmost() }
  }

  /// Returns the lowest level of an object that a super encoder of one of its containers may stand for, or -1 if the container
  /// belongs to a value.
  private func limitOfSuperclasses(below level: Int) -> Int {
    guard session.recordsLevelUse else { return -1 }
    var (cell, level) = (self, level)
    while !cell.isRecord {
      if cell.state.superclassLimit >= 0 { return max(0, cell.state.superclassLimit - 1) }
      guard cell.hasOwnBuffer, let outer = cell.state.outer else { return -1 }
      level = KeyPlace.level(of: cell.state.place)
      cell = outer
    }
    // A subclass may use the keys of the topmost class.
    return max(0, (level > 0 ? level : cell.state.observed?.ownLevel ?? 0) - 1)
  }

  /// Remembers that a class of the object has made a container, in the record or with an encoder that stands for it.
  fileprivate func rememberUse(_ keyType: Any.Type?, atMost limit: Int = .max) {
    guard state.superclassLimit >= 0 || isRecord else { return }
    var record = self
    while let outer = record.state.outer { record = outer }
    if let observed = record.state.observed {
      session.markUse(of: observed, keyType, atMost: isRecord ? limit : state.superclassLimit)
    }
  }
}

// MARK: Paths and errors

extension ValueCell {
  /// The keys that lead from the object or root to the value.
  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var cell = self
    while let outer = cell.state.outer {
      if let key = outer.codingKey(of: cell.state.place) { path.append(key) }
      cell = outer
    }
    return path.reversed()
  }

  /// The keys that lead to the value that is being written inside this one.
  private var currentPath: [any CodingKey] {
    codingPath + (codingKey(of: state.current).map { [$0] } ?? [])
  }

  private func codingKey(of place: Int) -> (any CodingKey)? {
    switch state.mode {
    case .keyed:
      let (level, number) = (KeyPlace.level(of: place), KeyPlace.key(of: place))
      guard let levels = state.observed?.levels, levels.indices.contains(level),
        levels[level].keys.indices.contains(number)
      else { return nil }
      let key = levels[level].keys[number]
      return PathKey(stringValue: key.name, intValue: key.intValue)
    case .list, .set: return PathKey(index: place)
    case .map:
      return state.elements.mapKey.map { PathKey(mapKey: $0) }
        ?? PathKey(index: place)
    case .empty, .single, .finished: return nil
    }
  }

  /// The error for values of one container that were written inside each other.
  var disorder: EncodingError {
    error(.coderIsFinished, "a container was used while a value in it was still being written")
  }

  /// Returns the error for a reason at the value that is being written.
  func error(
    _ reason: SteleCodingError.Reason, _ detail: String? = nil, value: Any? = nil,
    hint: String? = nil
  ) -> EncodingError {
    let encoder = encoder
    let path = currentPath
    let object = encoder.session.currentObject
    var error = SteleCodingError(
      reason, object: object > 0 ? object : nil, className: encoder.graph.currentClassName,
      keyPath: SteleCodingError.text(of: path))
    error.detail = detail
    error.hint = hint
    return error.encodingError(value as Any, path)
  }
}
