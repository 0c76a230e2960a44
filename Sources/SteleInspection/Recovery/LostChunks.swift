import Stele

/// The chunks of a damaged archive that are lost, by what its index says of the archive as it was written.
///
/// Between two chunks whose written offsets are known, the bytes that no chunk accounts for are those of chunks that
/// are lost; where none are left, a gap holds only what has been added.
///
///     written   │ HEAD │ CLAS │ OBJS │ OBJS │ mETa │ INDX │
///     damaged   │ HEAD │ CLAS │ OBJS │▒▒▒▒▒▒│▒▒▒▒▒▒│ INDX │
///                             └─ known      listed unlisted
///
/// Spec §6.3, §7.4.
struct LostChunks {
  /// The listed chunks that are lost in a gap, by the position of the gap among the items.
  private(set) var listed: [Int: [ArchiveIndex.Entry]] = [:]
  /// The listed chunks that are lost where there is no gap.
  private(set) var missing: [ArchiveIndex.Entry] = []
  /// The gaps that held chunks of types that the index does not list.
  private(set) var unlisted: Set<Int> = []
  /// Whether chunks of types that the index does not list are lost where there is no gap.
  private(set) var hasMissingUnlisted = false

  private let index: SurvivingIndex
  private let items: [DamagedFrames.Item]
  private let end: Int
  /// The positions of entries whose chunks stand where the index says, whole or not.
  private var found: Set<Int> = []
  /// How many chunks of a type there are more than the index lists.
  private var surplus: [ArchiveChunkType: Int] = [:]

  // The stretch since the last chunk whose written offset is known.
  /// The written offset of what follows that chunk, or nil when its length is not known.
  private var due: Int? = Signature.byteCount
  /// The number of bytes of the chunks since then.
  private var byteCount = 0
  private var gaps: [Int] = []
  private var nextEntry = 0

  init(_ frames: DamagedFrames, _ index: SurvivingIndex) {
    self.index = index
    items = frames.items
    end = frames.end
    countChunks()
    for (position, item) in items.enumerated() {
      switch item {
      case .padding: continue
      case .gap(let gap) where gap.chunk == nil: gaps.append(position)
      case .chunk(let chunk): pass(chunk, at: position)
      case .gap(let gap): gap.chunk.map { pass($0, at: position) }
      }
    }
    // The index is the last chunk: what follows it is nothing that was there.
    settle(before: .max)
  }

  private mutating func countChunks() {
    for item in items {
      if case .chunk(let chunk) = item { surplus[chunk.type, default: 0] += 1 }
      if let position = item.chunk.flatMap(index.position) { found.insert(position) }
    }
    // Bytes added in several places displace chunks by several distances, and lose none.
    for entry in index.entries { surplus[entry.type, default: 0] -= 1 }
  }

  private mutating func pass(_ chunk: Chunk, at position: Int) {
    let isHead = chunk.type == .head && !items[..<position].contains { $0.chunk != nil }
    let size = chunk.next(before: end).map { $0 - chunk.offset }
    guard let written = isHead ? Signature.byteCount : index.writtenOffset(of: chunk) else {
      byteCount += size ?? 0
      if size == nil { due = nil }
      return
    }
    settle(before: written)
    due = size.map { written + $0 }
    byteCount = 0
    gaps = []
  }

  /// Finds out what is lost in front of a chunk that was written at an offset.
  private mutating func settle(before written: Int) {
    var hasLost = false
    while nextEntry < index.entries.count, index.entries[nextEntry].offset < UInt64(written) {
      defer { nextEntry += 1 }
      let entry = index.entries[nextEntry]
      guard !found.contains(nextEntry), surplus[entry.type, default: 0] < 0 else { continue }
      surplus[entry.type, default: 0] += 1
      hasLost = true
      let gap = index.places(of: entry).lazy.compactMap(gap(at:)).first
      if let gap = gap ?? gaps.first {
        listed[gap, default: []].append(entry)
      } else {
        missing.append(entry)
      }
    }
    // What has been lost with a listed chunk is not known: its length is not.
    guard !hasLost, let due, written < .max,
      written - due - byteCount >= Chunk.headerByteCount
    else { return }
    if gaps.isEmpty { hasMissingUnlisted = true } else { unlisted.formUnion(gaps) }
  }

  /// The gap of the stretch that has an offset.
  private func gap(at offset: Int) -> Int? {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if range(of: gaps[middle]).upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return low < gaps.count && range(of: gaps[low]).contains(offset) ? gaps[low] : nil
  }

  private func range(of gap: Int) -> Range<Int> {
    if case .gap(let gap) = items[gap] { gap.range } else { 0..<0 }
  }
}
