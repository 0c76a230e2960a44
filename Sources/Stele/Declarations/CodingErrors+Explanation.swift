extension DecodingError {
  /// The whole text: what could not be decoded and where, why, and what to do about it.
  ///
  /// This is the `debugDescription` of the context, whichever case the error is. Foundation's `localizedDescription` of a
  /// `DecodingError` only tells that the data has a wrong format.
  public var explanation: String {
    context?.debugDescription ?? String(describing: self)
  }

  /// The error with the facts, whichever case the error is: an ``ArchiveError`` if the archive is invalid, a ``SteleCodingError``
  /// if a type or a graph does not fit, or nil if there are no more facts.
  public var underlyingError: (any Error)? { context?.underlyingError }

  /// The context, whichever case the error is.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension EncodingError {
  /// The whole text: what could not be encoded and where, why, and what to do about it.
  ///
  /// This is the `debugDescription` of the context, whichever case the error is.
  public var explanation: String {
    context?.debugDescription ?? String(describing: self)
  }

  /// The error with the facts, a ``SteleCodingError``, or nil if there are no more facts.
  public var underlyingError: (any Error)? { context?.underlyingError }

  private var context: Context? {
    switch self {
    case .invalidValue(_, let context): context
    @unknown default: nil
    }
  }
}
