/// Decodes values and objects from one archive, piece by piece.
///
/// All values that are decoded with one unarchiver share its objects. An unarchiver is for one thread. It retains the objects that
/// it has made.
///
/// An unarchiver that has thrown an error while it filled or awoke objects is of no further use, because other objects of the
/// archive may refer to these: every later call throws ``SteleCodingError/Reason/coderIsFinished``. Make a new one.
public final class Unarchiver {
  let session: DecodingSession

  /// Makes an unarchiver of an archive in memory, which is validated completely first.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - decoder: The permissions and limits.
  /// - Throws: `DecodingError` if the archive is invalid, with an ``ArchiveError`` as its `underlyingError`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ bytes: [UInt8], decoder: SteleDecoder = SteleDecoder()) throws {
    session = try Self.mappingErrors {
      try DecodingSession(RecordStore(validating: bytes, limits: decoder.limits), decoder.options)
    }
  }

  /// Makes an unarchiver of an archive in memory, which is validated completely first.
  ///
  /// - Parameters:
  ///   - bytes: The archive, a collection of bytes such as `Data` or a slice of an array, which is copied once.
  ///   - decoder: The permissions and limits.
  /// - Throws: `DecodingError` if the archive is invalid, with an ``ArchiveError`` as its `underlyingError`.
  @_disfavoredOverload
  public convenience init(
    _ bytes: some Collection<UInt8>, decoder: SteleDecoder = SteleDecoder()
  ) throws {
    try self.init(Array(bytes), decoder: decoder)
  }

  /// Makes an unarchiver of an archive in memory, which is validated completely first.
  ///
  /// - Parameters:
  ///   - bytes: The archive, which is copied once.
  ///   - decoder: The permissions and limits.
  /// - Throws: `DecodingError` if the archive is invalid, with an ``ArchiveError`` as its `underlyingError`.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public convenience init(_ bytes: RawSpan, decoder: SteleDecoder = SteleDecoder()) throws {
    try self.init(Array(copying: bytes), decoder: decoder)
  }

  /// Makes an unarchiver of an archive in memory, which is validated completely first.
  ///
  /// - Parameters:
  ///   - bytes: The archive, which is copied once.
  ///   - decoder: The permissions and limits.
  /// - Throws: `DecodingError` if the archive is invalid, with an ``ArchiveError`` as its `underlyingError`.
  public convenience init(_ bytes: Span<UInt8>, decoder: SteleDecoder = SteleDecoder()) throws {
    try self.init(Array(copying: bytes), decoder: decoder)
  }

  /// Makes an unarchiver of a store, and maps its errors to errors of decoders.
  package init(_ decoder: SteleDecoder, _ store: () throws(ArchiveError) -> RecordStore) throws {
    session = try Self.mappingErrors { try DecodingSession(store(), decoder.options) }
  }

  /// Makes an unarchiver that leaves objects of classes that are not `Codable` to a surrogate, which it does not retain.
  package convenience init(
    _ bytes: [UInt8], _ decoder: SteleDecoder, surrogate: any DecodingSurrogate
  ) throws {
    try self.init(bytes, decoder: decoder)
    session.classes.connect(surrogate)
  }

  deinit { session.release() }

  /// The type of the document: a uniform type such as `com.example.zoo`, a media type, or an empty string.
  ///
  /// Spec §2.4.
  public var documentType: String { session.store.documentType }

  /// A number that differs between archives with different chunks, to detect that a file has changed: the payload check of the
  /// index.
  ///
  /// It does not protect against archives that were made to have a given number. Spec §6.3.
  public var fingerprint: UInt64 { session.store.fingerprint }

  /// The names of the roots, in their order.
  ///
  /// There are none if an archive that was opened is damaged there.
  public var rootNames: [String] { (try? session.store.roots.names()) ?? [] }

  /// Decodes the root named ``SteleEncoder/rootName``, or the only root.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, or the error of an initialiser.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try Self.mappingErrors { try Self.decodeRoot(type, session) }
  }

  /// Decodes a root.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - root: The name of the root.
  /// - Returns: The value, which shares its objects with all values that were decoded before.
  /// - Throws: `DecodingError`, or the error of an initialiser.
  public func decode<T: Decodable>(_ type: T.Type = T.self, root: String) throws -> T {
    try Self.mappingErrors {
      guard let found = try session.store.roots.root(root) else { throw Self.noRoot(root, session) }
      return try session.decode(type, found)
    }
  }

  /// Decodes one object, by its number.
  ///
  /// - Parameters:
  ///   - type: The class of the object, or a superclass.
  ///   - object: The number in the archive, from 1.
  /// - Returns: The object, the same one in each call.
  /// - Throws: `DecodingError`, or the error of an initialiser.
  public func decode<T: Decodable & AnyObject>(_ type: T.Type = T.self, object: Int) throws -> T {
    try Self.mappingErrors {
      guard object >= 1, object <= session.store.objectCount else {
        throw DecodingError.dataCorrupted(SteleCodingError(.noObject(object)).decodingContext())
      }
      return try session.decode(type, object: object)
    }
  }

  /// Decodes the root named ``SteleEncoder/rootName``, or the only root.
  static func decodeRoot<T: Decodable>(_ type: T.Type, _ session: DecodingSession) throws -> T {
    let name = SteleEncoder.rootName
    guard let root = try session.store.roots.root(name) ?? session.store.roots.root(nil) else {
      throw noRoot(name, session)
    }
    return try session.decode(type, root)
  }

  private static func noRoot(_ name: String, _ session: DecodingSession) -> DecodingError {
    var error = SteleCodingError(.noRoot(name))
    error.rootNames = (try? session.store.roots.names()) ?? []
    error.explainSpelling("root", name, among: error.rootNames)
    return .dataCorrupted(error.decodingContext())
  }

  /// Runs a function; maps errors of the archive to those that programs expect of decoders.
  static func mappingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ArchiveError {
      throw DecodingError.dataCorrupted(error.decodingContext)
    } catch let error as SteleCodingError {
      throw DecodingError.dataCorrupted(error.decodingContext())
    }
  }
}

// MARK: Surrogates

extension Unarchiver {
  /// Reads a root as a value of any type.
  ///
  /// - Returns: The value, or nil if there is no root of the name.
  /// - Throws: `DecodingError` if an object is not of an allowed class, or cannot be made.
  package func decode(_ request: ObjectRequest, root: String) throws -> AnyValue? {
    try Self.mappingErrors {
      guard let root = try session.store.roots.root(root) else { return nil }
      return try session.decode(request.decoder, root)
    }
  }

  /// Returns whether there is a root of a name.
  package func contains(root: String) throws -> Bool {
    try Self.mappingErrors { try session.store.roots.root(root) != nil }
  }
}

extension ObjectRequest {
  package convenience init(_ unarchiver: Unarchiver, admits: @escaping (AnyClass) -> Bool) {
    self.init(unarchiver.session, admits: admits)
  }
}
