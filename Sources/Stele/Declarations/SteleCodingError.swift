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
    /// Objects refer to each other in a circle of strong references, and none can be made first.
    ///
    /// The path goes once around, such as `["Person.spouse", "Person.spouse"]`. Make one of the keys a
    /// ``BackReference`` or a ``LateReference``, or make one of the classes ``TwoPhaseCodable``.
    case strongCycle([String])
    /// A set element or dictionary key cannot be hashed before it is itself complete.
    case hashCycle([String])
    /// Values, or initialisers, nest deeper than the limit.
    case nestingTooDeep(limit: Int)
    /// A subclass has the archive name of its superclass; give it one of its own.
    case inheritedArchiveName(String)
    /// Two types have the same archive name.
    case duplicateArchiveName(String)
    /// The declaration of a type contradicts itself.
    case invalidDeclaration(DeclarationFlaw)
    /// A private or local class, or one inside of such, has no archive name of its own.
    case unnamedClass(String)
    /// The class inherits its coding, so these properties would be lost.
    case lostProperties([String])
    /// A key that is declared as retired is written with another type.
    case retiredKey(String)
    /// A key is written twice for one object.
    case duplicateKey(String)
    /// There is no root of this name.
    case noRoot(String)
    /// There is no object of this number.
    case noObject(Int)
    /// The coder has failed, or has been finished, and is of no further use.
    case coderIsFinished
  }

  /// What is wrong.
  public let reason: Reason
  /// The number of the object, where there is one.
  public var object: Int?
  /// The position in the archive of the value, in bytes, where there is one.
  public var offset: Int?
  /// The archive name of the class of the object or value, where there is one.
  public var className: String?
  /// The key path inside of the object.
  public var keyPath: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - reason: What is wrong.
  ///   - object: The number of the object.
  ///   - offset: The position in the archive of the value, in bytes.
  ///   - className: The archive name of the class of the object or value.
  ///   - keyPath: The key path inside of the object.
  public init(
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

extension SteleCodingError: CustomStringConvertible {
  /// The reason and, where there are such, class, key path, object and offset.
  public var description: String {
    var place: [String] = []
    if let className { place.append(className.shortened()) }
    if !keyPath.isEmpty { place.append(keyPath.shortened(to: ArchiveError.keyPathByteCount)) }
    if let object { place.append("object \(object)") }
    if let offset { place.append("byte \(offset)") }
    let reason = text.shortened(to: ArchiveError.keyPathByteCount)
    return place.isEmpty ? reason : "\(reason) at \(place.joined(separator: ", "))"
  }
  private var text: String {
    if case .invalidDeclaration(let flaw) = reason { return flaw.description }
    return "\(reason)"
  }
}
