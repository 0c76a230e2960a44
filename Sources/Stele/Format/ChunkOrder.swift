/// Which chunks have been met, and which may come next: F8 to F11.
///
/// Spec §2.3.
struct ChunkOrder {
  private var last: ArchiveChunkType?
  private var hasWeakSlots = false
  private var hasMetadata = false

  /// Takes the next chunk, if it may stand where it stands: F9, F10, F11, F8.
  mutating func add(_ chunk: Chunk) throws(ArchiveError) {
    let type = chunk.type
    guard (type == .head) == (last == nil) else {
      throw ArchiveError(.headChunk, at: chunk.offset)
    }
    guard last != .index else { throw ArchiveError(.indexChunk, at: chunk.offset) }
    if type == .weakSlots ? hasWeakSlots : type == .metadata && hasMetadata {
      throw ArchiveError(.repeatedChunk, at: chunk.offset)
    }
    guard type.isKnown || !type.isCritical else {
      var error = ArchiveError(.unknownCriticalChunk, at: chunk.offset)
      error.found = "the chunk type is \(chunk.type)"
      throw error
    }
    last = type
    hasWeakSlots = hasWeakSlots || type == .weakSlots
    hasMetadata = hasMetadata || type == .metadata
  }

  /// Validates that the last chunk is the index: F9, F10.
  ///
  /// - Parameter end: The offset of the closing signature.
  /// - Throws: The rule that is broken.
  func finish(at end: Int) throws(ArchiveError) {
    guard let last else { throw ArchiveError(.headChunk, at: Signature.byteCount) }
    guard last == .index else { throw ArchiveError(.indexChunk, at: end) }
  }
}
