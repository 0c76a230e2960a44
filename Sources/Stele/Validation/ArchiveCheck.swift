/// A complete validation of an archive, which stops at the first broken rule.
///
/// It is a class because it has many parts and is passed from one phase to the next.
///
/// Spec §8.1, phases 1 to 6.
package final class ArchiveCheck {
  /// The chunks.
  package let frames: Frames
  /// The head.
  package let head: Head
  /// The payload check of the index, which differs between archives with different chunks.
  package var fingerprint: UInt64 { frames.chunks.last?.payloadCheck ?? 0 }
  /// The facts needed to read values, including the class of every object.
  package let tables: ArchiveTables

  /// The archive.
  package let bytes: ArchiveBytes

  /// Validates everything but the values: phases 1 to 5.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: The reader's limits.
  ///   - reused: The class table of the previous archive, or nil for an archive that is not one of a series.
  ///   - keepsOffsets: Whether to keep the offset of the record of each object.
  /// - Throws: The rule that is broken.
  package init(
    _ bytes: ArchiveBytes, limits: ArchiveLimits, reusing reused: ReadClassTable? = nil,
    keepsOffsets: Bool = false
  ) throws(ArchiveError) {
    self.bytes = bytes
    frames = try Frames(bytes)
    var headPayload = try Self.payload(of: frames.chunks.first, in: bytes, before: frames.end)
    head = try Head(parsing: &headPayload)
    var indexPayload = try Self.payload(of: frames.chunks.last, in: bytes, before: frames.end)
    let index = try ArchiveIndex(
      parsing: &indexPayload, at: frames.chunks.last?.offset ?? 0, of: frames.chunks.dropLast())
    var tables = try ArchiveTables(index.entries, in: bytes, limits: limits, reusing: reused)
    try tables.readRecordFrames(in: bytes, keepsOffsets: keepsOffsets)
    try tables.readWeakSlots(in: bytes)
    self.tables = tables
  }

  private static func payload(
    of chunk: Chunk?, in bytes: ArchiveBytes, before end: Int
  ) throws(ArchiveError) -> ByteReader {
    guard let chunk else { throw ArchiveError(.headChunk, at: Signature.byteCount) }
    return try chunk.readKnownPayload(from: bytes, before: end)
  }

  /// Validates all values, in file order: phase 6.
  ///
  /// - Throws: The rule that is broken.
  package func validateValues() throws(ArchiveError) {
    var roots = NamedValuesReader(tables.context)
    try validateValues(&roots) { (_, _) in }
  }

  /// Validates all values, in file order: phase 6.
  ///
  /// - Parameters:
  ///   - roots: A reader of roots that has not read any. Its interpreter validates the records, too, because making a
  ///     second one takes longer than validating a small archive.
  ///   - body: Receives the roots.
  /// - Throws: The rule that is broken.
  package func validateValues(
    _ roots: inout NamedValuesReader,
    _ body: (NamedValuePlace, inout NamedValuesReader) -> Void
  ) throws(ArchiveError) {
    try forEachChunk { chunk throws(ArchiveError) in
      switch chunk {
      case .block(let block, var input):
        try roots.interpreter.walkRecords(of: block, &input)
      case .roots(let definitions, let count, let input):
        try roots.validate(input, definitions: definitions, indexedCount: count) {
          body($0, &$1)
        }
      case .metadata(let input):
        var metadata = NamedValuesReader(tables.context, isMetadata: true)
        try metadata.validate(input) { (_, _) in }
      }
    }
  }

  /// A chunk that holds values.
  package enum Content {
    case block(Block, ByteReader)
    case roots(Definitions, count: Int, ByteReader)
    case metadata(ByteReader)
  }

  /// Passes the chunks that hold values to a closure, in file order.
  package func forEachChunk(
    _ body: (Content) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var blocks = tables.blocks.makeIterator()
    var roots = tables.roots.makeIterator()
    for chunk in frames.chunks {
      switch chunk.type {
      case .objects:
        guard let block = blocks.next() else { continue }
        try body(.block(block, try chunk.readKnownPayload(from: bytes, before: frames.end)))
      case .roots:
        guard let root = roots.next() else { continue }
        let input = try chunk.readKnownPayload(from: bytes, before: frames.end)
        try body(.roots(root.definitions, count: root.entry.count, input))
      case .metadata:
        try body(.metadata(try chunk.readKnownPayload(from: bytes, before: frames.end)))
      default:
        break
      }
    }
  }
}
