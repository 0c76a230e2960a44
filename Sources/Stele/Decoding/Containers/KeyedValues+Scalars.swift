// The standard library asks for these one by one; all do the same.

extension KeyedValues {
  /// Reads a scalar, with a short way for one that stands where it is expected and has its own type.
  @inline(__always)
  private func scalar<T: ReadableScalar>(_ type: T.Type, _ key: Key) throws -> T {
    if !keys.hasHistory, let value = try decoder.plainScalar(type, key.stringValue, keys) {
      return value
    }
    return try decode(type, forKey: key)
  }

  @inline(__always)
  private func scalarIfPresent<T: ReadableScalar>(_ type: T.Type, _ key: Key) throws -> T? {
    if !keys.hasHistory {
      let name = key.stringValue
      if let value = try decoder.plainScalar(type, name, keys) { return value }
      if let value = try decoder.plainOptionalScalar(type, name, keys) { return value }
      if try decoder.passAbsent(name, keys) { return nil }
    }
    return try decodeAnyIfPresent(type, forKey: key)
  }

  private func decodeAnyIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try decodeIfPresent(type, forKey: key)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(type, key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(type, key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(type, key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(type, key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(type, key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try scalarIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try scalarIfPresent(type, key)
  }
}

extension ValueDecoder {
  /// Reads a scalar that is where it is expected and of the type itself, or gives nil.
  func plainScalar<T: ReadableScalar>(
    _ type: T.Type, _ name: String, _ keys: LevelKeys
  ) throws -> T? {
    let place = expected
    guard keys.range.contains(place), place < slotCount else { return nil }
    // Safe: there is such a slot in the body, which is open.
    return unsafe try slots?[place]._withUnsafeGuaranteedRef { slot in
      guard slot.plan.code == T.code, slot.plan.isPlain, slot.name.isExactly(name),
        try slot.isPresent(presence, input)
      else { return nil }
      if keys.unaskedCount > 0 { keys.note(asked: place) }
      var reader = try directReader(at: place)
      let value = try T.readPlain(&reader)
      complete(place, at: reader.offset)
      return value
    }
  }

  /// Reads an optional scalar that is where it is expected and of the type itself, or gives no answer.
  func plainOptionalScalar<T: ReadableScalar>(
    _ type: T.Type, _ name: String, _ keys: LevelKeys
  ) throws -> T?? {
    let place = expected
    guard keys.range.contains(place), place < slotCount else { return nil }
    // Safe: as above.
    return unsafe try slots?[place]._withUnsafeGuaranteedRef { slot -> T?? in
      guard slot.plan.code == .optional, slot.plan.first?.code == T.code,
        slot.name.isExactly(name), try slot.isPresent(presence, input)
      else { return nil }
      if keys.unaskedCount > 0 { keys.note(asked: place) }
      var reader = try directReader(at: place)
      let value: T? = try reader.readByte() == 0 ? nil : try T.readPlain(&reader)
      complete(place, at: reader.offset)
      return .some(value)
    }
  }

  /// A reader at the value of a key of the body that is open.
  @inline(__always)
  private func directReader(at place: Int) throws(ArchiveError) -> CheckedBytes {
    guard place != nextPlace, let body else {
      var reader = input
      try reader.move(to: nextOffset)
      return reader
    }
    return try reader(at: place, in: body)
  }
}
