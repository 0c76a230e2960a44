internal import Stele

/// A chunk of a type that this version knows.
///
/// Spec §2.2.
struct Chunk {
  /// The number of chunks before it.
  let index: Int
  let type: ChunkType
  /// The position of its header.
  let offset: Int
  let payload: Range<Int>
  /// What the header says that the check of the payload is.
  let payloadCheck: UInt64
  /// Whether its frame is in order, so that the payload is worth reading.
  var isSound = true
  /// What the index says the chunk has of entries, records, roots or slots; nil when the index
  /// cannot be trusted, or does not list chunks of the type.
  var indexedCount: UInt32?
  /// How many records, roots or slots could be framed; of a class table the number of
  /// names and entries.
  var count = 0
  /// Where the records, roots or slots begin in the payload.
  var contentOffset = 0
  /// The numbers of names and entries that are defined when the chunk has been read, in `CLAS`.
  var definedNameCount = 0
  var definedEntryCount = 0
  /// The number of objects before the block that are known, in `OBJS`.
  var precedingObjectCount = 0
  /// The number that the block gives its first object, in `OBJS`.
  var firstNumber = 0

  /// Whether the check of the payload is right, of which these are the bytes.
  func isRight(_ payload: Span<UInt8>) -> Bool {
    XXHash64.hash(payload, 0..<payload.count, seed: 0) == payloadCheck
  }

  /// Whether the check of the payload is right; nil if its bytes cannot be had.
  ///
  /// What is read further needs to fit into memory as a whole, and may as well fail here.
  func isRight(in bytes: VerifiedBytes) -> Bool? {
    guard !type.isKnown else { return bytes.withPart(payload, isRight) }
    var hash = XXHash64(seed: 0)
    var offset = payload.lowerBound
    while payload.upperBound - offset > Self.pieceByteCount {
      let piece = offset..<(offset + Self.pieceByteCount)
      guard bytes.withPart(piece, { _ = hash.add($0, 0..<$0.count) }) != nil else { return nil }
      offset = piece.upperBound
    }
    return bytes.withPart(offset..<payload.upperBound) {
      hash.finish($0, 0..<$0.count) == payloadCheck
    }
  }

  /// A number of bytes of stripes.
  private static let pieceByteCount = XXHash64.stripeByteCount << 15

  /// Where records, roots or slots begin and the payload ends.
  var content: Range<Int> { contentOffset..<payload.count }

  /// The number by which to speak of the object whose record is so many behind the first one.
  func objectNumber(_ index: Int) -> Int {
    let (number, overflow) = firstNumber.addingReportingOverflow(index)
    return overflow ? index : number
  }
}
