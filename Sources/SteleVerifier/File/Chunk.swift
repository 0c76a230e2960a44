internal import Stele

/// A chunk, and what the phases have found out about it.
///
/// Spec §2.2.
struct Chunk {
  /// The number of chunks before it.
  let index: Int
  let type: ArchiveChunkType
  /// The offset of its header.
  let offset: Int
  let payload: Range<Int>
  /// The offset of the next chunk, after the padding.
  let end: Int
  /// The length in the header.
  let payloadByteCount: UInt64
  /// The payload check in the header.
  let payloadCheck: UInt64
  /// Whether its frame is valid, so that the payload is worth reading.
  var isSound = true
  /// The count in the index; nil if its entry is not valid, or chunks of the type have no count.
  var indexedCount: UInt32?
  /// The number of records, roots, items or slots that could be framed; of a class table the number of names and entries.
  var count = 0
  /// The offset of the first record, root or item in the payload.
  var contentOffset = 0
  /// The number of names that this chunk and those before it define (T2).
  var definedNameCount = 0
  /// The number of entries that this chunk and those before it define (C8).
  var definedEntryCount = 0
  /// The number of framed objects before the block, in `OBJS`.
  var precedingObjectCount = 0
  /// The number that the block gives its first object, in `OBJS`.
  var firstNumber = 0

  /// The records, roots or items in the payload.
  func content(_ payload: Span<UInt8>) -> Range<Int> {
    min(contentOffset, payload.count)..<payload.count
  }

  /// The number of the object with so many records of the block before it, for findings.
  func objectNumber(_ index: Int) -> Int {
    let (number, overflow) = firstNumber.addingReportingOverflow(index)
    return overflow ? index : number
  }

  /// Whether the payload check is right, and the offset of the first padding byte that is not zero.
  struct PayloadVerdict {
    var isRight: Bool
    var wrongPadding: Int?
  }

  /// Reads payload and padding; returns nil if the bytes cannot be had.
  ///
  /// Payloads of unknown types are of any size, and are read in pieces.
  func payloadVerdict(in bytes: VerifiedBytes) -> PayloadVerdict? {
    var hash = XXHash64(seed: 0)
    var offset = payload.lowerBound
    while !type.isKnown, payload.upperBound - offset > Self.pieceByteCount {
      let piece = offset..<(offset + Self.pieceByteCount)
      guard bytes.withPart(piece, { _ = hash.add($0, 0..<$0.count) }) != nil else { return nil }
      offset = piece.upperBound
    }
    return bytes.withPart(offset..<end) { part in
      let padding = (payload.upperBound - offset)..<part.count
      return PayloadVerdict(
        isRight: hash.finish(part, 0..<padding.lowerBound) == payloadCheck,
        wrongPadding: padding.first { part[$0] != 0 }.map { offset + $0 })
    }
  }

  /// A whole number of stripes of the hash.
  private static let pieceByteCount = XXHash64.stripeByteCount << 15
}
