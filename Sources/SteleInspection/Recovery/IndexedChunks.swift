import Stele

/// The chunks that the index of a damaged archive lists, and the state of each.
///
///     written   │ HEAD │ CLAS │ OBJS │ OBJS  │ mETa │ INDX │
///     damaged   │ HEAD │ CLAS │▒ OBJS│▒▒▒▒▒▒▒│ OBJS │ INDX │
///                 found  found  saved   lost   of another save
///
/// A payload with a damaged header is saved if the index lists it.
///
/// Spec §6.3, §8.4.
struct IndexedChunks {
  /// The entry of each intact chunk, by the position of the chunk among the items.
  private(set) var found: [Int: Int] = [:]
  /// The chunks with saved payloads, by the position of the item in which they begin.
  private(set) var saved: [Int: [(chunk: Chunk, entry: Int)]] = [:]
  /// For each item that overlaps a saved payload from an earlier item, the end of the payload.
  private(set) var savedEnds: [Int: Int] = [:]
  /// The entries of chunks that are lost in a gap, by the position of the gap.
  private(set) var lostInGap: [Int: [Int]] = [:]
  private(set) var lost: [Int] = []
  /// The positions of chunks that are within the payload of a saved or lost chunk.
  private(set) var covered: Set<Int> = []

  private let index: SurvivingIndex
  private let items: [DamagedFrames.Item]
  /// The bytes of each item except incorrect padding, in file order.
  private var stretches: [(range: Range<Int>, item: Int)] = []

  init(_ frames: DamagedFrames, _ index: SurvivingIndex, in bytes: ArchiveBytes) {
    self.index = index
    items = frames.items
    for (position, item) in items.enumerated() {
      switch item {
      case .padding: continue
      case .gap(let gap): stretches.append((gap.range, position))
      case .chunk(let chunk):
        let end = chunk.next(before: frames.end) ?? frames.end
        stretches.append((chunk.offset..<end, position))
      }
    }
    findChunks()
    let known = Set(found.values)
    for (position, entry) in index.entries.enumerated() where !known.contains(position) {
      if !save(entry, at: position, before: frames.end, in: bytes) { lose(entry, at: position) }
    }
  }

  /// Finds the intact chunks by their headers, beginning with chunks at their expected offsets.
  private mutating func findChunks() {
    var positions: [Int: Int] = [:]
    for (position, entry) in index.entries.enumerated() { positions[entry.offset] = position }
    var taken: Set<Int> = []
    for (item, chunk) in wholeChunks {
      for offset in [chunk.offset, chunk.offset - index.displacement] {
        guard found[item] == nil, let position = positions[offset], !taken.contains(position),
          chunk.header == index.entries[position].chunk.header
        else { continue }
        found[item] = position
        taken.insert(position)
      }
    }
    var others: [Chunk: [Int]] = [:]
    for (position, entry) in index.entries.enumerated().reversed() where !taken.contains(position) {
      others[entry.chunk.header, default: []].append(position)
    }
    for (item, chunk) in wholeChunks where found[item] == nil {
      found[item] = others[chunk.header]?.popLast()
    }
  }

  private var wholeChunks: [(item: Int, chunk: Chunk)] {
    items.enumerated().compactMap { position, item in
      if case .chunk(let chunk) = item { (position, chunk) } else { nil }
    }
  }

  /// Saves a payload without its header, or returns `false` if the payload is damaged.
  private mutating func save(
    _ entry: ArchiveIndex.Entry, at position: Int, before end: Int, in bytes: ArchiveBytes
  ) -> Bool {
    guard entry.type.firstWrongByte == nil else { return false }
    for place in index.places(of: entry) {
      let chunk = entry.chunk.moved(to: place)
      guard let payload = chunk.payload(before: end) else { continue }
      // Bytes of the header may be missing, so that its place overlaps the previous chunk.
      let overlapped = items(in: (payload.lowerBound - 1)..<payload.upperBound)
      guard let first = overlapped.first, overlapped.allSatisfy({ found[$0] == nil }),
        case .gap = items[first],
        bytes.readerOfWhatIsLeft(in: payload).checksum() == chunk.payloadCheck
      else { continue }
      covered.formUnion(overlapped)
      for item in overlapped.dropFirst() { savedEnds[item] = chunk.next(before: end) ?? end }
      saved[first, default: []].append((chunk, position))
      return true
    }
    return false
  }

  private mutating func lose(_ entry: ArchiveIndex.Entry, at position: Int) {
    lost.append(position)
    for place in index.places(of: entry) {
      let extent = place..<(place + Chunk.headerByteCount + Int(clamping: entry.chunk.byteCount))
      let overlapped = items(in: extent)
      guard let first = overlapped.first, case .gap(let gap) = items[first] else { continue }
      covered.formUnion(overlapped.filter { found[$0] == nil })
      if gap.chunk == nil { lostInGap[first, default: []].append(position) }
      return
    }
  }

  /// Returns the positions of the items that overlap a range, up to the first one that is a chunk of the archive.
  private func items(in range: Range<Int>) -> [Int] {
    let first = stretches.firstSortedIndex { $0.range.upperBound > range.lowerBound }
    var result: [Int] = []
    for stretch in stretches[first...] {
      guard stretch.range.lowerBound < range.upperBound else { break }
      result.append(stretch.item)
      if found[stretch.item] != nil { break }
    }
    return result
  }
}
