/// Why an object of an `NSCoding` class cannot be encoded or decoded.
///
/// What is wrong with an archive, or does not fit the types, is told by the errors of the other coders: see
/// `GraphCodingError` and `ArchiveError`.
public struct KeyedCodingError: Error, Hashable, Sendable {
  /// What is wrong.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The value is neither an object of an `NSCoding` class nor one that Foundation makes such an object of.
    case notCoding
    /// The class does not support secure coding, which is required.
    case notSecure
    /// The value under the key is of a class that was not asked for.
    case unexpectedClass
    /// The value under the key is not a number of the kind that was asked for, or does not fit.
    case unexpectedValue
    /// The initialiser of the class gave nil.
    case initialiserFailed
    /// The coder has no way to do this, such as an Objective-C type that it does not know.
    case notSupported
    /// The coder has been finished.
    case coderIsFinished
  }

  /// What is wrong.
  public let reason: Reason
  /// The name of the class.
  public var className: String
  /// The key.
  public var key: String

  /// Makes an error.
  public init(_ reason: Reason, className: String = "", key: String = "") {
    self.reason = reason
    self.className = className
    self.key = key
  }
}
