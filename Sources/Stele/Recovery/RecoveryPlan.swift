/// Which chunks of a damaged archive can be used, and what the lost ones were.
///
/// Spec §7.4.
struct RecoveryPlan {
  private(set) var head: Chunk?
  /// The instalments of the class table up to the first that may be missing.
  private(set) var classes: [Chunk] = []
  private(set) var blocks: [Chunk] = []
  private(set) var roots: [Chunk] = []
  private(set) var weakSlots: Chunk?
  private(set) var metadata: Chunk?
  private(set) var unknownChunks: [Chunk] = []
  private(set) var damages: [RecoveryReport.Damage] = []
  private(set) var hasLostClasses = false
  private(set) var hasLostWeakSlots = false
  private(set) var hasLostMetadata = false
  /// How many roots were in lost chunks, or nil when that is not known.
  private(set) var lostRootCount: Int? = 0
  /// How many objects the archive had, when the index is whole.
  private(set) var objectCount: Int?
  /// Whether there are bytes of which nothing is known.
  private(set) var hasGap = false
  private(set) var chunkCount = 0

  private let index: SurvivingIndex?
  /// The entries of chunks that stand where the index says, whole or not.
  private var found: Set<Int> = []
  /// Whether chunks may stand in the payload of another one, the header of which is lost.
  private var isSearching = false
  /// The offset behind which instalments of the class table are of no use.
  private var lostClassesOffset = Int.max

  init(_ frames: DamagedFrames, in bytes: ArchiveBytes) {
    index = SurvivingIndex(frames, in: bytes)
    objectCount = index?.entries.filter { $0.type == .objects }.reduce(0) { $0 + $1.count }
    for case .chunk(let chunk) in frames.items { find(chunk) }
    for case .gap(let gap) in frames.items { gap.chunk.map { find($0) } }
    let lost = placeLostEntries(among: frames)
    for (position, item) in frames.items.enumerated() {
      switch item {
      case .chunk(let chunk): take(chunk)
      case .gap(let gap): take(gap, lost: lost[position] ?? [], frames.end, in: bytes)
      case .padding(let chunk, let range):
        damages.append(.init(range: range, type: chunk.type, rule: .padding))
      }
    }
    if lostClassesOffset < Int.max { hasLostClasses = true }
    // Behind the index nothing can be lost. What stood behind the end of a file is not known, but
    // nothing of what has been read needs it.
    if !frames.items.contains(where: { $0.chunk?.type == .index }), !frames.hasClosingSignature {
      hasGap = true
      lostRootCount = nil
    }
    if hasGap, metadata == nil { hasLostMetadata = true }
  }

  private mutating func find(_ chunk: Chunk) {
    if let position = index?.position(of: chunk) { found.insert(position) }
  }

  /// Finds out which gaps hold the chunks that the index lists and that are not there.
  private mutating func placeLostEntries(
    among frames: DamagedFrames
  ) -> [Int: [ArchiveIndex.Entry]] {
    guard let index else { return [:] }
    let gaps = frames.items.enumerated().compactMap { position, item -> (Int, Range<Int>)? in
      guard case .gap(let gap) = item, gap.chunk == nil else { return nil }
      return (position, gap.range)
    }
    // Bytes added in several places displace chunks by several distances, and lose none.
    var surplus: [ChunkType: Int] = [:]
    for case .chunk(let chunk) in frames.items { surplus[chunk.type, default: 0] += 1 }
    for entry in index.entries { surplus[entry.type, default: 0] -= 1 }
    var lost: [Int: [ArchiveIndex.Entry]] = [:]
    for (position, entry) in index.entries.enumerated() where !found.contains(position) {
      guard surplus[entry.type, default: 0] < 0 else { continue }
      let places = index.places(of: entry)
      let gap = places.lazy.compactMap { place in
        let after = gaps.partition { $0.1.upperBound > place }
        return gaps.indices.contains(after) && gaps[after].1.contains(place) ? gaps[after].0 : nil
      }.first
      if let gap {
        lost[gap, default: []].append(entry)
      } else {
        lose(entry.type, count: entry.count)
        if entry.type == .classes { lostClassesOffset = min(lostClassesOffset, places.min() ?? 0) }
      }
    }
    if lostClassesOffset < Int.max { hasLostClasses = false }
    return lost
  }

  private mutating func take(_ chunk: Chunk) {
    if isSearching, let index, chunk.type.isIndexed {
      // Not listed: it stands in the payload of a chunk whose header is damaged.
      if index.displacement == 0, index.position(of: chunk) == nil { return }
      isSearching = false
    }
    if chunk.offset >= lostClassesOffset { hasLostClasses = true }
    chunkCount += 1
    switch chunk.type {
    case .head: head = chunk
    case .classes:
      // The numbers of names and entries are lost with an instalment before.
      if !hasLostClasses { classes.append(chunk) }
    case .objects: blocks.append(chunk)
    case .roots: roots.append(chunk)
    case .weakSlots: weakSlots = chunk
    case .metadata: metadata = chunk
    case .index: break
    default:
      if !chunk.type.isCritical, chunk.type.isSafeToCopy { unknownChunks.append(chunk) }
    }
  }

  private mutating func take(
    _ gap: DamagedFrames.Gap, lost: [ArchiveIndex.Entry], _ end: Int, in bytes: ArchiveBytes
  ) {
    if let chunk = gap.chunk {
      damages.append(.init(range: gap.range, type: chunk.type, rule: gap.rule))
      let count = index.flatMap { index in
        index.position(of: chunk).map { index.entries[$0].count }
      }
      lose(chunk.type, count: count)
      return
    }
    isSearching = !lost.isEmpty
    var type = lost.count == 1 ? lost.first?.type : nil
    if index == nil, gap.isIndex(before: end, in: bytes) { type = .index }
    if index != nil, lost.isEmpty, gap.range.lowerBound == Signature.byteCount { type = .head }
    damages.append(.init(range: gap.range, type: type, rule: gap.rule))
    for entry in lost { lose(entry.type, count: entry.count) }
    guard type == nil, lost.isEmpty else { return }
    if let index {
      // Neither head nor index nor listed: it may have been the metadata, if it was there at all.
      if index.displacement == 0 { hasGap = true }
    } else {
      loseUnknown()
    }
  }

  private mutating func lose(_ type: ChunkType, count: Int?) {
    switch type {
    case .classes: hasLostClasses = true
    case .roots: lostRootCount = lostRootCount.flatMap { lost in count.map { lost + $0 } }
    case .weakSlots: hasLostWeakSlots = true
    case .metadata: hasLostMetadata = true
    case .objects where objectCount == nil: hasGap = true
    default: break
    }
  }

  /// Says that anything may have been lost.
  private mutating func loseUnknown() {
    hasGap = true
    hasLostClasses = true
    lostRootCount = nil
  }
}

extension DamagedFrames.Gap {
  /// Whether an index has been here, the last field of which gives its own place.
  fileprivate func isIndex(before end: Int, in bytes: ArchiveBytes) -> Bool {
    guard range.upperBound == end, range.count >= Chunk.headerByteCount + 8 else { return false }
    var place = bytes.reader(of: (end - 8)..<end)
    return (try? place.readInteger(UInt64.self)) == UInt64(range.lowerBound)
  }
}

extension [(Int, Range<Int>)] {
  /// The first index from which on elements of an ordered array are as asked for.
  fileprivate func partition(_ isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
