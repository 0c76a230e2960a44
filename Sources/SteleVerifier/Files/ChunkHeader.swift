internal import Stele

/// The first bytes of a chunk.
///
/// Spec §2.2.
struct ChunkHeader {
  static let byteCount = 24

  let type: ChunkType
  let payloadByteCount: UInt64
  let payloadCheck: UInt64
  /// Whether the check of the header is right.
  let isRight: Bool

  /// Takes apart the bytes of a header.
  init(_ bytes: Span<UInt8>) {
    let code = bytes.halfWord(at: 0)
    type = ChunkType(code: code)
    payloadByteCount = bytes.word(at: 8)
    payloadCheck = bytes.word(at: 16)
    let hash = XXHash64.hash(bytes, 8..<Self.byteCount, seed: UInt64(code))
    isRight = UInt32(truncatingIfNeeded: hash ^ (hash >> 32)) == bytes.halfWord(at: 4)
  }

  /// Reads the header at an offset, or gives nil if it cannot be had.
  init?(_ bytes: VerifiedBytes, at offset: Int) {
    guard let header = bytes.withPart(offset..<(offset + Self.byteCount), ChunkHeader.init) else {
      return nil
    }
    self = header
  }
}
