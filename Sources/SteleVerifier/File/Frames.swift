internal import Stele

/// Phase 1: signatures and chunks.
///
/// The headers are read one after another; then the payload checks are computed in parallel. Spec §2, §8.1.
struct Frames {
  private static let signature: [UInt8] = [0xD3, 0x53, 0x54, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The chunks that could be framed, in file order.
  private(set) var chunks: [Chunk] = []
  /// The number of all chunks.
  private(set) var chunkCount = 0
  /// Whether the chunks could be looked for: the bytes begin and end like an archive of a known version.
  private(set) var hasChunks = false
  /// Whether the archive is of a version whose rules this verifier knows.
  private(set) var isOfKnownVersion = true
  /// Whether every byte between the signatures belongs to a chunk that could be framed.
  ///
  /// Otherwise neither missing chunks nor numbers that count through the whole file can be judged.
  private(set) var isComplete = true

  /// The chunks whose payloads are to be checked.
  private var framed: [Chunk] = []
  /// The findings in headers.
  private var log: FindingLog
  /// The offset of the closing signature.
  private var end = 0
  private var hasClosingSignature = true
  /// The message that an archive ends before the end of the file, if one does.
  private var endMessage: String?
  private var hasReportedChunkAfterIndex = false
  private var lastType: ArchiveChunkType?
  private var singleTypes: Set<ArchiveChunkType> = []

  init(
    _ bytes: VerifiedBytes, _ workers: Workers, log: inout FindingLog, _ progress: (Int) -> Void
  ) {
    self.log = log.emptied()
    guard readSignatures(bytes, &log) else {
      isComplete = false
      return
    }
    hasChunks = true
    readChunks(bytes)
    if !hasClosingSignature { log.add(.closingSignature, at: end, message: endMessage) }
    let payloadLog = checkPayloads(bytes, workers, progress)
    log.append(merging: self.log, payloadLog)
  }

  /// Opening signature, version, closing signature: F1, F12, F2.
  ///
  /// - Returns: Whether there is something between the signatures.
  private mutating func readSignatures(_ bytes: VerifiedBytes, _ log: inout FindingLog) -> Bool {
    guard isSignature(bytes, at: 0) else {
      log.add(.signature, at: 0)
      return false
    }
    if let (defect, message) = Head.versionDefect(bytes) {
      log.add(defect.rule, at: defect.offset, message: message)
      isOfKnownVersion = false
      return false
    }
    guard bytes.byteCount >= 16 else {
      log.add(.closingSignature, at: 8)
      return false
    }
    end = bytes.byteCount - 8
    hasClosingSignature = isSignature(bytes, at: end)
    return true
  }

  private func isSignature(_ bytes: VerifiedBytes, at offset: Int) -> Bool {
    let range = offset..<(offset + 8)
    return bytes.part(range)?[range].elementsEqual(Self.signature) ?? false
  }

  /// All chunks, and after the last one F9 and F10.
  private mutating func readChunks(_ bytes: VerifiedBytes) {
    var offset = 8
    while offset < end {
      if lastType == .index, isSignature(bytes, at: offset) {
        endMessage = "An archive ends at byte \(offset + 8), and something follows."
      }
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

  /// The header of a chunk: P1, F3, the rules of its type, F5.
  ///
  /// - Returns: The offset of the next chunk, if that is known.
  private mutating func readChunk(_ bytes: VerifiedBytes, at offset: Int) -> Int? {
    let payloadOffset = offset + ChunkHeader.byteCount
    guard payloadOffset <= end, let header = ChunkHeader(bytes, at: offset) else {
      // After a missing end nothing is to be expected.
      if hasClosingSignature { log.add(.truncated, at: offset, message: endMessage) }
      return nil
    }
    let payload = payload(ofLength: header.length, at: payloadOffset)
    var chunk = Chunk(
      index: chunkCount, header: header, offset: offset,
      payload: payload ?? payloadOffset..<payloadOffset,
      end: payload.map { Self.padded($0.upperBound) } ?? payloadOffset)
    chunkCount += 1
    defer { lastType = header.type }
    guard header.isRight else {
      log.add(.headerCheck, at: offset, chunk: chunk, message: endMessage)
      isComplete = false
      guard payload != nil else { return nil }
      // The length may be right all the same: then a chunk or the end follows at this distance.
      return chunk.end == end || isRightHeader(bytes, at: chunk.end) ? chunk.end : nil
    }
    checkType(of: &chunk)
    guard payload != nil else {
      if hasClosingSignature { log.add(.chunkTooLong, at: offset + 8, chunk: chunk) }
      return nil
    }
    framed.append(chunk)
    return chunk.end
  }

  /// The type of a chunk: F4, F9, F10, and F11 or F8.
  private mutating func checkType(of chunk: inout Chunk) {
    let type = chunk.type
    let malformedLetter = type.malformedLetter
    if let malformedLetter {
      log.add(.chunkType, at: chunk.offset + malformedLetter, chunk: chunk)
    }
    if (type == .head) != (chunk.index == 0) {
      // After an invalid type, the type that the chunk should have had is unknown.
      if malformedLetter == nil, isComplete { log.add(.headChunk, at: chunk.offset, chunk: chunk) }
      if type == .head { chunk.isSound = false }
    }
    if lastType == .index, !hasReportedChunkAfterIndex {
      log.add(.indexChunk, at: chunk.offset, chunk: chunk)
      hasReportedChunkAfterIndex = true
    }
    if type.isSingle, !singleTypes.insert(type).inserted {
      log.add(.repeatedChunk, at: chunk.offset, chunk: chunk)
      chunk.isSound = false
    }
    if !type.isDefined, malformedLetter == nil, type.isRefusedIfUnknown {
      log.add(.unknownCriticalChunk, at: chunk.offset, chunk: chunk)
    }
  }

  /// Padding and payload of all chunks: F7, F6.
  ///
  /// - Returns: The findings.
  private mutating func checkPayloads(
    _ bytes: VerifiedBytes, _ workers: Workers, _ progress: (Int) -> Void
  ) -> FindingLog {
    var payloadLog = log.emptied()
    workers.forEach(framed, state: ()) { _, chunk in
      PayloadVerdict(bytes, chunk)
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

  /// The place of a payload, or nil if it reaches with its padding beyond the closing signature.
  private func payload(ofLength length: UInt64, at offset: Int) -> Range<Int>? {
    guard let byteCount = Int(exactly: length), byteCount <= end - offset,
      Self.padded(offset + byteCount) <= end
    else { return nil }
    return offset..<(offset + byteCount)
  }

  /// The next multiple of 8.
  private static func padded(_ offset: Int) -> Int { (offset + 7) / 8 * 8 }

  private func isRightHeader(_ bytes: VerifiedBytes, at offset: Int) -> Bool {
    guard end - offset >= ChunkHeader.byteCount else { return false }
    return ChunkHeader(bytes, at: offset)?.isRight ?? false
  }
}

/// The verdict on the payload and the padding of a chunk.
private struct PayloadVerdict: Sendable {
  /// Whether the payload check is right.
  let isRight: Bool
  /// The offset of the first padding byte that is not zero.
  let wrongPadding: Int?

  /// A whole number of blocks of the hash.
  private static let pieceByteCount = XXHash64.blockByteCount << 15

  /// Reads payload and padding; nil if the bytes are not available.
  ///
  /// Payloads of unknown types, which are not read again, may be of any size: they are read in pieces.
  init?(_ bytes: VerifiedBytes, _ chunk: Chunk) {
    var hash = XXHash64(seed: 0)
    var offset = chunk.payload.lowerBound
    while !chunk.type.isDefined, chunk.payload.upperBound - offset > Self.pieceByteCount {
      let piece = offset..<(offset + Self.pieceByteCount)
      guard let part = bytes.part(piece) else { return nil }
      hash.add(part[piece])
      offset = piece.upperBound
    }
    guard let part = bytes.part(offset..<chunk.end) else { return nil }
    let rest = offset..<chunk.payload.upperBound
    isRight = hash.finish(part[rest]) == chunk.header.payloadCheck
    wrongPadding = (chunk.payload.upperBound..<chunk.end).first { part[$0] != 0 }
  }
}
