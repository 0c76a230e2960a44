package import Stele

/// The index of an archive that is read in part, found from the end of the archive.
///
///     │ front, 4 KiB │                    │ tail, 64 KiB                 │
///     │ HEAD CLAS …  │ … OBJS OBJS OBJS … │ ROOT WEAK INDX  │ signature  │
///                                                └─ offset ─┘
///
/// Front and tail are one read each; an index that begins before the tail takes another read.
///
/// Spec §8.2.
package struct ArchiveTail: Sendable {
  /// The archive, with copies of its ends if it is not in memory.
  package let bytes: ArchiveBytes
  /// The index, whose first entry is that of the head.
  package let index: ArchiveIndex
  /// The header of the index.
  package let chunk: Chunk

  /// Reads both ends of an archive: F1, F12, F2, and the rules of the index and of the types in it.
  ///
  /// - Throws: A rule that is broken, perhaps not the one that a complete validation names.
  package init(_ bytes: ArchiveBytes) throws(ArchiveError) {
    var bytes = try bytes.copyingEnds()
    let end = try Frames.endOfChunks(in: bytes)
    chunk = try Self.indexChunk(in: &bytes, before: end)
    self.bytes = bytes
    var payload = try chunk.readPayload(from: bytes, before: end)
    index = try ArchiveIndex(parsing: &payload, at: chunk.offset)
    var order = ChunkOrder()
    for entry in index.entries {
      try entry.chunk.validateType()
      try order.add(entry.chunk)
    }
    try order.add(chunk)
    try order.finish(at: end)
  }

  /// Finds the index by the offset before the closing signature: X5, F3, F5; F10 if there is no room for one.
  private static func indexChunk(
    in bytes: inout ArchiveBytes, before end: Int
  ) throws(ArchiveError) -> Chunk {
    let place = end - 8
    let error = ArchiveError(.indexPlace, at: place)
    // The payload of an index has at least its own offset.
    let last = place - Chunk.headerByteCount
    guard last >= Signature.byteCount else { throw ArchiveError(.indexChunk, at: end) }
    var field = try bytes.reader(of: place..<end)
    let written: UInt64 = try field.readInteger()
    guard written >= UInt64(Signature.byteCount), written <= UInt64(last) else { throw error }
    let offset = Int(written)
    if offset < bytes.tailOffset {
      // Each entry belongs to a chunk before the index, so the index is no larger than those.
      guard place - offset - Chunk.headerByteCount <= offset else { throw error }
      bytes = try bytes.copyingTail(from: offset)
    }
    var header = try bytes.reader(of: offset..<end)
    let chunk = try Chunk(parsing: &header)
    guard chunk.type == .index else { throw error }
    guard try chunk.validateLength(before: end) == end else {
      throw ArchiveError(.chunkTooLong, at: offset + 8)
    }
    return chunk
  }
}
