/// The payload of the last chunk: the header of each chunk before it, and its count.
///
///     offset  size  field
///          0  24 n  entries: type (4), count (u32), length (u64), payload check (u64)
///       24 n     8  offset of the index itself
///
/// The first chunk begins after the signature, and each further chunk where the one before it ends, so that the lengths give
/// the offsets of all chunks.
///
/// Spec §6.3.
package struct ArchiveIndex: Sendable {
  /// The entry of a chunk.
  package struct Entry: Hashable, Sendable {
    /// The header and the offset that the chunk must have.
    package let chunk: Chunk
    /// The number of entries, objects, roots or slots in the chunk; 0 for types without a count.
    package let count: Int
    /// The offset of this entry.
    package let entryOffset: Int
    /// Whether the chunk has been validated before.
    fileprivate var isKnown = false

    /// The type of the chunk.
    package var type: ArchiveChunkType { chunk.type }
    /// The offset of the chunk.
    package var offset: Int { chunk.offset }
  }

  /// The number of bytes of an entry.
  package static let entryByteCount = 24

  /// The entries, in file order.
  package let entries: [Entry]

  /// Reads the payload of an index, and finds the offsets of the chunks by their lengths: X3, X4, X5.
  ///
  /// - Parameters:
  ///   - input: The payload.
  ///   - offset: The offset of the chunk.
  ///   - chunks: The chunks before it, with which the entries are compared; nil if they have not been validated.
  /// - Throws: The rule that is broken.
  package init(
    parsing input: inout ByteReader, at offset: Int, of chunks: ArraySlice<Chunk>? = nil
  ) throws(ArchiveError) {
    let (count, rest) = input.remaining.quotientAndRemainder(dividingBy: Self.entryByteCount)
    guard rest == 8, count == chunks?.count ?? count else {
      throw ArchiveError(.indexSize, at: input.offset)
    }
    var next = Signature.byteCount
    entries = try input.withCursor { input throws(ArchiveError) in
      var entries: [Entry] = []
      entries.reserveCapacity(count)
      for index in 0..<count {
        var entry = try Entry(parsing: &input, ofChunkAt: next)
        if let chunks {
          guard entry.chunk == chunks[index] else {
            throw ArchiveError(.indexEntry, at: entry.entryOffset)
          }
          entry.isKnown = true
        }
        guard entry.chunk.fits(before: offset) else {
          throw ArchiveError(
            .indexPlace, at: entry.entryOffset + (count - index) * Self.entryByteCount)
        }
        next = entry.chunk.paddedEnd
        entries.append(entry)
      }
      return entries
    }
    let place = input.offset
    guard next == offset, try input.readInteger(UInt64.self) == UInt64(offset) else {
      throw ArchiveError(.indexPlace, at: place)
    }
  }
}

extension ArchiveIndex.Entry {
  /// Reads an entry: X4 for the count.
  package init(
    parsing input: inout ByteCursor, ofChunkAt offset: Int
  ) throws(ArchiveError) {
    entryOffset = input.offset
    let type = ArchiveChunkType(code: try input.readInteger())
    count = Int(number: UInt64(try input.readInteger(UInt32.self)))
    chunk = Chunk(
      offset: offset, type: type, byteCount: try input.readInteger(),
      payloadCheck: try input.readInteger())
    guard count == 0 || type.isCounted else { throw ArchiveError(.indexEntry, at: entryOffset) }
  }

  /// Reads the chunk, and validates its frame: P1, F3, F4, F7, F6, and X4 for its header.
  ///
  /// - Parameter bytes: The archive.
  /// - Returns: A reader of the payload.
  /// - Throws: The rule that is broken.
  package func readPayload(from bytes: ArchiveBytes) throws(ArchiveError) -> ByteReader {
    // Bytes in memory cannot have changed since. Those of a source can, so they are validated again.
    if isKnown, case .memory(let memory) = bytes {
      return ByteReader(memory, range: chunk.knownPayload)
    }
    var input = try bytes.reader(of: chunk.offset..<chunk.paddedEnd)
    let found = try Chunk(parsing: &input)
    guard found == chunk else { throw ArchiveError(.indexEntry, at: entryOffset) }
    return try found.readPayload(&input)
  }
}
