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

  private static let headerByteCount = 24

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
    _ bytes: Span<UInt8>, readsBlocks: Bool = true, log: inout FindingLog,
    _ progress: (Int) -> Void
  ) {
    self.readsBlocks = readsBlocks
    self.log = log
    read(bytes, progress)
    log = self.log
  }

  private mutating func read(_ bytes: Span<UInt8>, _ progress: (Int) -> Void) {
    let signature = Signature.bytes
    guard bytes.count >= 8, signature.indices.allSatisfy({ bytes[$0] == signature[$0] }) else {
      log.add(.signature, at: 0)
      isComplete = false
      return
    }
    guard bytes.count >= 16 else {
      log.add(.closingSignature, at: 8)
      isComplete = false
      return
    }
    end = bytes.count - 8
    let closing = end
    if !signature.indices.allSatisfy({ bytes[closing + $0] == signature[$0] }) {
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
  private mutating func readChunk(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard end - offset >= Self.headerByteCount else {
      // Behind a missing end nothing is to be expected.
      if hasClosingSignature { log.add(.truncated, at: offset) }
      return nil
    }
    let type = ChunkType(code: bytes.halfWord(at: offset))
    let payloadOffset = offset + Self.headerByteCount
    let available = end - payloadOffset
    let byteCount = bytes.word(at: offset + 8)
    let padded = byteCount > UInt64(available) ? nil : paddedByteCount(Int(byteCount), available)
    var chunk = Chunk(
      index: chunkCount, type: type, offset: offset,
      payload: payloadOffset..<(payloadOffset + (padded == nil ? 0 : Int(byteCount))))
    chunkCount += 1
    defer { lastType = type }
    guard isHeaderRight(bytes, at: offset) else {
      log.add(.headerCheck, at: offset, chunk: chunk)
      isComplete = false
      guard let padded else { return nil }
      // The length may be right all the same: then a chunk or the end follows where it says.
      let next = payloadOffset + padded
      guard next == end || (end - next >= 24 && isHeaderRight(bytes, at: next)) else { return nil }
      return next
    }
    checkType(type, of: &chunk, at: offset)
    guard let padded else {
      if hasClosingSignature { log.add(.chunkTooLong, at: offset + 8, chunk: chunk) }
      return nil
    }
    for position in chunk.payload.upperBound..<(payloadOffset + padded)
    where bytes[position] != 0 {
      log.add(.padding, at: position, chunk: chunk)
      break
    }
    if readsBlocks || type != .objects, !chunk.isPayloadRight(bytes) {
      log.add(.payloadCheck, at: offset + 16, chunk: chunk)
      chunk.isSound = false
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

  /// Whether the header check of the chunk at an offset is right.
  private func isHeaderRight(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    let type = UInt64(bytes.halfWord(at: offset))
    let hash = XXHash64.hash(bytes, (offset + 8)..<(offset + 24), seed: type)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32)) == bytes.halfWord(at: offset + 4)
  }
}
