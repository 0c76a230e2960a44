extension Site {
  /// Tells that the archive has a value of another type.
  func wrongType(_ type: Any.Type, _ plan: ReadingPlan, at offset: Int?) -> DecodingError {
    .typeMismatch(
      type,
      context(
        .wrongType(plan.type), at: offset,
        "Expected \(type), but the archive has \(plan.type.text)."))
  }

  /// Tells that an object has keys where something else was expected.
  func hasKeys(_ type: Any.Type) -> DecodingError {
    let plan = ReadingPlan.make(.reference(to: decoder.record?.className))
    return .typeMismatch(
      type,
      context(
        .wrongType(plan.type), at: decoder.start, "Expected \(type), but the object has keys."))
  }

  /// Tells that the archive has a nil.
  func noValue(_ type: Any.Type, at offset: Int) -> DecodingError {
    .valueNotFound(
      type, context(.valueDoesNotFit, at: offset, "Expected \(type), but the archive has nil."))
  }

  /// Tells that a value is outside of the range of its type.
  func doesNotFit(_ type: Any.Type, at offset: Int) -> DecodingError {
    .dataCorrupted(
      context(.valueDoesNotFit, at: offset, "The value in the archive does not fit in \(type)."))
  }

  /// Tells that a graph cannot be decoded.
  func failure(
    _ reason: GraphCodingError.Reason, at offset: Int? = nil, _ text: String
  ) -> DecodingError {
    .dataCorrupted(context(reason, at: offset, text))
  }

  /// Tells that a list has ended.
  func atEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "There is no further element."))
  }

  /// What is said of an error.
  func context(
    _ reason: GraphCodingError.Reason, at offset: Int?, _ text: String
  ) -> DecodingError.Context {
    let path = codingPath
    let record = decoder.record
    let error = GraphCodingError(
      reason, object: record?.object, offset: offset, className: record?.className,
      keyPath: Self.text(of: path))
    return DecodingError.Context(
      codingPath: path, debugDescription: text, underlyingError: error)
  }

  /// A key path as text, such as `friends[3].name`.
  static func text(of path: [any CodingKey]) -> String {
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

extension TypeDescriptor {
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
