/// The path from the root to an object, which completes the path of an error.
///
/// Objects are coded in sequence, so an error has only the path inside its object.
struct RootPath {
  /// The keys that lead to the object; empty if it is the root, or if the path is not known.
  private let keys: [PathKey]
  /// Whether the beginning of a long path is omitted.
  private let isCut: Bool
  private let rootClassName: String?
  /// The place of an error that has none, such as one of the standard library.
  private let place: SteleCodingError

  /// Makes the root path of an object; the path is nil for an error outside objects.
  init(_ path: ObjectPath?, to place: SteleCodingError, className: (Int) -> String?) {
    self.place = place
    isCut = path?.isCut == true
    keys = path?.steps ?? []
    rootClassName = path?.beginsAtObject == true ? path?.objects.first.flatMap(className) : nil
  }

  func completing(_ error: DecodingError) -> DecodingError {
    switch error {
    case .typeMismatch(let type, let context): .typeMismatch(type, completing(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, completing(context))
    case .keyNotFound(let key, let context): .keyNotFound(key, completing(context))
    case .dataCorrupted(let context): .dataCorrupted(completing(context))
    @unknown default: error
    }
  }

  private func completing(_ context: DecodingError.Context) -> DecodingError.Context {
    let (path, text, cause) = completing(
      context.codingPath, context.debugDescription, context.underlyingError)
    return DecodingError.Context(codingPath: path, debugDescription: text, underlyingError: cause)
  }

  func completing(_ error: EncodingError) -> EncodingError {
    guard case .invalidValue(let value, let context) = error else { return error }
    let (path, text, cause) = completing(
      context.codingPath, context.debugDescription, context.underlyingError)
    return .invalidValue(
      value,
      EncodingError.Context(codingPath: path, debugDescription: text, underlyingError: cause))
  }

  private func completing(
    _ path: [any CodingKey], _ text: String, _ cause: (any Error)?
  ) -> ([any CodingKey], String, (any Error)?) {
    let whole = (isCut ? [PathKey(stringValue: "…", intValue: nil)] : []) + keys + path
    guard var error = cause == nil ? place : cause as? SteleCodingError else {
      return (whole, text, cause)
    }
    if cause == nil {
      error.keyPath = SteleCodingError.text(of: path)
      error.detail = text.asClause
    }
    // The error is of another archive, which an initialiser has decoded.
    guard !error.hasRootPath else { return (path, text, cause) }
    let isText = cause == nil || text == error.explanation
    error.hasRootPath = true
    if !keys.isEmpty {
      let start = KeyPathText.path(isCut ? "…" : "", SteleCodingError.text(of: keys))
      error.keyPath = KeyPathText.path(start, error.keyPath)
      error.isInside = true
      error.rootClassName = rootClassName
    }
    return (whole, isText ? error.explanation : text, error.explained)
  }
}
