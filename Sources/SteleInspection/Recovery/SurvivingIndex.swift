import Stele

/// The index of a damaged archive, which says what stood where.
///
/// Spec §6.3, §7.4.
struct SurvivingIndex {
  /// The entries, in their order.
  let entries: [ArchiveIndex.Entry]
  /// The chunk of the index.
  let chunk: Chunk
  /// How far the index stands after the offset that it was written at, because of bytes that have been added before it
  /// or, where it is negative, have been lost.
  let displacement: Int
  private var positions: [Int: Int] = [:]

  /// Reads the last index that is whole; nil when there is none.
  init?(_ frames: DamagedFrames, in bytes: ArchiveBytes) {
    let chunks = frames.items.reversed().lazy.compactMap { item -> Chunk? in
      if case .chunk(let chunk) = item, chunk.type == .index { chunk } else { nil }
    }
    guard let chunk = chunks.first, let payload = chunk.payload(before: frames.end),
      payload.count >= 8
    else { return nil }
    var input = bytes.reader(of: payload)
    var place = bytes.reader(of: (payload.upperBound - 8)..<payload.upperBound)
    // Offsets that no file has would make sums of them overflow.
    guard let written = (try? place.readInteger(UInt64.self)).flatMap(Int.init(exactly:)),
      written >= 0, written <= Int.max / 4,
      let index = try? ArchiveIndex(parsing: &input, at: written, listing: nil)
    else { return nil }
    self.chunk = chunk
    entries = index.entries
    displacement = chunk.offset - written
    for position in entries.indices {
      guard let offset = Int(exactly: entries[position].offset) else { continue }
      positions[offset] = position
    }
  }

  /// The position of the entry of a chunk, where it was written or displaced as the index is.
  func position(of chunk: Chunk) -> Int? {
    for offset in [chunk.offset, chunk.offset - displacement] {
      if let position = positions[offset], entries[position].type == chunk.type { return position }
    }
    return nil
  }

  /// The offset of a chunk in the archive as it was written, where that is known.
  func writtenOffset(of chunk: Chunk) -> Int? {
    if chunk.offset == self.chunk.offset { return chunk.offset - displacement }
    return position(of: chunk).flatMap { Int(exactly: entries[$0].offset) }
  }

  /// Where a chunk may stand now.
  func places(of entry: ArchiveIndex.Entry) -> [Int] {
    guard let offset = Int(exactly: entry.offset) else { return [] }
    let (displaced, overflow) = offset.addingReportingOverflow(displacement)
    return overflow || displacement == 0 ? [offset] : [offset, displaced]
  }
}
