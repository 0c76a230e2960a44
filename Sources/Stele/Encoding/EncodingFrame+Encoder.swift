extension EncodingFrame: Encoder {
  var userInfo: [CodingUserInfoKey: Any] { core.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    container(keyedBy: type, atMost: .max)
  }

  /// The keyed container of a level that is not below another.
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, atMost limit: Int
  ) -> KeyedEncodingContainer<Key> {
    if mode != .keyed, !prepare(.keyed) {
      return detached(.keyed).container(keyedBy: type, atMost: limit)
    }
    guard let body else {
      // There is no shape only after an error, which the end of the value throws.
      return TypedKeyTable(LevelShape(name: ""), level: 0).container(of: detached(.empty))
    }
    let table = body.keyTable(type, atMost: limit)
    if nesting == 0 {
      if parent == nil { noteUse(of: body, type, atMost: limit) }
    } else if superclassLimit >= 0 {
      noteUseBySuperclass(type)
    }
    return table.container(of: self)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if isRecord { return UnkeyedContainer(frame: ownValue().beginning(.list)) }
    noteUseBySuperclass(nil)
    return UnkeyedContainer(frame: prepare(.list) ? self : detached(.list))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    if isRecord { return SingleValueContainer(frame: ownValue()) }
    noteUseBySuperclass(nil)
    return SingleValueContainer(frame: self)
  }

  /// Whether this is the record of an object, which can only have keys.
  var isRecord: Bool {
    parent == nil && body?.isClass == true
  }

  /// Begins a mode, or tells with false that the value has another one.
  func prepare(_ wanted: Mode) -> Bool {
    if mode == wanted { return true }
    guard mode == .empty else {
      noteMisuse()
      return false
    }
    switch wanted {
    case .keyed:
      do {
        try beginKeyed()
      } catch {
        failure = failure ?? error
        return false
      }
    default: beginElements(wanted, guesses: (core.unknownType, core.unknownType))
    }
    return true
  }

  /// Notes that the program has asked for containers of two kinds.
  func noteMisuse() {
    failure =
      failure
      ?? error(
        .coderIsFinished, "Containers of two kinds, or two values, were written for one value.")
  }

  /// The frame of the value under the empty key of the own level of a class.
  private func ownValue() -> EncodingFrame {
    guard prepare(.keyed), let body = body else { return detached(.empty) }
    noteUse(of: body, nil)
    let level = body.ownLevel
    return makeChild(ofKey: body.levels[level].number(ofKey: ""), level: level)
  }

  func beginning(_ mode: Mode) -> EncodingFrame {
    _ = prepare(mode)
    return self
  }

  /// A frame that leads nowhere, for a program that goes on after an error.
  private func detached(_ mode: Mode) -> EncodingFrame {
    let frame = EncodingFrame(core, buffer: buffer)
    frame.abandon()
    frame.run.state.isDetached = true
    frame.begin(nil, to: frame.buffer)
    frame.take(BodyShape(.structure, [LevelShape(name: "value")], type: core.unknownType))
    if mode != .empty { _ = frame.prepare(mode) }
    return frame
  }
}

/// The encoder of the superclass levels of a record.
struct LevelEncoder: Encoder {
  let frame: EncodingFrame
  /// The lowest level that is written.
  let level: Int

  var codingPath: [any CodingKey] { frame.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { frame.core.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    frame.container(keyedBy: type, atMost: level)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedContainer(frame: ownValue().beginning(.list))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueContainer(frame: ownValue())
  }

  private func ownValue() -> EncodingFrame {
    let levels = frame.body?.levels ?? []
    let key = levels.indices.contains(level) ? levels[level].number(ofKey: "") : 0
    if let body = frame.body { frame.noteUse(of: body, nil, atMost: level) }
    return frame.makeChild(ofKey: key, level: level)
  }
}
