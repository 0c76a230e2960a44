/// A value that a type decodes as another one.
struct SingleValue: SingleValueDecodingContainer {
  let place: KeyCursor.Whole
  let decoder: ValueDecoder

  private var value: DecodingValue { decoder.value }

  var codingPath: [any CodingKey] { value.codingPath }

  func decodeNil() -> Bool { value.session.isNil(place) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try value.atPath { session in
      guard !value.isNothing else { throw session.noValue(type, at: 0) }
      var input = place.input
      let result = try value.decode(session.typeDecoder(of: type), place.type, &input)
      if !value.isRecord { value.noteEnd(input) }
      return result
    }
  }
}

/// The keys of an object that a class decodes as those of another type.
struct KeysAsValue: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  private var value: DecodingValue { decoder.value }

  var codingPath: [any CodingKey] { value.codingPath }

  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // These have no keys, or would be another object.
    guard !(type is any DecodableScalar.Type), !(type is any LateDecodable.Type),
      !(type is AnyClass)
    else { throw value.hasKeys(type) }
    return try value.atPath { session in
      try session.enter()
      defer { session.leave() }
      return try T(from: decoder)
    }
  }
}

extension DecodingSession {
  /// Whether a value is nil.
  func isNil(_ value: KeyCursor.Whole) -> Bool {
    var type = value.type
    guard type.isWrapped || type.isNilReference else { return false }
    guard value.input.offset > 0 else { return true }
    var input = value.input
    type = unwrapJoined(type, &input)
    // Only the outermost optional counts.
    if type.isWrapped { return input.readByte() == 0 }
    return type.isNilReference && store.readReference(type, &input) == 0
  }
}
