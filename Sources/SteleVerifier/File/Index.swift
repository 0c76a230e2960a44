internal import Stele

/// The payload of `INDX`.
///
///     offset  size  field
///          0  24 n  the header of each chunk before it, with a count in the place of the header check
///       24 n     8  the offset of the `INDX` chunk
///
/// Spec §6.3.
enum Index {
  /// Phase 2: compares the payload with the chunks, and enters the counts into them: X3, X4, X5.
  static func read(_ bytes: VerifiedBytes, chunks: inout [Chunk], log: inout FindingLog) {
    guard let index = chunks.last, let cursor = log.cursor(bytes, index) else { return }
    let payload = cursor.part[index.payload]
    let entryCount = index.index
    guard payload.count == 24 * entryCount + 8 else {
      return log.add(.indexSize, at: index.payload.lowerBound, chunk: index)
    }
    let fields = payload.span
    for number in 0..<entryCount {
      let entry = 24 * number
      let chunk = chunks[number]
      let count = fields.u32(at: entry + 4)
      let hasCount = chunk.type.hasIndexedCount
      let isRight =
        fields.u32(at: entry) == chunk.type.code
        && fields.u64(at: entry + 8) == chunk.header.length
        && fields.u64(at: entry + 16) == chunk.header.payloadCheck
        && (hasCount || count == 0)
      if !isRight {
        log.add(.indexEntry, at: index.payload.lowerBound + entry, chunk: index)
      } else if hasCount {
        chunks[number].indexedCount = count
      }
    }
    if fields.u64(at: 24 * entryCount) != UInt64(index.offset) {
      log.add(.indexPlace, at: index.payload.upperBound - 8, chunk: index)
    }
  }
}
