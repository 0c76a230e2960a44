extension DecodingValue {
  /// Decodes a value for a container without keys.
  ///
  /// A value of another kind, or a collection of numbers of another kind, is refused if the type that is being decoded has a
  /// choice: an enum for values of several types tries one after the other, and the first that fits must be the one that was
  /// encoded. A type whose stored properties are all of the decoded type has no choice.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the type.
  ///   - type: The type in the archive.
  ///   - input: The value; afterwards, its end.
  /// - Returns: The value.
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
      NumberType.isOfNumbers(type) || expected is any ArchiveScalarConvertible.Type
        || isReference(value) != (expected is AnyClass)
    else { return }
    let declared = declaredType
    if !(declared is any ArchiveScalarConvertible.Type) {
      if let declared = declared as? any RawRepresentable.Type, rawType(declared) == expected {
        return
      }
      let properties = declared.flatMap { StoredProperty.own(of: $0) } ?? []
      if !properties.isEmpty,
        properties.allSatisfy({ DeclaredValue.unwrapped($0.type) == expected })
      {
        return
      }
    }
    throw session.wrongType(type, value.type, at: value.input.offset)
  }

  private func isReference(_ value: ArchivedValue) -> Bool {
    var input = value.input
    return session.types.unwrap(value.type, &input)?.isReference ?? false
  }

  private func rawType<T: RawRepresentable>(_ type: T.Type) -> Any.Type { T.RawValue.self }
}

/// Recognises types that consist of numbers.
private enum NumberType {
  static func isOfNumbers(_ type: Any.Type) -> Bool {
    switch type {
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: true
    case let type as any NumberCollection.Type: type.parts.contains { isOfNumbers($0) }
    default: false
    }
  }
}

private protocol NumberCollection {
  static var parts: [Any.Type] { get }
}

extension Optional: NumberCollection {
  fileprivate static var parts: [Any.Type] { [Wrapped.self] }
}

extension Array: NumberCollection {
  fileprivate static var parts: [Any.Type] { [Element.self] }
}

extension Set: NumberCollection {
  fileprivate static var parts: [Any.Type] { [Element.self] }
}

extension Dictionary: NumberCollection {
  fileprivate static var parts: [Any.Type] { [Key.self, Value.self] }
}

extension DecodingSession {
  /// Decodes the value of a class that wrote no keys, as a type that is no class.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the type.
  ///   - type: The type of the reference to the object.
  ///   - input: The reference; afterwards its end.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if the object has keys, or the error of the decoder.
  @inline(never)
  func decodeSingle<Value>(
    _ decoder: TypeDecoder<Value>, _ type: ArchivedType, _ input: inout ValidCursor
  ) throws -> Value {
    let offset = input.offset
    guard let type = types.unwrap(type, &input) else { throw noValue(Value.self, at: offset) }
    let mark = conversions.copies.mark
    try enter()
    defer {
      leave()
      conversions.copies.end(mark)
    }
    let copy = try beginCopy(type, &input, as: Value.self)
    let levels = self.keys.anonymousLevels(ofRecord: copy.entry)
    var keys = KeyCursor(levels, copy.content, self)
    guard keys.names() == [""], let whole = keys.whole("") else {
      throw wrongType(Value.self, type, at: offset)
    }
    var value = whole.input
    return try decoder.decode(whole.type, &value, self)
  }

  /// Whether an object that a reference leads to was written without keys.
  func isSingle(_ type: ArchivedType, _ input: ValidCursor) -> Bool {
    var input = input
    guard let (entry, content) = try? store.record(types.readReference(type, &input)) else {
      return false
    }
    var keys = KeyCursor(self.keys.anonymousLevels(ofRecord: entry), content, self)
    return keys.names() == [""]
  }
}
