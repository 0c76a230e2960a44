/// Decodes one archive after another, which takes less time than a new decoder for each if the archives are small.
///
/// A small archive takes less time to read than its class table takes to prepare. A series decoder keeps the last class table for
/// each of the last eight types that were requested, with everything that it has prepared for it, and uses that again if the next
/// archive has the same class table, byte for byte, as archives of one program have for values of one kind. All else is done for
/// each archive: results, errors and limits are those of ``SteleDecoder``, whatever was decoded before.
///
/// ```swift
/// let decoder = SeriesDecoder()
/// for archive in archives { readings.append(try decoder.decode(Reading.self, from: archive)) }
/// ```
///
/// A series decoder is for one thread. It retains nothing of the values that it has decoded.
///
/// ``SteleDecoder`` is for single archives, ``Unarchiver`` for several values of one archive.
public final class SeriesDecoder {
  /// The greatest size in bytes of an archive for which something is kept; a larger one spends its time on its content.
  private static let reusedByteCount = 1 << 16

  private let limits: ArchiveLimits
  private let options: DecodingSession.Options
  // Safe: no access runs code of the program, nor releases anything of it: what an archive has left has no objects.
  /// The class table of the last archive of each type, and what was prepared for it, of which nothing is left after a refused archive.
  @safe @exclusivity(unchecked)
  private var states = SeriesStates<(classTable: ReadClassTable, parts: DecodingSession.Parts?)>()

  /// Makes a decoder of a series.
  ///
  /// - Parameter decoder: The permissions, limits and user information, as they are now; later changes have no effect.
  public init(_ decoder: SteleDecoder = SteleDecoder()) {
    limits = decoder.limits
    options = decoder.options
  }

  /// Decodes the root that ``SteleEncoder/encode(_:)`` writes, or the only root.
  ///
  /// - Parameters:
  ///   - type: The type of the value, which may differ from archive to archive.
  ///   - bytes: The archive.
  /// - Returns: The value, complete with all that it refers to.
  /// - Throws: As ``SteleDecoder/decode(_:from:)-(_,[UInt8])``. The next archive can be decoded after an error.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try Unarchiver.mappingErrors {
      let isSmall = bytes.count <= Self.reusedByteCount
      // Taken out, as the types of the program may decode archives of the series, too.
      var state = (isSmall ? states.take(for: type) : nil) ?? (classTable: .empty, parts: nil)
      defer {
        if isSmall, state.parts != nil || state.classTable.isReusable {
          states.put(state, for: type)
        }
      }
      let reused = state.parts.take()
      let store = try RecordStore(
        validating: bytes, limits: limits, reusing: isSmall ? state.classTable : nil, reused?.roots)
      if isSmall, store.context.table.isReusable { state.classTable = store.context.table }
      var session = try DecodingSession(store, options, reusing: reused)
      defer {
        session.release()
        // A decoder or container that the program has kept still uses the parts.
        if isSmall, isKnownUniquelyReferenced(&session) { state.parts = session.reusableParts }
      }
      return try Unarchiver.decodeRoot(type, session)
    }
  }

  /// Decodes the root that ``SteleEncoder/encode(_:)`` writes, or the only root.
  ///
  /// - Parameters:
  ///   - type: The type of the value, which may differ from archive to archive.
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
  ///   - type: The type of the value, which may differ from archive to archive.
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
  ///   - type: The type of the value, which may differ from archive to archive.
  ///   - bytes: The archive, which is copied once.
  /// - Returns: The value, complete with all that it refers to.
  /// - Throws: As ``decode(_:from:)-(_,[UInt8])``.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
    try decode(type, from: Array(copying: bytes))
  }
}
