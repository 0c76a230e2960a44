/// A conflict between a program's types and an archive, and its place.
///
/// `Codable` coders throw `EncodingError` and `DecodingError`; this is their `underlyingError` if the cause is more than a
/// value of a wrong type. If the archive is invalid, the underlying error is an ``ArchiveError``.
///
/// Spec §10.1.
public struct SteleCodingError: Error, Hashable, Sendable {
  /// The reason for an error.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// No class of this archive name was requested or allowed: the program lacks it, or has not listed a subclass.
    case unknownClass(String)
    /// The class is known, but was not allowed.
    case classNotAllowed(String)
    /// The enum has no case of this name.
    case unknownCase(String)
    /// The archive has no value for the key, and no default is declared.
    case missingKey(String)
    /// The archive has a value of another type.
    case wrongType(ArchiveTypeDescriptor)
    /// The value is outside the range of the requested type, or an initialiser has refused it with its own error.
    case valueDoesNotFit
    /// Two elements of a set, or keys of a dictionary, are equal in the program and not in the archive, or
    /// the other way round.
    case duplicateAfterConversion
    /// More elements of a set, or keys of a dictionary, have one hash than ``SteleDecoder/equalHashLimit`` allows.
    case equalHashes(limit: Int)
    /// Objects refer to each other in a cycle of strong references, and none can be made first.
    ///
    /// The path goes once around the cycle, as in `["Person.spouse", "Person.spouse"]`. Make one of the keys a
    /// ``BackReference`` or a ``LateReference``, or make one of the classes ``TwoPhaseCodable``.
    case strongCycle([String])
    /// An element of a set, or a key of a dictionary, would have to be hashed before it is complete.
    ///
    /// The path goes once around the cycle; it is empty if the hash of an element changed after decoding, when its
    /// ``BackReference`` or ``LateReference`` was set.
    case hashCycle([String])
    /// Values nest deeper than the format allows.
    case nestingTooDeep(limit: Int)
    /// Values nest deeper than the stack of the thread admits; a thread with a larger stack may code them.
    ///
    /// `byteCount` is the size of the stack that is available for them. Encoding refuses values for which decoding on the same
    /// thread could find too little.
    case stackTooSmall(byteCount: Int)
    /// Objects are read as structs more often than the limit allows; each reference has a copy.
    case tooManyCopies(limit: Int)
    /// A subclass has the archive name of its superclass; give it its own.
    case inheritedArchiveName(String)
    /// Two types have the same archive name.
    case duplicateArchiveName(String)
    /// The declaration of a type contradicts itself.
    case invalidDeclaration(DeclarationFlaw)
    /// A private or local class, or one nested in a private or local type, has no archive name of its own.
    case unnamedClass(String)
    /// The class inherits its coding, so these properties would be lost.
    case lostProperties([String])
    /// A key that is declared as retired is written with another type.
    case retiredKey(String)
    /// A key is written twice for one object.
    case duplicateKey(String)
    /// Another level of the class in the archive has the key that a level reads, and the program does not declare that it has
    /// moved; or two levels read it.
    case ambiguousKey(String)
    /// The named type has a history, and is coded by the coder of another value, where the history cannot apply.
    case codedInPlace(String)
    /// The coding keys of an object do not tell to which class they belong, and a superclass has a history.
    case unknownLevel(ofKeys: String)
    /// A migration reads or sets a key that no version of the class has.
    case unknownKey(String)
    /// The name of the key is reserved by the format.
    case reservedKey(String)
    /// The archive name of the class is reserved by the format.
    case reservedClassName(String)
    /// An element of a set, or a key of a dictionary, has a ``BackReference``, which is empty when it is hashed again.
    case backReferenceInKey
    /// There is no root of this name.
    case noRoot(String)
    /// There is no object of this number.
    case noObject(Int)
    /// The coder has failed, or has been finished, and cannot be used again.
    case coderIsFinished
  }

  /// The direction of coding.
  @nonexhaustive
  public enum Operation: String, Hashable, Sendable {
    /// Values are written into an archive.
    case encode
    /// Values are made from an archive.
    case decode
  }

  /// The class versions that matter if an archive has no value for a key.
  public struct KeyVersions: Hashable, Sendable {
    /// The class version in which the program declares that the key was introduced.
    public let since: Int
    /// The class version of the program.
    public let program: Int
    /// The class version in the archive.
    public let archive: Int
  }

  /// The reason.
  public let reason: Reason
  /// The direction of coding.
  public package(set) var operation = Operation.decode
  /// The number of the object, if there is one.
  public package(set) var object: Int?
  /// The offset of the value in the archive, if there is one.
  public package(set) var offset: Int?
  /// The archive name of the class of the object or value, if there is one.
  public package(set) var className: String?
  /// The key path from the root, such as `friends[3].name`, through all objects on the way, in both directions: the steps
  /// of an `ArchivePath`.
  ///
  /// While the error is thrown through the initialisers of a program, the path begins at the object. A path through more than
  /// 64 objects begins with `…`.
  public package(set) var keyPath: String
  /// The type that the program requested, if the archive has another one.
  public package(set) var expectedType: String?
  /// The versions that matter, if a key has no value.
  public package(set) var versions: KeyVersions?
  /// The names of the roots of the archive, if the requested one is not among them.
  public package(set) var rootNames: [String] = []

  /// Whether the path is complete.
  package var hasRootPath = false
  /// Whether the path leads through other objects to the object of the error.
  package var isInside = false
  /// The archive name of the class of the root, if the path leads through several objects.
  package var rootClassName: String?
  /// The cause in more detail than the reason, as the rest of a sentence.
  package var detail: String?
  /// Advice that is more precise than the advice of the reason.
  package var hint: String?
  /// Whether the description of an enclosing error has the whole sentence.
  package var isExplained = false

  /// Makes an error; the key path begins at the object, or at the root if there is no object.
  package init(
    _ reason: Reason, object: Int? = nil, offset: Int? = nil, className: String? = nil,
    keyPath: String = ""
  ) {
    self.reason = reason
    self.object = object
    self.offset = offset
    self.className = className
    self.keyPath = keyPath
  }
}

