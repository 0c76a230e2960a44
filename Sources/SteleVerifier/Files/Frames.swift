internal import Stele

/// Phase 1: signatures and chunks.
///
/// Spec §2, §7.1.
struct Frames {
  /// The chunks of known types, in file order.
  private(set) var chunks: [Chunk] = []
  /// The number of chunks of all types.
  private(set) var chunkCount = 0
  /// Whether every byte between the signatures belongs to a chunk that could be made out.
  ///
  /// If not,
  /// nothing can be said about what is missing, or about numbers that go through the whole file.
  private(set) var isComplete = true
  /// The first chunk of a type that the canonical form does not have, if there is one.
  private(set) var firstUnknownChunkOffset: Int?

  private var log: FindingLog
  private var end = 0
  private var hasClosingSignature = true
  private var indexOffset: Int?
  private var hasReportedChunkAfterIndex = false
  private var lastType: ChunkType?
  private var seen: Set<ChunkType> = []

  private let readsBlocks: Bool

  /// Examines the frames and adds what is wrong to a log.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - readsBlocks: Whether the checks of the payloads of blocks are examined, too.
  ///   - log: Takes what is wrong.
  ///   - progress: Takes the offset up to which the pass has come.
  init(
    _ bytes: VerifiedBytes, readsBlocks: Bool = true, log: inout FindingLog,
    _ progress: (Int) -> Void
  ) {
    self.readsBlocks = readsBlocks
    self.log = log
    read(bytes, progress)
    log = self.log
  }

  private mutating func read(_ bytes: VerifiedBytes, _ progress: (Int) -> Void) {
    let signature = Signature.bytes
    guard bytes.byteCount >= 8, bytes.copy(of: 0..<8) == signature else {
      log.add(.signature, at: 0)
      isComplete = false
      return
    }
    guard bytes.byteCount >= 16 else {
      log.add(.closingSignature, at: 8)
      isComplete = false
      return
    }
    end = bytes.byteCount - 8
    if bytes.copy(of: end..<bytes.byteCount) != signature {
      log.add(.closingSignature, at: end)
      hasClosingSignature = false
    }
    var offset = 8
    while offset < end {
      guard let next = readChunk(bytes, at: offset) else {
        isComplete = false
        return
      }
      offset = next
      progress(offset)
    }
    guard hasClosingSignature, isComplete else { return }
    if chunkCount == 0 {
      log.add(.headChunk, at: 8)
    } else if lastType != .index, !hasReportedChunkAfterIndex {
      log.add(.indexChunk, at: end)
    }
  }

  /// Examines the chunk at an offset and returns where the next one begins, if that is known.
  private mutating func readChunk(_ bytes: VerifiedBytes, at offset: Int) -> Int? {
    guard end - offset >= ChunkHeader.byteCount, let header = ChunkHeader(bytes, at: offset) else {
      // Behind a missing end nothing is to be expected.
      if hasClosingSignature { log.add(.truncated, at: offset) }
      return nil
    }
    let type = header.type
    let payloadOffset = offset + ChunkHeader.byteCount
    let available = end - payloadOffset
    let byteCount = header.payloadByteCount
    let padded = byteCount > UInt64(available) ? nil : paddedByteCount(Int(byteCount), available)
    var chunk = Chunk(
      index: chunkCount, type: type, offset: offset,
      payload: payloadOffset..<(payloadOffset + (padded == nil ? 0 : Int(byteCount))),
      payloadCheck: header.payloadCheck)
    chunkCount += 1
    defer { lastType = type }
    guard header.isRight else {
      log.add(.headerCheck, at: offset, chunk: chunk)
      isComplete = false
      guard let padded else { return nil }
      // The length may be right all the same: then a chunk or the end follows where it says.
      let next = payloadOffset + padded
      guard next == end || isHeaderRight(bytes, at: next) else { return nil }
      return next
    }
    checkType(type, of: &chunk, at: offset)
    guard let padded else {
      if hasClosingSignature { log.add(.chunkTooLong, at: offset + 8, chunk: chunk) }
      return nil
    }
    let paddingOffset = chunk.payload.upperBound
    if let padding = bytes.copy(of: paddingOffset..<(payloadOffset + padded)),
      let index = padding.firstIndex(where: { $0 != 0 })
    {
      log.add(.padding, at: paddingOffset + index, chunk: chunk)
    }
    if readsBlocks || type != .objects {
      guard let isRight = chunk.isRight(in: bytes) else {
        log.add(.truncated, at: payloadOffset, chunk: chunk)
        return nil
      }
      if !isRight {
        log.add(.payloadCheck, at: offset + 16, chunk: chunk)
        chunk.isSound = false
      }
    }
    if type.isKnown { chunks.append(chunk) }
    return payloadOffset + padded
  }

  /// F4, F9, F10, F11, F8.
  private mutating func checkType(_ type: ChunkType, of chunk: inout Chunk, at offset: Int) {
    let wrongByte = type.firstWrongByte
    if let wrongByte { log.add(.chunkType, at: offset + wrongByte, chunk: chunk) }
    if (type == .head) != (chunk.index == 0) {
      // After a type that is none, it cannot be said what the chunk should have been.
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
    guard !type.isKnown else { return }
    if wrongByte == nil, type.isCritical {
      log.add(.unknownCriticalChunk, at: offset, chunk: chunk)
    }
    firstUnknownChunkOffset = firstUnknownChunkOffset ?? offset
  }

  /// The size of payload and padding, or nil when it is more than is available.
  private func paddedByteCount(_ byteCount: Int, _ available: Int) -> Int? {
    let padded = byteCount + (8 - byteCount % 8) % 8
    return padded <= available ? padded : nil
  }

  /// Whether there is a header at an offset whose check is right.
  private func isHeaderRight(_ bytes: VerifiedBytes, at offset: Int) -> Bool {
    guard end - offset >= ChunkHeader.byteCount else { return false }
    return ChunkHeader(bytes, at: offset)?.isRight ?? false
  }
}
