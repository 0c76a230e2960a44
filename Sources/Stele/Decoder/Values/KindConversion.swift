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

extension DecodingSession {
  /// Decodes the value of a class that wrote no keys, as a type that is not a class; the input moves to the end of the
  /// reference.
  ///
  /// - Throws: `DecodingError` if the object has keys, or the error of the decoder.
  @inline(never)
  func decodeSingle<Value>(
    _ decoder: TypeDecoder<Value>, _ type: ArchivedType, _ input: inout ValidCursor
  ) throws -> Value {
    let offset = input.offset
    guard let type = types.unwrap(type, &input) else { throw noValue(Value.self, at: offset) }
    let mark = conversions.copies.mark
    try checkStack()
    defer { conversions.copies.end(mark) }
    let copy = try beginCopy(type, &input, as: Value.self)
    let levels = self.keys.anonymousPlan(ofRecord: copy.entry)
    var keys = KeyCursor(levels, copy.content, self)
    guard keys.names() == [""], let whole = keys.whole("") else {
      throw wrongType(Value.self, type, at: offset)
    }
    var value = whole.input
    return try decoder.decode(whole.type, &value, self)
  }

  /// Returns whether the object of a reference was written without keys.
  func isSingle(_ type: ArchivedType, _ input: ValidCursor) -> Bool {
    var input = input
    guard let (entry, content) = try? store.record(types.readReference(type, &input)) else {
      return false
    }
    var keys = KeyCursor(self.keys.anonymousPlan(ofRecord: entry), content, self)
    return keys.names() == [""]
  }
}
