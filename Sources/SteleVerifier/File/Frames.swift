internal import Stele

/// Phase 1: signatures and chunks.
///
/// The headers are read one after another; then the payload checks are computed in parallel.
/// Spec §2, §7.1.
struct Frames {
  /// The chunks that could be framed, in file order.
  private(set) var chunks: [Chunk] = []
  /// The number of all chunks.
  private(set) var chunkCount = 0
  /// Whether the archive is of a version of the format whose rules are those of this verifier.
  private(set) var isOfKnownVersion = true
  /// Whether every byte between the signatures belongs to a chunk that could be framed.
  ///
  /// Otherwise nothing can be said about missing chunks, nor about numbers that count through the whole file.
  private(set) var isComplete = true

  /// The chunks with a payload to check.
  private var framed: [Chunk] = []
  /// The findings of headers.
  private var log: FindingLog
  private var end = 0
  private var hasClosingSignature = true
  private var hasReportedChunkAfterIndex = false
  private var lastType: ArchiveChunkType?
  private var seen: Set<ArchiveChunkType> = []

  /// Validates the frames of an archive.
  init(
    _ bytes: VerifiedBytes, _ workers: Workers, log: inout FindingLog, _ progress: (Int) -> Void
  ) {
    self.log = log.emptied()
    guard readSignatures(bytes, &log) else {
      isComplete = false
      return
    }
    readChunks(bytes)
    let payloadLog = checkPayloads(bytes, workers, progress)
    log.append(merging: self.log, payloadLog)
  }

  /// Rules F1, F12, F2; returns whether there is something between the signatures.
  private mutating func readSignatures(_ bytes: VerifiedBytes, _ log: inout FindingLog) -> Bool {
    let signature = Signature.bytes
    guard bytes.byteCount >= 8, bytes.copy(of: 0..<8) == signature else {
      log.add(.signature, at: 0)
      return false
    }
    if let defect = HeadVersion.defect(in: bytes) {
      log.add(defect.rule, at: defect.offset, message: defect.message)
      isOfKnownVersion = false
      return false
    }
    guard bytes.byteCount >= 16 else {
      log.add(.closingSignature, at: 8)
      return false
    }
    end = bytes.byteCount - 8
    if bytes.copy(of: end..<bytes.byteCount) != signature {
      log.add(.closingSignature, at: end)
      hasClosingSignature = false
    }
    return true
  }

  private mutating func readChunks(_ bytes: VerifiedBytes) {
    var offset = 8
    while offset < end {
      guard let next = readChunk(bytes, at: offset) else {
        isComplete = false
        return
      }
      offset = next
    }
    guard hasClosingSignature, isComplete else { return }
    if chunkCount == 0 {
      log.add(.headChunk, at: 8)
    } else if lastType != .index, !hasReportedChunkAfterIndex {
      log.add(.indexChunk, at: end)
    }
  }

  /// Reads the frame of the chunk at an offset, and returns the offset of the next one, if that is known.
  private mutating func readChunk(_ bytes: VerifiedBytes, at offset: Int) -> Int? {
    guard end - offset >= ChunkHeader.byteCount, let header = ChunkHeader(bytes, at: offset) else {
      // After a missing end nothing is to be expected.
      if hasClosingSignature { log.add(.truncated, at: offset) }
      return nil
    }
    let type = header.type
    let payloadOffset = offset + ChunkHeader.byteCount
    let padded = paddedByteCount(header.payloadByteCount, available: end - payloadOffset)
    var chunk = Chunk(
      index: chunkCount, type: type, offset: offset,
      payload: payloadOffset..<(payloadOffset + (padded == nil ? 0 : Int(header.payloadByteCount))),
      end: payloadOffset + (padded ?? 0), payloadByteCount: header.payloadByteCount,
      payloadCheck: header.payloadCheck)
    chunkCount += 1
    defer { lastType = type }
    guard header.isRight else {
      log.add(.headerCheck, at: offset, chunk: chunk)
      isComplete = false
      guard padded != nil else { return nil }
      // The length may be right all the same: then a chunk or the end follows at this distance.
      return chunk.end == end || isHeaderRight(bytes, at: chunk.end) ? chunk.end : nil
    }
    checkType(type, of: &chunk, at: offset)
    guard padded != nil else {
      if hasClosingSignature { log.add(.chunkTooLong, at: offset + 8, chunk: chunk) }
      return nil
    }
    framed.append(chunk)
    return chunk.end
  }

  /// Rules F4, F9, F10, F11, F8.
  private mutating func checkType(_ type: ArchiveChunkType, of chunk: inout Chunk, at offset: Int) {
    let wrongByte = type.firstWrongByte
    if let wrongByte { log.add(.chunkType, at: offset + wrongByte, chunk: chunk) }
    if (type == .head) != (chunk.index == 0) {
      // After an invalid type, the type that the chunk should have had is unknown.
      if wrongByte == nil, isComplete { log.add(.headChunk, at: offset, chunk: chunk) }
      chunk.isSound = chunk.isSound && type != .head
    }
    if lastType == .index, !hasReportedChunkAfterIndex {
      log.add(.indexChunk, at: offset, chunk: chunk)
      hasReportedChunkAfterIndex = true
    }
    if type == .weakSlots || type == .metadata, !seen.insert(type).inserted {
      log.add(.repeatedChunk, at: offset, chunk: chunk)
      chunk.isSound = false
    }
    if !type.isKnown, wrongByte == nil, type.isCritical {
      log.add(.unknownCriticalChunk, at: offset, chunk: chunk)
    }
  }

  /// Reads payloads and padding, and returns the findings.
  ///
  /// Rules F7, F6.
  private mutating func checkPayloads(
    _ bytes: VerifiedBytes, _ workers: Workers, _ progress: (Int) -> Void
  ) -> FindingLog {
    var payloadLog = log.emptied()
    workers.forEach(framed, state: ()) { _, chunk in
      chunk.payloadVerdict(in: bytes)
    } finish: { chunk, verdict in
      var chunk = chunk
      if let wrongPadding = verdict?.wrongPadding {
        payloadLog.add(.padding, at: wrongPadding, chunk: chunk)
      }
      if verdict == nil {
        payloadLog.add(.truncated, at: chunk.payload.lowerBound, chunk: chunk)
        isComplete = false
      } else if verdict?.isRight == false {
        payloadLog.add(.payloadCheck, at: chunk.offset + 16, chunk: chunk)
      }
      chunk.isSound = chunk.isSound && verdict?.isRight == true
      chunks.append(chunk)
      progress(chunk.payload.upperBound)
    }
    framed = []
    return payloadLog
  }

  /// The size of payload and padding, or nil if it is more than is available.
  private func paddedByteCount(_ byteCount: UInt64, available: Int) -> Int? {
    guard byteCount <= UInt64(available) else { return nil }
    let padded = Int(byteCount) + (8 - Int(byteCount) % 8) % 8
    return padded <= available ? padded : nil
  }

  /// Whether there is a header at an offset and its check is right.
  private func isHeaderRight(_ bytes: VerifiedBytes, at offset: Int) -> Bool {
    guard end - offset >= ChunkHeader.byteCount else { return false }
    return ChunkHeader(bytes, at: offset)?.isRight ?? false
  }
}
