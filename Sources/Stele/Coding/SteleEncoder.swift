/// Makes archives of `Encodable` values and the objects that they refer to.
///
/// Each instance of a class is one object of the archive, whatever refers to it and however often. Objects are numbered
/// breadth first, and encoded in sequence, so that a chain of references of any length needs no stack. The same input
/// gives the same bytes in every run, except for the order of sets and dictionaries, which the canonical form of `SteleModel`
/// fixes.
///
/// A coder is a value: threads may use copies of one at the same time. ``SeriesEncoder`` is faster for many small archives.
///
/// Annex F of the specification lists the type in the archive for each Swift type.
public struct SteleEncoder: Sendable {
  /// The name of the root that ``encode(_:)`` writes and ``SteleDecoder/decode(_:from:)-(_,[UInt8])`` reads.
  public static let rootName = "root"

  /// Values that the program passes to its types.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The type of the document: a uniform type such as `com.example.zoo`, a media type, or nothing; not written in the canonical form.
  ///
  /// Spec §2.4.
  public var documentType = ""
  /// The program that writes the archive, for people; not written in the canonical form.
  ///
  /// Spec §2.4.
  public var writer = ""
  /// The metadata of the archive, or nil for none.
  public var metadata: [ArchiveNamedValue]?

  /// Makes the canonical form of an archive, with or without its metadata; nil leaves archives as they are.
  package var canonicalForm:
    (@Sendable (_ archive: [UInt8], _ includesMetadata: Bool) throws -> [UInt8])?

  /// Makes an encoder.
  public init() {}

  /// Makes an archive with one root.
  ///
  /// - Parameter value: The root, a value or an object.
  /// - Returns: The archive.
  /// - Throws: `EncodingError`, with a ``SteleCodingError`` as its `underlyingError` if there are details, or any error of a
  ///   value of the program.
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    let graph = GraphEncoder(options)
    try graph.writeRoot(value, Self.rootName)
    return try finish(graph)
  }

  /// Ends an archive, and returns its bytes, in the canonical form if that is requested.
  func finish(_ graph: GraphEncoder) throws -> [UInt8] {
    let bytes = try graph.finish()
    return try canonicalForm?(bytes, metadata != nil) ?? bytes
  }
}

extension SteleEncoder {
  var options: EncodingSession.Options { options(isSeries: false) }

  /// Returns the options of an archive, which may be one of a series.
  func options(isSeries: Bool) -> EncodingSession.Options {
    let isCanonical = canonicalForm != nil
    return EncodingSession.Options(
      userInfo: userInfo,
      writerOptions: isCanonical
        ? ArchiveWriterOptions() : ArchiveWriterOptions(documentType: documentType, writer: writer),
      metadata: metadata, isTwoPhase: { $0 is any TwoPhaseCodable.Type },
      ordersElements: isCanonical, isSeries: isSeries, factory: SwiftCoderFactory())
  }
}
