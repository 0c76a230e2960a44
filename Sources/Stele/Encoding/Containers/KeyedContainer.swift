/// The keys of a value, for `Codable`.
struct KeyedContainer<Key: CodingKey>: ContainerMaking {
  private let output: KeyedOutput

  init(_ output: KeyedOutput) { self.output = output }

  private var frame: EncodingFrame { output.frame }
  private var table: KeyTable { output.table }

  var codingPath: [any CodingKey] { frame.codingPath }

  @inline(__always)
  private func put<Scalar: WireScalar>(_ value: Scalar, _ key: Key, isOptional: Bool = false) {
    let place = output.place(of: key)
    let run = output.run
    let start = run.buffer.count
    value.write(to: run.buffer)
    if run.pass(place, type: Scalar.planNumber, start: start) { return }
    run.frame.noteLater(place, type: Scalar.planNumber, start: start, isOptional: isOptional)
  }

  func encodeNil(forKey key: Key) throws {
    let start = frame.buffer.count
    frame.buffer.write(byte: 0)
    frame.note(
      output.place(of: key), type: try frame.core.optional(of: frame.core.unknownType),
      start: start)
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

  private func put<T: Encodable>(_ value: T, _ key: Key, isOptional: Bool) throws {
    if T.self == UnknownKeys.self, let unknown = value as? UnknownKeys {
      return try frame.write(unknown, level: table.level)
    }
    try frame.put(value, output.place(of: key), isOptional: isOptional)
  }

  private func putAbsence<T: Encodable>(of type: T.Type, _ key: Key) throws {
    guard type != UnknownKeys.self else { return }
    try frame.noteAbsence(of: output.place(of: key)) { try frame.core.route(for: type).guess }
  }

  @inline(__always)
  private func putIfPresent<Scalar: WireScalar>(_ value: Scalar?, _ key: Key) {
    if let value { return put(value, key, isOptional: true) }
    frame.noteAbsence(of: output.place(of: key)) { Scalar.planNumber }
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
    if frame.isRecord, table.level > 0 {
      return LevelEncoder(frame: frame, level: table.level - 1)
    }
    return frame.makeChild(ofKey: table.shape.number(ofKey: "super"), level: table.level)
      .standingForSuperclasses(below: table.level)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    frame.makeChild(ofKey: table.number(of: key), level: table.level)
      .standingForSuperclasses(below: table.level)
  }

  /// The container of a key, which is the same one whenever it is asked for.
  private func child(_ key: Key, _ mode: EncodingFrame.Mode) -> EncodingFrame {
    let place = (level: table.level, key: table.number(of: key))
    return frame.child(at: place, mode) ?? frame.makeChild(ofKey: place.key, level: place.level)
  }
}
