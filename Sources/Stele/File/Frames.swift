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
    chunks.reserveCapacity(8)
    let start = Signature.byteCount
    switch bytes {
    case .memory(let memory):
      var input = ByteReader(memory, range: start..<end)
      try input.withCursor { input throws(ArchiveError) in
        while input.remaining > 0 {
          let chunk = try Chunk(parsing: &input)
          try add(chunk)
          try chunk.passPayload(&input)
        }
      }
    case .source:
      var position = start
      while position < end {
        var header = bytes.reader(of: position..<min(end, position + Chunk.headerByteCount))
        let chunk = try Chunk(parsing: &header)
        try add(chunk)
        position = (try chunk.readPayload(from: bytes, before: end).endOffset + 7) & ~7
      }
    }
    guard let last = chunks.last else { throw ArchiveError(.headChunk, at: start) }
    guard last.type == .index else { throw ArchiveError(.indexChunk, at: end) }
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

  /// Adds a chunk, if it may stand where it stands: F9, F10, F11, F8.
  private mutating func add(_ chunk: Chunk) throws(ArchiveError) {
    let type = chunk.type
    guard (type == .head) == chunks.isEmpty else {
      throw ArchiveError(.headChunk, at: chunk.offset)
    }
    guard chunks.last?.type != .index else { throw ArchiveError(.indexChunk, at: chunk.offset) }
    if type == .weakSlots || type == .metadata, chunks.contains(where: { $0.type == type }) {
      throw ArchiveError(.repeatedChunk, at: chunk.offset)
    }
    guard type.isKnown || !type.isCritical else {
      throw ArchiveError(.unknownCriticalChunk, at: chunk.offset)
    }
    chunks.append(chunk)
  }
}
