// Objects are coded in sequence, so an error has only the path inside its object. The path from the root to the object completes it.

extension DecodingError {
  /// Returns the error with the path from the root; the path is nil for an error outside objects, or if it is not known.
  ///
  /// An error that has no place, such as one of the standard library, gets `place`.
  func completed(
    with path: ObjectPath?, to place: SteleCodingError, className: (Int) -> String?
  ) -> DecodingError {
    func completed(_ context: Context) -> Context {
      let (keys, text, cause) = place.completed(
        context.codingPath, context.debugDescription, context.underlyingError, path, className)
      return Context(codingPath: keys, debugDescription: text, underlyingError: cause)
    }
    return switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, completed(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, completed(context))
    case .keyNotFound(let key, let context): .keyNotFound(key, completed(context))
    case .dataCorrupted(let context): .dataCorrupted(completed(context))
    @unknown default: self
    }
  }
}

extension EncodingError {
  /// Returns the error with the path from the root, as that of decoding.
  func completed(
    with path: ObjectPath?, to place: SteleCodingError, className: (Int) -> String?
  ) -> EncodingError {
    guard case .invalidValue(let value, let context) = self else { return self }
    let (keys, text, cause) = place.completed(
      context.codingPath, context.debugDescription, context.underlyingError, path, className)
    return .invalidValue(
      value, Context(codingPath: keys, debugDescription: text, underlyingError: cause))
  }
}

extension SteleCodingError {
  /// Returns coding path, text and cause of an error with the path from the root; an error without a cause gets this one.
  fileprivate func completed(
    _ path: [any CodingKey], _ text: String, _ cause: (any Error)?, _ rootPath: ObjectPath?,
    _ className: (Int) -> String?
  ) -> ([any CodingKey], String, (any Error)?) {
    let keys = rootPath?.steps ?? []
    let isCut = rootPath?.isCut == true
    let whole = (isCut ? [PathKey(stringValue: "…", intValue: nil)] : []) + keys + path
    guard var error = cause == nil ? self : cause as? SteleCodingError else {
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
      error.rootClassName =
        rootPath?.beginsAtObject == true ? rootPath?.objects.first.flatMap(className) : nil
    }
    return (whole, isText ? error.explanation : text, error.explained)
  }
}
