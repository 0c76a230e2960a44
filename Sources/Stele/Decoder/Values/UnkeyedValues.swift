/// The elements of a list or set, in sequence.
struct UnkeyedValues: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private let element: ArchivedType
  private let elementCount: Int
  private var input: ValidCursor
  private(set) var currentIndex = 0

  init(_ list: ArchivedValue, of decoder: ValueDecoder) throws {
    self.decoder = decoder
    let value = decoder.value
    var input = list.input
    let open = try value.atPath { session in
      guard !value.isNothing else { throw session.noValue([Any].self, at: 0) }
      return try session.openList(list.type, &input, as: [Any].self)
    }
    self.input = input
    element = open.element
    elementCount = open.count
    rememberEnd()
  }

  private var value: DecodingValue { decoder.value }

  var codingPath: [any CodingKey] { value.codingPath }
  var count: Int? { elementCount }
  var isAtEnd: Bool { currentIndex >= elementCount }

  private func rememberEnd() {
    if isAtEnd, !value.isRecord { value.rememberEnd(input) }
  }

  /// Checks that there is a further element.
  private func checkEnd(_ type: Any.Type) throws {
    guard isAtEnd else { return }
    throw value.atPath { session in
      session.path.push(.index(currentIndex))
      return session.atEnd(type)
    }
  }

  mutating func decodeNil() throws -> Bool {
    try checkEnd(Never?.self)
    guard value.session.types.isNil(ArchivedValue(type: element, input: input)) else {
      return false
    }
    skip()
    return true
  }

  private mutating func skip() {
    value.session.types.skip(element, &input)
    currentIndex += 1
    rememberEnd()
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try checkEnd(type)
    let decoder = try value.session.typeDecoder(of: type)
    // The program may catch an error, and read the element as another type.
    var reading = input
    let result = try value.atPath { session in
      session.path.push(.index(currentIndex))
      return try value.decode(decoder, element, &reading)
    }
    input = reading
    currentIndex += 1
    rememberEnd()
    return result
  }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    guard !isAtEnd, try !decodeNil() else { return nil }
    return try decode(type)
  }

  /// Returns a decoder of the next element.
  private func nested(_ type: Any.Type) throws -> ValueDecoder {
    try checkEnd(type)
    return try value.nested(
      ArchivedValue(type: element, input: input), at: .index(currentIndex))
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let nested = try nested(KeyedDecodingContainer<Key>.self)
    try nested.value.openAnything()
    let container = try nested.container(keyedBy: type, isNested: true)
    skip()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try nested((any UnkeyedDecodingContainer).self).unkeyedContainer()
    skip()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let nested = try nested((any Decoder).self)
    skip()
    return nested
  }
}

/// A value that a type decodes as a value of another type.
struct SingleValue: SingleValueDecodingContainer {
  let place: ArchivedValue
  let decoder: ValueDecoder

  private var value: DecodingValue { decoder.value }

  var codingPath: [any CodingKey] { value.codingPath }

  func decodeNil() -> Bool {
    guard value.session.types.isNil(place) else { return false }
    guard !value.isRecord else { return true }
    var input = place.input
    value.session.types.skip(place.type, &input)
    value.rememberEnd(input)
    return true
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try value.atPath { session in
      guard !value.isNothing else { throw session.noValue(type, at: 0) }
      var input = place.input
      let result = try value.decode(session.typeDecoder(of: type), place.type, &input)
      if !value.isRecord { value.rememberEnd(input) }
      return result
    }
  }
}

/// The keys of an object that a class decodes as the keys of another type.
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
      try session.checkStack()
      return try T(from: decoder)
    }
  }
}

// The generic functions are the ones that the protocols require for each scalar type, except for these, which would otherwise
// be the default implementations of the standard library, which throw.

extension UnkeyedValues {
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeAny(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeAny(type) }

  private mutating func decodeAny<T: Decodable>(_ type: T.Type) throws -> T { try decode(type) }
}

extension SingleValue {
  func decode(_ type: Int128.Type) throws -> Int128 { try decodeAny(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeAny(type) }

  private func decodeAny<T: Decodable>(_ type: T.Type) throws -> T { try decode(type) }
}

extension DecodingValue {
  /// Decodes a value for a container without keys, and moves the input to the end of the value.
  ///
  /// A value of another kind, or a collection of numbers of another kind, is refused if the type that is being decoded may have
  /// a choice: an enum for values of several types tries them in sequence, and the first that fits must be the one that was
  /// encoded. Types with a raw value, sequences and vectors of the decoded type have no choice.
  ///
  /// - Throws: `DecodingError`, or the error of an initialiser.
  func decode<T>(
    _ decoder: TypeDecoder<T>, _ type: ArchivedType, _ input: inout ValidCursor
  ) throws -> T {
    let whole = ArchivedValue(type: type, input: input)
    let conversions = session.conversions.count
    let result = try decoder.decode(type, &input, session)
    if session.conversions.count != conversions { try refuseConversion(to: T.self, whole) }
    return result
  }

  private func refuseConversion(to type: Any.Type, _ value: ArchivedValue) throws {
    let expected = DeclaredValue.unwrapped(type)
    guard
      isOfNumbers(type) || expected is any ArchiveScalarConvertible.Type
        || isReference(value) != (expected is AnyClass)
    else { return }
    // The type itself wrote the value, in place of an object.
    if let declaredType, session.types.match(declaredType, value.type) == .exact { return }
    let part: Any.Type? =
      switch declaredType {
      case is any ArchiveScalarConvertible.Type: nil
      case let type as any RawRepresentable.Type: rawType(type)
      case let type as any Sequence.Type: elementType(type)
      case let type as any SIMD.Type: scalarType(type)
      default: nil
      }
    guard part.map(DeclaredValue.unwrapped) == expected else {
      throw session.wrongType(
        type, value.type, at: value.input.offset,
        advice:
          "A type that reads a value without a key may choose by its kind, so it is not converted. "
          + (expected is AnyClass
            ? "If it was written in place of an object, call \(TypeName.inSource(expected))(from: decoder)."
            : "Decode the type of the archive and convert it, or let a type with one value be RawRepresentable.")
      )
    }
  }

  private func isOfNumbers(_ type: Any.Type) -> Bool {
    DeclaredValue.parts(of: type)?.contains { isOfNumbers($0) } ?? DeclaredValue.isNumber(type)
  }

  private func isReference(_ value: ArchivedValue) -> Bool {
    var input = value.input
    return session.types.unwrap(value.type, &input)?.isReference ?? false
  }

  private func rawType<T: RawRepresentable>(_ type: T.Type) -> Any.Type { T.RawValue.self }
  private func elementType<T: Sequence>(_ type: T.Type) -> Any.Type { T.Element.self }
  private func scalarType<T: SIMD>(_ type: T.Type) -> Any.Type { T.Scalar.self }
}
