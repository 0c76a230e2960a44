/// The payload of the last chunk: where the chunks are, and how much each holds.
///
///     offset  size  field
///          0  16 n  entries: type (4), count (u32), offset (u64)
///       16 n     8  offset of the index itself
///
/// Spec §6.3.
package struct ArchiveIndex: Sendable {
  /// A chunk that the index lists.
  package struct Entry: Hashable, Sendable {
    /// The type of the chunk.
    package let type: ArchiveChunkType
    /// How many things the chunk defines.
    package let count: Int
    /// The offset of the chunk.
    package let offset: UInt64
    /// The offset of this entry.
    package let place: Int
    /// Where the payload of the chunk stands, when it has been validated before.
    fileprivate var knownPayload: Range<Int>?
  }

  /// The number of bytes of an entry.
  package static let entryByteCount = 16

  /// The entries, in file order.
  package private(set) var entries: [Entry] = []

  /// Reads the payload of an index that stands at an offset: X3, X5, and X4 against known chunks.
  ///
  /// - Parameters:
  ///   - input: The payload.
  ///   - offset: The offset of the chunk.
  ///   - frames: All chunks, of which the index has to list some, or nil when they are not known.
  /// - Throws: The rule that is broken.
  package init(
    parsing input: inout ByteReader, at offset: Int, listing frames: Frames?
  ) throws(ArchiveError) {
    let chunks = frames?.chunks
    let (count, rest) = input.remaining.quotientAndRemainder(dividingBy: Self.entryByteCount)
    guard rest == 8, count == chunks?.count(where: \.type.isIndexed) ?? count else {
      throw ArchiveError(.indexSize, at: input.offset)
    }
    var next = 0
    entries = try input.withCursor { input throws(ArchiveError) in
      var entries: [Entry] = []
      entries.reserveCapacity(count)
      for _ in 0..<count {
        let place = input.offset
        var entry = Entry(
          type: ArchiveChunkType(code: try input.readInteger()),
          count: Int(number: UInt64(try input.readInteger(UInt32.self))),
          offset: try input.readInteger(),
          place: place)
        if let chunks {
          while !chunks[next].type.isIndexed { next += 1 }
          guard chunks[next].type == entry.type, UInt64(chunks[next].offset) == entry.offset
          else { throw ArchiveError(.indexEntry, at: place) }
          if frames?.includesPayloads == true { entry.knownPayload = chunks[next].knownPayload }
          next += 1
        }
        entries.append(entry)
      }
      return entries
    }
    let place = input.offset
    guard try input.readInteger(UInt64.self) == UInt64(offset) else {
      throw ArchiveError(.indexPlace, at: place)
    }
  }
}

extension ArchiveIndex.Entry {
  /// Reads the chunk that the entry lists, and validates its frame: F3 to F7, and X4 for its type.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - end: The offset of the closing signature.
  /// - Returns: A reader of the payload.
  /// - Throws: The rule that is broken.
  package func readPayload(
    from bytes: ArchiveBytes, before end: Int
  ) throws(ArchiveError) -> ByteReader {
    // Bytes in memory cannot have changed since. Those of a source can, so they are validated again.
    if let knownPayload, case .memory(let memory) = bytes {
      return ByteReader(memory, range: knownPayload)
    }
    guard offset % 8 == 0, offset < UInt64(end) else { throw ArchiveError(.indexEntry, at: place) }
    let start = Int(offset)
    var header = bytes.reader(of: start..<min(end, start + Chunk.headerByteCount))
    let chunk = try Chunk(parsing: &header)
    guard chunk.type == type else { throw ArchiveError(.indexEntry, at: place) }
    return try chunk.readPayload(from: bytes, before: end)
  }
}
