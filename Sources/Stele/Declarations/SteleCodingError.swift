/// Why a program's types and an archive do not go together, and where.
///
/// `Codable` coders throw `EncodingError` and `DecodingError`; this is their `underlyingError` wherever the cause is
/// more than a value of a wrong type. When the archive is malformed, that is an ``ArchiveError`` instead.
///
/// Spec §8.1.
public struct SteleCodingError: Error, Hashable, Sendable {
  /// What is wrong.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// No class with this archive name was requested or allowed: the program lacks it, or has not listed a subclass.
    case unknownClass(String)
    /// The class is known, but was not allowed.
    case classNotAllowed(String)
    /// The enum has no case of this name.
    case unknownCase(String)
    /// The archive has no value for the key, and no default is declared.
    case missingKey(String)
    /// The archive has a value of another type.
    case wrongType(ArchiveTypeDescriptor)
    /// The value is outside of the range of the wanted type.
    case valueDoesNotFit
    /// Two elements of a set or keys of a dictionary are equal for the program, though not in the archive, or
    /// the other way round.
    case duplicateAfterConversion
    /// More elements of a set, or keys of a dictionary, have one hash than ``SteleDecoder/equalHashLimit``.
    case equalHashes(limit: Int)
    /// Objects refer to each other in a circle of strong references, and none can be made first.
    ///
    /// The path goes once around, such as `["Person.spouse", "Person.spouse"]`. Make one of the keys a
    /// ``BackReference`` or a ``LateReference``, or make one of the classes ``TwoPhaseCodable``.
    case strongCycle([String])
    /// A set element or dictionary key cannot be hashed before it is itself complete.
    ///
    /// The path goes once around; it is empty where the hash of an element has changed after it was decoded, when its
    /// ``BackReference`` or ``LateReference`` was set.
    case hashCycle([String])
    /// Values, or initialisers, nest deeper than the limit.
    case nestingTooDeep(limit: Int)
    /// Objects that many others refer to are read as structs, of which each reference has a copy, more often than the limit.
    case tooManyCopies(limit: Int)
    /// A subclass has the archive name of its superclass; give it one of its own.
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
    /// The archive has a key at other levels of the class than the one that reads it, and it is not known for which it is.
    case ambiguousKey(String)
    /// A migration reads or sets a key that no version of the class has.
    case unknownKey(String)
    /// The name of the key is reserved by the format.
    case reservedKey(String)
    /// The archive name of the class is reserved by the format.
    case reservedClassName(String)
    /// A set element or dictionary key has a ``BackReference``, which is empty when it is hashed again.
    case backReferenceInKey
    /// There is no root of this name.
    case noRoot(String)
    /// There is no object of this number.
    case noObject(Int)
    /// The coder has failed, or has been finished, and is of no further use.
    case coderIsFinished
  }

  /// What a coder does with values.
  public enum Operation: String, Hashable, Sendable {
    /// Writes values into an archive.
    case encode
    /// Makes values of an archive.
    case decode
  }

  /// The class versions that take part when an archive has no value for a key.
  public struct KeyVersions: Hashable, Sendable {
    /// The class version that introduced the key, as the program declares it.
    public let since: Int
    /// The class version of the program.
    public let program: Int
    /// The class version in the archive.
    public let archive: Int

    package init(since: Int, program: Int, archive: Int) {
      self.since = since
      self.program = program
      self.archive = archive
    }
  }

  /// What is wrong.
  public let reason: Reason
  /// What the coder was doing.
  public var operation = Operation.decode
  /// The number of the object, where there is one.
  public var object: Int?
  /// The position in the archive of the value, in bytes, where there is one.
  public var offset: Int?
  /// The archive name of the class of the object or value, where there is one.
  public var className: String?
  /// The key path from the root, such as `friends[3].name`, the same in both directions; it leads through all objects on the way.
  ///
  /// Only while the error is thrown through the initialisers of a program, it leads from the object. A path through more than 64
  /// objects begins with `…`.
  public var keyPath: String
  /// The type that the program asked for, where it is not that of the archive.
  public package(set) var expectedType: String?
  /// The versions that take part where a key has no value.
  public package(set) var versions: KeyVersions?
  /// The roots that there are, where the one that was asked for is not among them.
  public package(set) var rootNames: [String] = []

  /// Whether the path is complete.
  package var hasRootPath = false
  /// Whether the path leads through other objects to the one of the error.
  package var isInside = false
  /// The archive name of the class of the root, where the path leads from one object to others.
  package var rootClassName: String?
  /// What is known of the cause beyond the reason, as the rest of a sentence.
  package var detail: String?
  /// What to do about it, where that is known better than from the reason.
  package var hint: String?
  /// Whether an error around this one tells the whole sentence.
  package var isExplained = false

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - reason: What is wrong.
  ///   - object: The number of the object.
  ///   - offset: The position in the archive of the value, in bytes.
  ///   - className: The archive name of the class of the object or value.
  ///   - keyPath: The key path from the object, or from the root outside of objects.
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
  /// A key path as text, such as `friends[3].name`.
  package static func text(of path: some Sequence<any CodingKey>) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue,
        key.stringValue == "Index \(index)" || key.stringValue == "\(index)"
      {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue.shortened()
      }
    }
    return text
  }

  /// The same error, nested in another one that has the sentence.
  package var explained: Self {
    var error = self
    error.isExplained = true
    return error
  }

  /// The error that decoders throw, with this one as its cause.
  package func decodingContext(_ codingPath: [any CodingKey] = []) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath, debugDescription: explanation, underlyingError: explained)
  }

  /// The error that encoders throw, with this one as its cause.
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
