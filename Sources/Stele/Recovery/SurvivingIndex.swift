/// The index of a damaged archive, which says what stood where.
///
/// Spec §6.3, §7.4.
struct SurvivingIndex {
  /// The entries, in their order.
  let entries: [ArchiveIndex.Entry]
  /// How far the index stands behind the place where it was written, because of bytes that have been
  /// added before it or, where it is negative, have been lost.
  let displacement: Int
  private var positions: [UInt64: Int] = [:]

  /// Reads the last index that is whole; nil when there is none.
  init?(_ frames: DamagedFrames, in bytes: ArchiveBytes) {
    for case .chunk(let chunk) in frames.items.reversed() where chunk.type == .index {
      guard let payload = chunk.payload(before: frames.end), payload.count >= 8 else { return nil }
      var input = bytes.reader(of: payload)
      var place = bytes.reader(of: (payload.upperBound - 8)..<payload.upperBound)
      guard let written = (try? place.readInteger(UInt64.self)).flatMap(Int.init(exactly:)),
        written >= 0, let index = try? ArchiveIndex(parsing: &input, at: written, listing: nil)
      else { return nil }
      entries = index.entries
      displacement = chunk.offset - written
      for position in entries.indices { positions[entries[position].offset] = position }
      return
    }
    return nil
  }

  /// The position of the entry of a chunk, where it was written or displaced as the index is.
  func position(of chunk: Chunk) -> Int? {
    for offset in [chunk.offset, chunk.offset - displacement] where offset >= 0 {
      if let position = positions[UInt64(offset)], entries[position].type == chunk.type {
        return position
      }
    }
    return nil
  }

  /// Where a chunk may stand now.
  func places(of entry: ArchiveIndex.Entry) -> [Int] {
    guard let offset = Int(exactly: entry.offset) else { return [] }
    let (displaced, overflow) = offset.addingReportingOverflow(displacement)
    return overflow || displacement == 0 ? [offset] : [offset, displaced]
  }
}
