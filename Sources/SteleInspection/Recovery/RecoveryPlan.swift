import Stele

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
  private(set) var hasLostUnknownContent = false
  /// How many roots were in lost chunks, or nil when that is not known.
  private(set) var lostRootCount: Int? = 0
  /// How many objects the archive had, when the index is whole.
  private(set) var objectCount: Int?
  /// Whether there are bytes of which nothing is known.
  private(set) var hasGap = false
  private(set) var chunkCount = 0

  private let index: SurvivingIndex?
  private let lost: LostChunks?
  private let hasHead: Bool
  /// Whether a chunk may be lost that is either the metadata or of an unknown type.
  private var hasLostUnlisted = false
  /// Whether chunks may stand in the payload of another one, the header of which is lost.
  private var isSearching = false
  /// The offset after which instalments of the class table are of no use.
  private var lostClassesOffset = Int.max
  private var hasPassedIndex = false

  init(_ frames: DamagedFrames, in bytes: ArchiveBytes) {
    index = SurvivingIndex(frames, in: bytes)
    lost = index.map { LostChunks(frames, $0) }
    objectCount = index?.entries.filter { $0.type == .objects }.reduce(0) { $0 + $1.count }
    hasHead = frames.items.contains { $0.chunk?.type == .head }
    hasLostUnlisted = lost?.hasMissingUnlisted == true && hasHead
    for entry in lost?.missing ?? [] {
      if entry.type == .classes {
        let place = index?.places(of: entry).min() ?? 0
        lostClassesOffset = min(lostClassesOffset, place)
      } else {
        lose(entry.type, count: entry.count)
      }
    }
    noteOrder(of: frames)
    for (position, item) in frames.items.enumerated() {
      switch item {
      case .chunk(let chunk): take(chunk, at: position)
      case .gap(let gap): take(gap, at: position, before: frames.end, in: bytes)
      case .padding(let chunk, let range):
        damages.append(.init(range: range, type: chunk.type, rule: .padding))
      }
    }
    if lostClassesOffset < Int.max { hasLostClasses = true }
    // After the index nothing can be lost. What stood after the end of a file is not known, but
    // nothing of what has been read needs it.
    if !frames.items.contains(where: { $0.chunk?.type == .index }), frames.closing != nil {
      hasGap = true
      lostRootCount = nil
    }
    if hasGap || hasLostUnlisted, metadata == nil { hasLostMetadata = true }
    if hasLostUnlisted, metadata != nil { hasLostUnknownContent = true }
  }

  /// Notes what is wrong where a whole chunk stands in the place of the head or of the index.
  private mutating func noteOrder(of frames: DamagedFrames) {
    if case .chunk(let chunk)? = frames.items.first, chunk.type != .head {
      damages.append(.init(range: chunk.offset..<chunk.offset, type: .head, rule: .headChunk))
    }
    guard frames.closing == nil, case .chunk? = frames.items.last,
      !frames.items.contains(where: { $0.chunk?.type == .index })
    else { return }
    damages.append(.init(range: frames.end..<frames.end, type: .index, rule: .indexChunk))
  }

  private mutating func take(_ chunk: Chunk, at position: Int) {
    if isSearching, let index, chunk.type.isIndexed {
      // Not listed: it stands in the payload of a chunk whose header is damaged.
      if index.displacement == 0, index.position(of: chunk) == nil { return }
      isSearching = false
    }
    if chunk.offset >= lostClassesOffset { hasLostClasses = true }
    chunkCount += 1
    if hasPassedIndex { damages.append(.init(chunk, .indexChunk)) }
    switch chunk.type {
    case .head:
      if position > 0, !hasPassedIndex, chunkCount > 1 {
        damages.append(.init(chunk, .headChunk))
      }
      head = head ?? chunk
    case .classes:
      // The numbers of names and entries are lost with an instalment before.
      if !hasLostClasses { classes.append(chunk) }
    case .objects: blocks.append(chunk)
    case .roots: roots.append(chunk)
    case .weakSlots:
      if weakSlots != nil { loseSecond(chunk) }
      weakSlots = weakSlots ?? chunk
    case .metadata:
      if metadata != nil { loseSecond(chunk) }
      metadata = metadata ?? chunk
    case .index: hasPassedIndex = true
    default:
      if chunk.type.isCritical {
        damages.append(.init(chunk, .unknownCriticalChunk))
        hasLostUnknownContent = true
      } else if chunk.type.isSafeToCopy {
        unknownChunks.append(chunk)
      }
    }
  }

  private mutating func loseSecond(_ chunk: Chunk) {
    damages.append(.init(chunk, .repeatedChunk))
    lose(chunk.type, count: nil)
  }

  private mutating func take(
    _ gap: DamagedFrames.Gap, at position: Int, before end: Int, in bytes: ArchiveBytes
  ) {
    if let chunk = gap.chunk {
      damages.append(.init(range: gap.range, type: chunk.type, rule: gap.rule))
      let count = index.flatMap { index in
        index.position(of: chunk).map { index.entries[$0].count }
      }
      lose(chunk.type, count: count)
      return
    }
    let listed = lost?.listed[position] ?? []
    isSearching = !listed.isEmpty
    var type = listed.count == 1 ? listed.first?.type : nil
    if index == nil, gap.isIndex(before: end, in: bytes) { type = .index }
    let isUnlisted = lost?.unlisted.contains(position) ?? false
    if isUnlisted, !hasHead, position == 0 { type = .head }
    damages.append(.init(range: gap.range, type: type, rule: gap.rule))
    for entry in listed { lose(entry.type, count: entry.count) }
    if isUnlisted, type == nil { hasLostUnlisted = true }
    if index == nil, type == nil { loseUnknown() }
  }

  private mutating func lose(_ type: ArchiveChunkType, count: Int?) {
    switch type {
    case .classes: hasLostClasses = true
    case .roots: lostRootCount = lostRootCount.flatMap { lost in count.map { lost + $0 } }
    case .weakSlots: hasLostWeakSlots = true
    case .metadata: hasLostMetadata = true
    case .objects where objectCount == nil: hasGap = true
    case .head, .objects, .index: break
    default: hasLostUnknownContent = true
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
    guard range.upperBound == end, range.count >= 8 else { return false }
    var place = bytes.reader(of: (end - 8)..<end)
    return (try? place.readInteger(UInt64.self)) == UInt64(range.lowerBound)
  }
}
