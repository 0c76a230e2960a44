public import Foundation
public import Stele

/// The error of an object of an `NSCoding` class that cannot be encoded or decoded.
///
/// Flaws of an archive, or values that do not fit the types, are reported by the errors of the
/// other coders: see `SteleCodingError` and `ArchiveError`.
public struct KeyedCodingError: Error, Hashable, Sendable {
  /// The reason of an error.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The value is neither an object of an `NSCoding` class nor a value that Foundation can convert to one.
    case notCoding
    /// The class does not support secure coding, which is required.
    case notSecure
    /// The class of the value under the key was not requested.
    case unexpectedClass
    /// The class of the value under the key does not exist in the program, or is not allowed.
    case unknownClass
    /// The value under the key is not a number of the requested kind, or does not fit into it.
    case unexpectedValue
    /// The initialiser of the class returned nil.
    case initialiserFailed
    /// The coder cannot do this, for example because it does not know an Objective-C type.
    case notSupported
    /// The coder has been finished.
    case coderIsFinished
    /// The class is ``PropertyCoding`` and has its own `encode(with:)` or `init(coder:)`.
    case codesItself
    /// Two classes of the hierarchy have a property of this name, and a keyed archive does not state which one the value
    /// belongs to.
    case ambiguousKey
    /// Foundation could not recreate the collection with this element of a set or key of a dictionary.
    ///
    /// It is an array or dictionary that contains more than strings, numbers and similar values, or one of two equal numbers.
    case notHashable
    /// Two elements of a set, or keys of a dictionary, are equal in the program, so one would be
    /// lost.
    case equalElements
    /// More elements of a set, or keys of a dictionary, than `SteleDecoder.equalHashLimit` have the same hash.
    case equalHashes
    /// The hash of an element of a set, or of a key of a dictionary, has changed since insertion: the element or key refers to
    /// objects that could not be made earlier.
    case hashedTooEarly
  }

  /// The reason.
  public let reason: Reason
  /// The name of the class.
  public internal(set) var className: String
  /// The key.
  public internal(set) var key: String
  /// The path to the key from the outermost object being made, such as `Person.friend.dog`.
  ///
  /// It begins with the class of that object, without its module. During encoding, which handles one object at a time, it
  /// begins with the object that has the key. It is empty outside objects, where the key is the name of a root.
  public internal(set) var path: String
  /// Whether an archiver, rather than an unarchiver, had the error; it affects only the text, so equality ignores it.
  var isOfArchiver: Bool?

  /// Makes an error.
  public init(_ reason: Reason, className: String = "", key: String = "", path: String = "") {
    self.reason = reason
    self.className = className
    self.key = key
    self.path = path
  }
}

extension KeyedCodingError {
  /// Returns whether two errors have the same reason, class, key and path.
  public static func == (left: KeyedCodingError, right: KeyedCodingError) -> Bool {
    left.reason == right.reason && left.className == right.className && left.key == right.key
      && left.path == right.path
  }

  /// Hashes the parts of the error that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(className)
    hasher.combine(key)
    hasher.combine(path)
  }
}

extension KeyedCodingError: ExplainedError {
  /// The text: what could not be coded, where, why, and a remedy.
  public var description: String { explanation }

  package var attempt: String {
    let place = (path.isEmpty ? key : path).shortened(to: ArchiveError.keyPathByteCount)
    return "Cannot \(verb) \(place.isEmpty ? "the graph" : place)"
  }

  private var verb: String {
    if let isOfArchiver { return isOfArchiver ? "encode" : "decode" }
    return switch reason {
    case .notCoding, .codesItself, .ambiguousKey, .notHashable: "encode"
    case .unexpectedClass, .unknownClass, .unexpectedValue, .initialiserFailed, .equalElements,
      .equalHashes, .hashedTooEarly:
      "decode"
    case .notSecure, .notSupported, .coderIsFinished: "code"
    }
  }

  package var cause: String {
    let name = className.isEmpty ? "the class" : "class \(className.quoted)"
    return switch reason {
    case .notCoding: "a value of \(name) cannot be archived"
    case .notSecure: "\(name) does not support secure coding"
    case .unexpectedClass: "\(name) was not asked for"
    case .unknownClass: "\(name) is unknown to this program"
    case .unexpectedValue:
      "the value\(className.isEmpty ? "" : ", \(className.quoted),") is not of the kind that was asked for, or does not fit"
    case .initialiserFailed: "the initialiser of \(name) returned nil"
    case .notSupported:
      "the coder does not support \(className.isEmpty ? "this" : className.quoted)"
    case .coderIsFinished: "the coder has been finished"
    case .codesItself:
      "\(name) is PropertyCoding, so that all its properties are archived, and has an encode(with:) or init(coder:) of its own, "
        + "which would not be called"
    case .ambiguousKey:
      "several classes above \(name) have a property of this name, and a keyed archive does not tell whose value it has"
    case .notHashable:
      "an object of \(name) among the elements of a set or the keys of a dictionary could not be put there again"
    case .equalElements:
      "two elements of a set, or keys of a dictionary, are equal, so that one would be lost"
    case .equalHashes: "too many elements of a set, or keys of a dictionary, have one hash"
    case .hashedTooEarly:
      "an object of \(name) was hashed for a set or dictionary before it was complete"
    }
  }

  package var advice: String? {
    switch reason {
    case .notCoding: "Let the class conform to NSSecureCoding or PropertyCoding."
    case .notSecure: "Return true from supportsSecureCoding, or do not require secure coding."
    case .unexpectedClass: "Add the class to those that are asked for."
    case .unknownClass: "Use setClass(_:forClassName:) if it has another name now."
    case .unexpectedValue, .initialiserFailed, .notSupported: nil
    case .coderIsFinished: "Make a new one."
    case .codesItself:
      "Remove what is coded by hand, and do the rest in finishDecoding(with:), or code the class by hand without PropertyCoding. "
        + "Let it be a subclass of PropertyCodingObject if it has to be NSCoding."
    case .ambiguousKey: "Rename one of them."
    case .notHashable: "Put it into an array, or into an object that has a hash of its own."
    case .equalElements: "Archive what tells them apart."
    case .equalHashes:
      "Raise equalHashLimit of the settings for the unarchiver if the archive is trusted."
    case .hashedTooEarly: "Leave what refers back to the set or dictionary out of its hash."
    }
  }
}

extension KeyedCodingError: LocalizedError {
  /// The text: what could not be coded, where, why, and a remedy.
  public var errorDescription: String? { description }
  /// The reason, as a full sentence.
  public var failureReason: String? { causeSentence }
  /// The remedy.
  public var recoverySuggestion: String? { advice }
}