extension SteleCodingError {
  /// Compares the reason and the place.
  public static func == (left: Self, right: Self) -> Bool {
    left.reason == right.reason && left.object == right.object && left.offset == right.offset
      && left.className == right.className && left.keyPath == right.keyPath
  }

  /// Hashes the reason and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(object)
    hasher.combine(offset)
    hasher.combine(className)
    hasher.combine(keyPath)
  }
}

extension SteleCodingError {
  /// Returns a key path as text, such as `friends[3].name`.
  package static func text(of path: some Sequence<any CodingKey>) -> String {
    var text = ""
    for key in path {
      if let key = key as? PathKey, key.isMapKey {
        text += KeyPathText.mapKey(key.stringValue)
      } else if let index = key.intValue,
        key.stringValue == "Index \(index)" || key.stringValue == "\(index)"
      {
        text += KeyPathText.element(index)
      } else if text.isEmpty {
        text = KeyPathText.name(key.stringValue)
      } else {
        text += KeyPathText.key(key.stringValue)
      }
    }
    return text
  }

  /// The same error for nesting in another one, whose description has the whole sentence.
  package var explained: Self {
    var error = self
    error.isExplained = true
    return error
  }

  /// Returns the context of the error that decoders throw, with this error as its cause.
  package func decodingContext(_ codingPath: [any CodingKey] = []) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath, debugDescription: explanation, underlyingError: explained)
  }

  /// Returns the error that encoders throw, with this error as its cause.
  package func encodingError(
    _ value: Any, _ codingPath: [any CodingKey] = []
  ) -> EncodingError {
    var error = self
    error.operation = .encode
    return .invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath, debugDescription: error.explanation,
        underlyingError: error.explained))
  }
}

// MARK: The errors that coders throw

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
