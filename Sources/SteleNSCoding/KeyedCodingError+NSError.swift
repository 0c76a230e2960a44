public import Foundation

/// The number of a reason, for Objective-C; a number is never used for another reason.
#if canImport(ObjectiveC)
  @objc(SteleKeyedCodingErrorCode)
#endif
@nonexhaustive
public enum KeyedCodingErrorCode: Int, Sendable {
  /// ``KeyedCodingError/Reason/notCoding``.
  case notCoding = 1
  /// ``KeyedCodingError/Reason/notSecure``.
  case notSecure = 2
  /// ``KeyedCodingError/Reason/unexpectedClass``.
  case unexpectedClass = 3
  /// ``KeyedCodingError/Reason/unknownClass``.
  case unknownClass = 4
  /// ``KeyedCodingError/Reason/unexpectedValue``.
  case unexpectedValue = 5
  /// ``KeyedCodingError/Reason/initialiserFailed``.
  case initialiserFailed = 6
  /// ``KeyedCodingError/Reason/notSupported``.
  case notSupported = 7
  /// ``KeyedCodingError/Reason/coderIsFinished``.
  case coderIsFinished = 8
  /// ``KeyedCodingError/Reason/codesItself``.
  case codesItself = 9
  /// ``KeyedCodingError/Reason/ambiguousKey``.
  case ambiguousKey = 10
  /// ``KeyedCodingError/Reason/equalElements``.
  case equalElements = 11
  /// ``KeyedCodingError/Reason/equalHashes``.
  case equalHashes = 12
  /// ``KeyedCodingError/Reason/hashedTooEarly``.
  case hashedTooEarly = 13
  /// ``KeyedCodingError/Reason/notHashable``.
  case notHashable = 14
}

extension KeyedCodingError: CustomNSError {
  /// The reasons in the order of their numbers, from 1.
  private static let reasons: [Reason] = [
    .notCoding, .notSecure, .unexpectedClass, .unknownClass, .unexpectedValue, .initialiserFailed,
    .notSupported, .coderIsFinished, .codesItself, .ambiguousKey, .equalElements, .equalHashes,
    .hashedTooEarly, .notHashable,
  ]

  /// The number of the reason.
  public var code: KeyedCodingErrorCode {
    let index = Self.reasons.firstIndex(of: reason) ?? 0
    return KeyedCodingErrorCode(rawValue: index + 1) ?? .notCoding
  }

  /// The domain of the error as an `NSError`.
  public static var errorDomain: String { "SteleKeyedCodingErrorDomain" }

  /// The code of the error as an `NSError`: the number of its reason.
  public var errorCode: Int { code.rawValue }

  /// The parts of the error by property name, and its texts.
  public var errorUserInfo: [String: Any] {
    // Foundation does not ask `LocalizedError` for the texts of an error that has this user info.
    let texts = [
      NSLocalizedDescriptionKey: errorDescription, NSLocalizedFailureReasonErrorKey: failureReason,
      NSLocalizedRecoverySuggestionErrorKey: recoverySuggestion,
    ]
    return texts.compactMapValues { $0 }.merging(
      ["className": className, "key": key, "path": path].filter { !$0.value.isEmpty }
    ) { $1 }
  }
}
