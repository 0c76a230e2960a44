internal import Stele

/// Why an object of an `NSCoding` class cannot be encoded or decoded.
///
/// What is wrong with an archive, or does not fit the types, is told by the errors of the other coders: see
/// `SteleCodingError` and `ArchiveError`.
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
    /// The value under the key is of a class that the program does not have, or does not allow.
    case unknownClass
    /// The value under the key is not a number of the kind that was asked for, or does not fit.
    case unexpectedValue
    /// The initialiser of the class gave nil.
    case initialiserFailed
    /// The coder has no way to do this, such as an Objective-C type that it does not know.
    case notSupported
    /// The coder has been finished.
    case coderIsFinished
    /// The class is ``PropertyCoding`` and has an `encode(with:)` of its own.
    case codesItself
    /// Two classes of the hierarchy have a property of the name, and a keyed archive does not tell whose value it has.
    case ambiguousKey
    /// Two elements of a set, or keys of a dictionary, are equal for the program, so that one would be lost.
    case equalElements
    /// An element of a set, or a key of a dictionary, had another hash when it was put there than it has now: it refers to
    /// objects that could not be made before.
    case hashedTooEarly
  }

  /// What is wrong.
  public let reason: Reason
  /// The name of the class.
  public var className: String
  /// The key.
  public var key: String
  /// The way to the key from the outermost object that was being made, such as `Person.friend.dog`.
  ///
  /// It begins with the class of that object, without its module. When objects are encoded, which happens one after the
  /// other, it begins with the one that has the key. It is empty outside of objects, where the key is the name of a root.
  public var path: String

  /// Makes an error.
  public init(_ reason: Reason, className: String = "", key: String = "", path: String = "") {
    self.reason = reason
    self.className = className
    self.key = key
    self.path = path
  }
}

extension KeyedCodingError: CustomStringConvertible {
  /// The sentence for people.
  public var description: String {
    let place = (path.isEmpty ? key : path).shortened(to: 480)
    return (className.isEmpty ? "" : "\(className.shortened()): ") + sentence
      + (place.isEmpty ? "" : " (\(place))")
  }

  private var sentence: String {
    switch reason {
    case .notCoding: "the value is of no class that can be archived"
    case .notSecure: "the class does not support secure coding"
    case .unexpectedClass: "the class was not asked for"
    case .unknownClass: "the program does not know the class"
    case .unexpectedValue: "the value is not of the kind that was asked for, or does not fit"
    case .initialiserFailed: "the initialiser gave nil"
    case .notSupported: "the coder cannot do this"
    case .coderIsFinished: "the coder has been finished"
    case .codesItself:
      "the class is PropertyCoding, so that all its properties are archived, and has an encode(with:) of its own, "
        + "which nothing would read; remove that method, and do the rest in finishDecoding(with:), or code the class "
        + "by hand without PropertyCoding"
    case .ambiguousKey:
      "several classes of the hierarchy have a property of this name, and the archive does not tell whose value it has; "
        + "rename one of them"
    case .equalElements:
      "two elements of the set, or keys of the dictionary, are equal, so that one would be lost; "
        + "archive what tells them apart"
    case .hashedTooEarly:
      "the object was hashed for a set or dictionary before it was complete; "
        + "leave what refers back to that out of its hash"
    }
  }
}
