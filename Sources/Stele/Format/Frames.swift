/// The chunks of an archive, found by walking from the first signature to the last.
///
/// Spec §2, phase 1 of §7.1, and §7.2.
package struct Frames: Sendable {
  /// The chunks, in file order.
  package private(set) var chunks: [Chunk] = []
  /// The offset of the closing signature.
  package let end: Int
  /// Whether payloads and padding have been validated, too.
  package let includesPayloads: Bool

  /// Walks over all chunks and validates them: F1 to F11.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - includesPayloads: Whether to validate payloads and padding (F6, F7), too. A reader in part does so when it
  ///     reads them.
  /// - Throws: The rule that is broken.
  package init(_ bytes: ArchiveBytes, includesPayloads: Bool = true) throws(ArchiveError) {
    self.includesPayloads = includesPayloads
    end = try Self.endOfChunks(in: bytes)
    chunks.reserveCapacity(8)
    let start = Signature.byteCount
    if includesPayloads, case .memory(let memory) = bytes {
      var input = ByteReader(memory, range: start..<end)
      try input.withCursor { input throws(ArchiveError) in
        while input.remaining > 0 {
          let chunk = try Chunk(parsing: &input)
          try chunk.validateType()
          try add(chunk)
          try chunk.passPayload(&input)
        }
      }
    } else {
      var position = start
      while position < end {
        var header = bytes.reader(of: position..<min(end, position + Chunk.headerByteCount))
        let chunk = try Chunk(parsing: &header)
        try add(chunk)
        guard let payload = chunk.payloadRange(before: end) else {
          throw ArchiveError(.chunkTooLong, at: chunk.offset + 8)
        }
        if includesPayloads { _ = try chunk.readPayload(from: bytes, before: end) }
        position = chunk.paddedEnd(of: payload)
      }
    }
    guard let last = chunks.last else { throw ArchiveError(.headChunk, at: start) }
    guard last.type == .index else { throw ArchiveError(.indexChunk, at: end) }
  }

  /// Validates both signatures, and returns the offset of the closing one: F1, F2.
  package static func endOfChunks(in bytes: ArchiveBytes) throws(ArchiveError) -> Int {
    let size = Signature.byteCount
    var opening = bytes.reader(of: 0..<size)
    guard opening.remaining == size, try opening.readInteger() == Signature.word else {
      var error = ArchiveError(.signature, at: 0)
      var start = bytes.reader(of: 0..<min(ForeignContent.byteCount, bytes.byteCount))
      let first = try start.readBytes(start.remaining)
      error.found = ForeignContent.clause(first, of: bytes.byteCount)
      error.hint = error.found.flatMap { ForeignContent.advice(for: $0) }
      throw error
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
      var error = ArchiveError(.unknownCriticalChunk, at: chunk.offset)
      error.found = "the chunk type is \(chunk.type)"
      throw error
    }
    chunks.append(chunk)
  }
}
