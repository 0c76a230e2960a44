/// Decodes values and objects from archives.
///
/// The archive is validated completely before any code of the program runs. Each object is made once, however many references
/// there are to it, and only where its class is requested, or allowed and a subclass of the requested one.
///
/// A coder is a value: threads may use copies of one at the same time.
public struct SteleDecoder: Sendable {
  /// The treatment of objects of classes that the program does not know.
  @nonexhaustive
  public enum UnknownClasses: Sendable {
    /// They are an error, wherever they are requested.
    case refuse
    /// They become ``OpaqueObject``s where the program's type admits these.
    case keep
  }

  /// The information that the types can ask for while they are decoded.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The limits of archives that are accepted; spec §8.3.
  public var limits = ArchiveLimits()
  /// The treatment of objects of classes that the program does not know; spec §10.5.
  public var unknownClasses: UnknownClasses = .refuse
  /// The number of elements of a set, or keys of a dictionary, that may have the same hash; fewer than 64 count as 64.
  ///
  /// A set compares each element with all others of its hash. Some types hash only a part of their values: Foundation's `Data`
  /// the first 80 bytes and the length, `Decimal` the nearest `Double`, `NSString` three parts of a long text. A set with more
  /// elements of one hash is an error, ``SteleCodingError/Reason/equalHashes(limit:)``, since an archive could otherwise make
  /// the time grow with the square of its size. Raise the limit if an archive may have more of these elements.
  public var equalHashLimit = 1000
  /// Whether only classes given to `allow(_:)` are made, not those that properties and elements have as their types.
  ///
  /// An archive with an object of any other class is then refused before the first initialiser runs. If an `ArchiveReader` is
  /// decoded in part, it is refused when that object is requested.
  public var allowsListedClassesOnly = false
  /// The classes whose objects are made wherever a superclass of theirs, or a protocol, is requested.
  public var allowedClasses = ClassSet()

  /// Makes a decoder.
  public init() {}

  /// Makes a decoder that allows the classes of a set.
  ///
  /// - Parameter classes: The classes, as for `allow(_:)`.
  public init(allowing classes: ClassSet) { allowedClasses = classes }

  /// Allows objects of classes wherever a superclass of theirs, or a protocol, is requested.
  ///
  /// A class that a property or an element has as its type is allowed there, and need not be listed.
  ///
  /// - Parameter types: The classes. They stay allowed for this value of the decoder, and for no other.
  public mutating func allow(_ types: any (AnyObject & Decodable).Type...) { allow(types) }

  /// Allows objects of classes wherever a superclass of theirs, or a protocol, is requested.
  ///
  /// A class that a property or an element has as its type is allowed there, and need not be listed.
  ///
  /// ```swift
  /// let pets: [any (AnyObject & Decodable).Type] = [Dog.self, Cat.self]
  /// decoder.allow(pets)
  /// ```
  ///
  /// - Parameter types: The classes. They stay allowed for this value of the decoder, and for no other.
  public mutating func allow(_ types: [any (AnyObject & Decodable).Type]) {
    allowedClasses.formUnion(ClassSet(types))
  }

  /// Allows objects of the classes of a set wherever a superclass of theirs, or a protocol, is requested.
  ///
  /// - Parameter classes: The classes. They stay allowed for this value of the decoder, and for no other.
  public mutating func allow(_ classes: ClassSet) { allowedClasses.formUnion(classes) }

  /// Decodes the root that ``SteleEncoder/encode(_:)`` writes, or the only root.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The archive.
  /// - Returns: The value, complete with all that it refers to.
  /// - Throws: `DecodingError`, or the error of an initialiser. `underlyingError` is an ``ArchiveError`` if the archive is
  ///   invalid, and a ``SteleCodingError`` for errors of types and classes.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try Unarchiver.mappingErrors {
      let session = try DecodingSession(RecordStore(validating: bytes, limits: limits), options)
      defer { session.release() }
      return try Unarchiver.decodeRoot(type, session)
    }
  }

  /// Decodes the root that ``SteleEncoder/encode(_:)`` writes, or the only root.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The archive, a collection of bytes such as `Data` or a slice of an array, which is copied once.
  /// - Returns: The value, complete with all that it refers to.
  /// - Throws: As ``decode(_:from:)-(_,[UInt8])``.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from bytes: some Collection<UInt8>) throws -> T {
    try decode(type, from: Array(bytes))
  }

  /// Decodes the root that ``SteleEncoder/encode(_:)`` writes, or the only root.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The archive, which is copied once.
  /// - Returns: The value, complete with all that it refers to.
  /// - Throws: As ``decode(_:from:)-(_,[UInt8])``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: RawSpan) throws -> T {
    try decode(type, from: Array(copying: bytes))
  }

  /// Decodes the root that ``SteleEncoder/encode(_:)`` writes, or the only root.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: The archive, which is copied once.
  /// - Returns: The value, complete with all that it refers to.
  /// - Throws: As ``decode(_:from:)-(_,[UInt8])``.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
    try decode(type, from: Array(copying: bytes))
  }
}

extension SteleDecoder {
  var options: DecodingSession.Options {
    DecodingSession.Options(
      userInfo: userInfo, equalHashLimit: equalHashLimit,
      keepsUnknownClasses: unknownClasses == .keep,
      allowsListedClassesOnly: allowsListedClassesOnly, allowed: allowedClasses.classes,
      factory: SwiftCoderFactory())
  }
}
