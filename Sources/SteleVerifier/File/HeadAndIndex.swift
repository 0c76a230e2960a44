internal import Stele

/// Phase 2: the payloads of `HEAD` and `INDX`.
///
/// Spec §2.4, §6.3.
enum HeadAndIndex {
  /// Validates the head, and returns whether the archive is of a version that can be read.
  static func checkHead(_ bytes: VerifiedBytes, _ chunk: Chunk, log: inout FindingLog) -> Bool {
    log.read(chunk, of: bytes) { (payload, log) in checkHead(payload, chunk, &log) } ?? false
  }

  private static func checkHead(
    _ bytes: Span<UInt8>, _ chunk: Chunk, _ log: inout FindingLog
  ) -> Bool {
    do throws(Defect) {
      var cursor = Cursor(0..<bytes.count)
      let majorOffset = cursor.offset
      guard try cursor.readShortNumber(bytes) == 1 else {
        log.add(.majorVersion, at: majorOffset, chunk: chunk)
        return false
      }
      let minor = try cursor.readShortNumber(bytes)
      _ = try cursor.readString(bytes)
      if minor == 0 { try cursor.finish() }
    } catch {
      log.add(error, chunk: chunk)
    }
    return true
  }

  /// Validates the index, and enters its counts into the chunks that it lists.
  static func checkIndex(
    _ bytes: VerifiedBytes, _ index: Chunk, chunks: inout [Chunk], log: inout FindingLog
  ) {
    log.read(index, of: bytes) { (payload, log) in
      checkIndex(payload, index, &chunks, &log)
    }
  }

  private static func checkIndex(
    _ bytes: Span<UInt8>, _ index: Chunk, _ chunks: inout [Chunk], _ log: inout FindingLog
  ) {
    let listedCount = chunks.count { $0.type.isIndexed }
    guard bytes.count == 16 * listedCount + 8 else {
      log.add(.indexSize, at: 0, chunk: index)
      return
    }
    var entry = 0
    for position in chunks.indices where chunks[position].type.isIndexed {
      let chunk = chunks[position]
      if bytes.halfWord(at: entry) == chunk.type.code,
        bytes.word(at: entry + 8) == UInt64(chunk.offset)
      {
        chunks[position].indexedCount = bytes.halfWord(at: entry + 4)
      } else {
        log.add(.indexEntry, at: entry, chunk: index)
      }
      entry += 16
    }
    if bytes.word(at: entry) != UInt64(index.offset) {
      log.add(.indexPlace, at: entry, chunk: index)
    }
  }
}
