/// The chunks of an archive, found by walking from the first signature to the last.
///
/// Spec §2, and phase 1 of §7.1.
package struct Frames: Sendable {
  /// The chunks, in file order.
  package private(set) var chunks: [Chunk] = []
  /// The offset of the closing signature.
  package let end: Int

  /// Walks over all chunks and examines F1 to F11.
  package init(_ bytes: ArchiveBytes) throws(ArchiveError) {
    end = try Self.endOfChunks(in: bytes)
    var position = Signature.byteCount
    var hasWeakSlots = false
    var hasMetadata = false
    chunks.reserveCapacity(8)
    let memory: ByteReader? =
      if case .memory(let memory) = bytes { ByteReader(memory, range: 0..<end) } else { nil }
    while position < end {
      var input =
        memory ?? bytes.reader(of: position..<min(end, position + Chunk.headerByteCount))
      try input.move(to: position)
      let chunk = try Chunk(parsing: &input)
      try check(chunk, after: chunks.last)
      if chunk.type == .weakSlots { try Self.note(chunk, &hasWeakSlots) }
      if chunk.type == .metadata { try Self.note(chunk, &hasMetadata) }
      guard chunk.type.isKnown || !chunk.type.isCritical else {
        throw ArchiveError(.unknownCriticalChunk, at: chunk.offset)
      }
      if memory != nil {
        position = try chunk.passPayload(&input, before: end)
      } else {
        position = (try chunk.readPayload(from: bytes, before: end).endOffset + 7) & ~7
      }
      chunks.append(chunk)
    }
    guard !chunks.isEmpty else { throw ArchiveError(.headChunk, at: position) }
    guard chunks.last?.type == .index else { throw ArchiveError(.indexChunk, at: end) }
  }

  /// Examines both signatures, and gives the offset of the closing one: F1, F2.
  package static func endOfChunks(in bytes: ArchiveBytes) throws(ArchiveError) -> Int {
    let size = Signature.byteCount
    var opening = bytes.reader(of: 0..<size)
    guard opening.remaining == size, try opening.readInteger() == Signature.word else {
      throw ArchiveError(.signature, at: 0)
    }
    let end = max(size, bytes.byteCount - size)
    var closing = bytes.reader(of: end..<(end + size))
    guard closing.remaining == size, try closing.readInteger() == Signature.word else {
      throw ArchiveError(.closingSignature, at: end)
    }
    return end
  }

  /// Examines whether a chunk may stand where it stands: F9, F10.
  private func check(_ chunk: Chunk, after previous: Chunk?) throws(ArchiveError) {
    guard (chunk.type == .head) == (previous == nil) else {
      throw ArchiveError(.headChunk, at: chunk.offset)
    }
    guard previous?.type != .index else { throw ArchiveError(.indexChunk, at: chunk.offset) }
  }

  /// Notes a chunk that may stand once: F11.
  private static func note(_ chunk: Chunk, _ hasBeenSeen: inout Bool) throws(ArchiveError) {
    guard !hasBeenSeen else { throw ArchiveError(.repeatedChunk, at: chunk.offset) }
    hasBeenSeen = true
  }
}
