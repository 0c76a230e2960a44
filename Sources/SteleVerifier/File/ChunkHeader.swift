internal import Stele

/// The first bytes of a chunk.
///
/// Spec §2.2.
struct ChunkHeader {
  static let byteCount = 24

  let type: ArchiveChunkType
  let payloadByteCount: UInt64
  let payloadCheck: UInt64
  /// Whether the check of the header is right.
  let isRight: Bool

  /// Reads a header from its bytes.
  init(_ bytes: Span<UInt8>) {
    let code = bytes.halfWord(at: 0)
    type = ArchiveChunkType(code: code)
    payloadByteCount = bytes.word(at: 8)
    payloadCheck = bytes.word(at: 16)
    let hash = XXHash64.hash(bytes, 8..<Self.byteCount, seed: UInt64(code))
    isRight = UInt32(truncatingIfNeeded: hash ^ (hash >> 32)) == bytes.halfWord(at: 4)
  }

  /// Reads the header at an offset, or returns nil if its bytes cannot be had.
  init?(_ bytes: VerifiedBytes, at offset: Int) {
    guard let header = bytes.withPart(offset..<(offset + Self.byteCount), ChunkHeader.init) else {
      return nil
    }
    self = header
  }
}
