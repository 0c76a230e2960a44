// What is thrown of the value at the end of the path.

extension DecodingSession {
  /// The archive has a value of another type.
  func wrongType(_ type: Any.Type, _ found: ArchivedType, at offset: Int?) -> DecodingError {
    wrongType(type, types.descriptor(of: found), at: offset)
  }

  /// The archive has a value of another type.
  func wrongType(_ type: Any.Type, _ found: ArchiveTypeDescriptor, at offset: Int?) -> DecodingError
  {
    .typeMismatch(type, context(.wrongType(found), at: offset, expected: type))
  }

  /// The archive has a nil.
  func noValue(_ type: Any.Type, at offset: Int) -> DecodingError {
    .valueNotFound(
      type,
      context(
        .valueDoesNotFit, at: offset, expected: type,
        "the archive has nil here, the program asks for \(type)", hint: "Make it optional."))
  }

  /// The value is outside the range of its type.
  func doesNotFit(_ type: Any.Type, at offset: Int) -> DecodingError {
    .dataCorrupted(context(.valueDoesNotFit, at: offset, expected: type))
  }

  /// The graph cannot be decoded.
  func failure(
    _ reason: SteleCodingError.Reason, at offset: Int? = nil, _ detail: String? = nil
  ) -> DecodingError {
    .dataCorrupted(context(reason, at: offset, detail))
  }

  /// A list has ended.
  func atEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "There is no further element."))
  }

  /// The path to the value that is being decoded.
  var codingPath: [any CodingKey] { path.keys(to: path.count) }

  /// The context of an error.
  func context(
    _ reason: SteleCodingError.Reason, at offset: Int?, expected: Any.Type? = nil,
    _ detail: String? = nil, hint: String? = nil
  ) -> DecodingError.Context {
    var error = error(reason, at: offset)
    error.hint = hint
    error.expectedType = expected.map { "\($0)" }
    error.detail = detail
    return error.decodingContext(codingPath)
  }

  /// The error for a reason at the value that is being decoded.
  func error(_ reason: SteleCodingError.Reason, at offset: Int?) -> SteleCodingError {
    let object = path.object(to: path.count)
    return SteleCodingError(
      reason, object: object > 0 ? object : nil, offset: offset,
      className: object > 0 ? className(of: object) : nil,
      keyPath: SteleCodingError.text(of: codingPath))
  }

  /// The archive name of the class of an object.
  func className(of object: Int) -> String? {
    guard let entry = try? store.entry(of: object) else { return nil }
    return types.name(ofEntry: entry)
  }
}
