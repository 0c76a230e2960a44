extension ValueEncoder: Encoder {
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
struct LevelEncoder: Encoder {
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
