extension DecodingError {
  /// The whole text: what could not be decoded and where, why, and what to do about it.
  ///
  /// This is the `debugDescription` of the context, whichever case the error is. Foundation's `localizedDescription` of a
  /// `DecodingError` only tells that the data has a wrong format.
  public var explanation: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    @unknown default: String(describing: self)
    }
  }
}

extension EncodingError {
  /// The whole text: what could not be encoded and where, why, and what to do about it.
  ///
  /// This is the `debugDescription` of the context, whichever case the error is.
  public var explanation: String {
    switch self {
    case .invalidValue(_, let context): context.debugDescription
    @unknown default: String(describing: self)
    }
  }
}
