// What is thrown of the value at the end of the path.

extension DecodingSession {
  /// The archive has a value of another type.
  func wrongType(_ type: Any.Type, _ found: ArchivedType, at offset: Int?) -> DecodingError {
    wrongType(type, types.descriptor(of: found), at: offset)
  }

  /// The archive has a value of another type.
  func wrongType(_ type: Any.Type, _ found: ArchiveTypeDescriptor, at offset: Int?) -> DecodingError
  {
    .typeMismatch(
      type,
      context(
        .wrongType(found), at: offset, "Expected \(type), but the archive has \(found.text)."))
  }

  /// The archive has a nil.
  func noValue(_ type: Any.Type, at offset: Int) -> DecodingError {
    .valueNotFound(
      type, context(.valueDoesNotFit, at: offset, "Expected \(type), but the archive has nil."))
  }

  /// The value is outside the range of its type.
  func doesNotFit(_ type: Any.Type, at offset: Int) -> DecodingError {
    failure(.valueDoesNotFit, at: offset, "The value in the archive does not fit in \(type).")
  }

  /// The graph cannot be decoded.
  func failure(
    _ reason: SteleCodingError.Reason, at offset: Int? = nil, _ text: String
  ) -> DecodingError {
    .dataCorrupted(context(reason, at: offset, text))
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
    _ reason: SteleCodingError.Reason, at offset: Int?, _ text: String
  ) -> DecodingError.Context {
    let keys = path.keys(to: path.count)
    let object = path.object(to: path.count)
    let error = SteleCodingError(
      reason, object: object > 0 ? object : nil, offset: offset,
      className: object > 0 ? className(of: object) : nil, keyPath: Self.text(of: keys))
    return DecodingError.Context(
      codingPath: keys, debugDescription: text, underlyingError: error)
  }

  /// The archive name of the class of an object.
  func className(of object: Int) -> String? {
    guard let entry = try? store.entry(of: object) else { return nil }
    return types.name(ofEntry: entry)
  }

  /// A key path as text, such as `friends[3].name`.
  private static func text(of path: [PathKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue.shortened()
      }
    }
    return text
  }
}

extension ArchiveTypeDescriptor {
  /// The type for people.
  fileprivate var text: String {
    var text = ""
    var rest = [self]
    while let type = rest.popLast() {
      if !text.isEmpty { text += " " }
      text += "\(type.code)"
      if let name = type.className { text += " \(name.shortened())" }
      rest += type.parts.reversed()
    }
    return text
  }
}
