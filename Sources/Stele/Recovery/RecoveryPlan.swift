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

  init(_ frames: DamagedFrames, in bytes: ArchiveBytes) {
    let index = Self.index(of: frames, in: bytes)
    objectCount = index?.filter { $0.type == .objects }.reduce(0) { $0 + $1.count }
    for item in frames.items {
      switch item {
      case .chunk(let chunk): take(chunk)
      case .gap(let gap): take(gap, index: index)
      }
    }
    if !frames.hasClosingSignature, index == nil { loseUnknown() }
  }

  /// The entries of the index, when it is whole.
  private static func index(
    of frames: DamagedFrames, in bytes: ArchiveBytes
  ) -> [ArchiveIndex.Entry]? {
    for case .chunk(let chunk) in frames.items.reversed() where chunk.type == .index {
      guard var input = try? chunk.readPayload(from: bytes, before: frames.end),
        let index = try? ArchiveIndex(parsing: &input, at: chunk.offset, listing: nil)
      else { return nil }
      return index.entries
    }
    return nil
  }

  private mutating func take(_ chunk: Chunk) {
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

  private mutating func take(_ gap: DamagedFrames.Gap, index: [ArchiveIndex.Entry]?) {
    if let chunk = gap.chunk {
      damages.append(.init(range: gap.range, type: chunk.type, rule: .payloadCheck))
      lose(chunk.type, count: index?.first { $0.offset == UInt64(chunk.offset) }?.count)
      return
    }
    let range = UInt64(gap.range.lowerBound)..<UInt64(gap.range.upperBound)
    let known = index?.filter { range.contains($0.offset) }
    damages.append(
      .init(
        range: gap.range, type: known?.count == 1 ? known?.first?.type : nil, rule: .headerCheck))
    guard let known else {
      loseUnknown()
      return
    }
    for entry in known { lose(entry.type, count: entry.count) }
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
