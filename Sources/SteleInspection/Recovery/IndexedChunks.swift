import Stele

/// The chunks of a damaged archive that its index lists, and the state of each.
///
///     written   │ HEAD │ CLAS │ OBJS │ OBJS  │ mETa │ INDX │
///     damaged   │ HEAD │ CLAS │▒ OBJS│▒▒▒▒▒▒▒│ OBJS │ INDX │
///                 found  found  saved   lost   of another save
///
/// A payload with a damaged header is saved if it is the one that the index lists.
///
/// Spec §6.3, §8.4.
struct IndexedChunks {
  /// The entry of each whole chunk, by the position of the chunk among the items.
  private(set) var found: [Int: Int] = [:]
  /// The chunks whose payloads are saved, by the position of the item in which they begin.
  private(set) var saved: [Int: [(chunk: Chunk, entry: Int)]] = [:]
  /// The end of the part of an item that belongs to a saved payload, which begins in another item.
  private(set) var savedEnds: [Int: Int] = [:]
  /// The entries of chunks that are lost in a gap, by the position of the gap.
  private(set) var lostInGap: [Int: [Int]] = [:]
  /// The entries of all chunks that are lost.
  private(set) var lost: [Int] = []
  /// The positions of chunks in the payload of a chunk that is saved or lost.
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

  /// Finds the whole chunks by their headers, first those at their expected offsets.
  private mutating func findChunks() {
    var positions: [Int: Int] = [:]
    for (position, entry) in index.entries.enumerated() { positions[entry.offset] = position }
    var taken: Set<Int> = []
    for (item, chunk) in wholeChunks {
      for offset in [chunk.offset, chunk.offset - index.displacement] {
        guard found[item] == nil, let position = positions[offset], !taken.contains(position),
          isSame(chunk, position)
        else { continue }
        found[item] = position
        taken.insert(position)
      }
    }
    var others: [SurvivingIndex.Header: [Int]] = [:]
    for (position, entry) in index.entries.enumerated().reversed() where !taken.contains(position) {
      others[.init(entry.chunk), default: []].append(position)
    }
    for (item, chunk) in wholeChunks where found[item] == nil {
      found[item] = others[.init(chunk)]?.popLast()
    }
  }

  private var wholeChunks: [(item: Int, chunk: Chunk)] {
    items.enumerated().compactMap { position, item in
      if case .chunk(let chunk) = item { (position, chunk) } else { nil }
    }
  }

  private func isSame(_ chunk: Chunk, _ position: Int) -> Bool {
    SurvivingIndex.Header(chunk) == .init(index.entries[position].chunk)
  }

  /// Saves a payload without its header, or returns `false` if the payload is not whole.
  private mutating func save(
    _ entry: ArchiveIndex.Entry, at position: Int, before end: Int, in bytes: ArchiveBytes
  ) -> Bool {
    guard entry.type.firstWrongByte == nil else { return false }
    for place in index.places(of: entry) {
      let chunk = entry.chunk.moved(to: place)
      guard let payload = chunk.payload(before: end) else { continue }
      // Bytes of the header may be missing, so that its place reaches into the chunk before it.
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

  /// Records a lost chunk.
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

  /// Returns the positions of the items that overlap a range, up to the first that is a chunk of the archive.
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
