internal import Stele

/// Phase 2: the payloads of `HEAD` and `INDX`.
///
/// Spec §2.4, §6.3.
enum HeadAndIndex {
  private static let entryByteCount = 24

  /// Validates the head, whose versions have been looked at before, and returns the document type, if it can be read.
  static func checkHead(
    _ bytes: VerifiedBytes, _ chunk: Chunk, log: inout FindingLog
  ) -> String? {
    log.read(chunk, of: bytes) { (payload, log) in checkHead(payload, chunk, &log) } ?? nil
  }

  private static func checkHead(
    _ bytes: Span<UInt8>, _ chunk: Chunk, _ log: inout FindingLog
  ) -> String? {
    var documentType: String?
    do throws(Defect) {
      var cursor = Cursor(0..<bytes.count)
      _ = try cursor.readShortNumber(bytes)
      _ = try cursor.readShortNumber(bytes)
      let range = try cursor.readString(bytes)
      documentType = String(decoding: range.map { bytes[$0] }, as: UTF8.self)
      _ = try cursor.readString(bytes)
      try cursor.finish()
    } catch {
      log.add(error, chunk: chunk)
    }
    return documentType
  }

  /// Validates the index, which repeats the header of each chunk before it, and enters its counts into the chunks.
  static func checkIndex(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], log: inout FindingLog
  ) {
    guard let index = chunks.last else { return }
    log.read(index, of: bytes) { (payload, log) in
      checkIndex(payload, index, &chunks, &log)
    }
  }

  private static func checkIndex(
    _ bytes: Span<UInt8>, _ index: Chunk, _ chunks: inout [Chunk], _ log: inout FindingLog
  ) {
    guard bytes.count == entryByteCount * index.index + 8 else {
      log.add(.indexSize, at: 0, chunk: index)
      return
    }
    for position in 0..<index.index {
      let entry = position * entryByteCount
      let chunk = chunks[position]
      let count = bytes.halfWord(at: entry + 4)
      let isRight =
        bytes.halfWord(at: entry) == chunk.type.code
        && bytes.word(at: entry + 8) == chunk.payloadByteCount
        && bytes.word(at: entry + 16) == chunk.payloadCheck
        && (chunk.hasCount || count == 0)
      if !isRight {
        log.add(.indexEntry, at: entry, chunk: index)
      } else if chunk.hasCount {
        chunks[position].indexedCount = count
      }
    }
    let place = index.index * entryByteCount
    if bytes.word(at: place) != UInt64(index.offset) {
      log.add(.indexPlace, at: place, chunk: index)
    }
  }
}

extension Chunk {
  /// Whether the index has a count for the chunk.
  fileprivate var hasCount: Bool {
    switch type {
    case .classes, .objects, .roots, .weakSlots: true
    default: false
    }
  }
}
