package import Stele

/// An error of a coder, in a form that tests can compare.
package struct CodingFailure: Hashable, Sendable, CustomStringConvertible {
  /// Which case of which error.
  package enum Kind: Hashable, Sendable {
    case invalidValue, typeMismatch, valueNotFound, keyNotFound, dataCorrupted
    case other(String)
  }

  package let kind: Kind
  /// The coding path, such as `people[3].name`; with the missing key at its end.
  package let path: String
  /// The cause, where there is one.
  package let reason: SteleCodingError.Reason?
  /// The whole cause.
  package let underlying: SteleCodingError?
  /// The type of the error, such as `Int`, where there is one.
  package let type: String?
  /// What the error itself says.
  package let text: String
  package let description: String

  package init(_ kind: Kind, _ path: String, _ reason: SteleCodingError.Reason? = nil) {
    self.init(kind, path, underlying: reason.map { SteleCodingError($0) }, type: nil, text: "")
  }

  private init(
    _ kind: Kind, _ path: String, underlying: SteleCodingError?, type: String?, text: String
  ) {
    self.kind = kind
    self.path = path
    self.underlying = underlying
    self.type = type
    self.text = text
    reason = underlying?.reason
    description =
      "\(kind) at \"\(path)\" \(type ?? "") because of "
      + (underlying.map { "\($0)" } ?? "nothing") + " \(text)"
  }

  package init(_ error: any Error) {
    switch error {
    case EncodingError.invalidValue(let value, let context):
      self.init(
        .invalidValue, pathText(context.codingPath),
        underlying: context.underlyingError as? SteleCodingError,
        type: "\(Swift.type(of: value))", text: context.debugDescription)
    case DecodingError.typeMismatch(let type, let context):
      self.init(.typeMismatch, type, context)
    case DecodingError.valueNotFound(let type, let context):
      self.init(.valueNotFound, type, context)
    case DecodingError.keyNotFound(let key, let context):
      self.init(.keyNotFound, nil, context, context.codingPath + [key])
    case DecodingError.dataCorrupted(let context):
      self.init(.dataCorrupted, nil, context)
    default:
      self.init(
        .other("\(Swift.type(of: error))"), "", underlying: error as? SteleCodingError, type: nil,
        text: "\(error)")
    }
  }

  private init(
    _ kind: Kind, _ type: Any.Type?, _ context: DecodingError.Context,
    _ path: [any CodingKey]? = nil
  ) {
    self.init(
      kind, pathText(path ?? context.codingPath),
      underlying: context.underlyingError as? SteleCodingError, type: type.map { "\($0)" },
      text: context.debugDescription)
  }

  /// Compares all but the texts, the type and the place of the cause.
  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.path == right.path && left.reason == right.reason
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(path)
  }
}

/// A coding path in the form `people[3].name`.
package func pathText(_ path: [any CodingKey]) -> String {
  path.reduce("") { text, key in
    if let index = key.intValue, key.stringValue == "Index \(index)" { return text + "[\(index)]" }
    return text.isEmpty ? key.stringValue : text + "." + key.stringValue
  }
}

/// Returns the error that a piece of code throws, or nil if it throws none.
package func failure<Result>(of body: () throws -> Result) -> CodingFailure? {
  do {
    _ = try body()
    return nil
  } catch {
    return CodingFailure(error)
  }
}

/// Returns the error of one type that a piece of code throws, or nil if it throws none or another one.
package func thrown<Result, Failure: Error>(
  _ type: Failure.Type = Failure.self, by body: () throws -> Result
) -> Failure? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? Failure
  }
}

/// Returns the error of decoding a value as another type, or nil if there is none.
package func failure<Source: Encodable, Target: Decodable>(
  converting value: Source, to type: Target.Type, with decoder: SteleDecoder = SteleDecoder()
) throws -> CodingFailure? {
  let bytes = try verified(SteleEncoder().encode(value))
  return failure { try decoder.decode(type, from: bytes) }
}
