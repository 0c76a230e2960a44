import Stele

/// A chunk with a wrong payload check, and the remaining bytes of its payload.
struct UncheckedChunk {
  let chunk: Chunk
  let payload: Range<Int>
  /// The first number and the count, if the index states them.
  let numbers: (first: Int, count: Int)?

  /// Whether the payload has its original length.
  var isWhole: Bool { UInt64(payload.count) == chunk.byteCount }
}

/// The usable chunks of a damaged archive, and the losses.
///
/// Spec §8.4.
struct RecoveryPlan {
  private(set) var head: Chunk?
  /// The instalments of the class table before the first one that may be missing.
  private(set) var classes: [Chunk] = []
  private(set) var blocks: [Chunk] = []
  private(set) var roots: [Chunk] = []
  /// The blocks and chunks of roots with wrong payload checks.
  private(set) var uncheckedChunks: [UncheckedChunk] = []
  private(set) var weakSlots: Chunk?
  private(set) var metadata: Chunk?
  private(set) var unknownChunks: [Chunk] = []
  /// The report, with the damages of frames, and the losses of chunks without those of objects.
  private(set) var report: RecoveryReport
  /// The number of objects of the archive; nil if the index is damaged.
  private(set) var objectCount: Int?
  /// Whether the content of some bytes is unknown.
  private(set) var hasGap = false

  private let index: SurvivingIndex?
  private let indexed: IndexedChunks?
  /// The headers of the index and of the chunks that it lists.
  private let listed: Set<Chunk>
  /// The entry of the first lost instalment of the class table; the instalments after it are unusable.
  private var firstLostClasses = Int.max
  private var hasPassedIndex = false
  /// The first number and the count of each lost chunk that the index lists, by its header.
  private var lostNumbers: [Chunk: (first: Int, count: Int)] = [:]

  init(
    _ frames: DamagedFrames, in bytes: ArchiveBytes, _ report: RecoveryReport = RecoveryReport()
  ) {
    self.report = report
    var foreign: [Chunk] = []
    index = SurvivingIndex(frames, in: bytes, foreign: &foreign)
    indexed = index.map { IndexedChunks(frames, $0, in: bytes) }
    listed = index?.headers ?? []
    objectCount = index?.entries.filter { $0.type == .objects }.reduce(0) { $0 + $1.count }
    if index == nil, !foreign.isEmpty {
      // The indexes belong to other saves and do not describe this one, or the head belongs to another save.
      self.report.hasForeignContent = true
      self.report.damages += foreign.map { .init($0, .indexEntry) }
    }
    recordLosses()
    recordOrder(of: frames)
    for (position, item) in frames.items.enumerated() {
      switch item {
      case .chunk(let chunk): take(chunk, at: position)
      case .gap(let gap): take(gap, at: position, before: frames.end, in: bytes)
      case .padding(let chunk, let range):
        self.report.damages.append(.init(range: range, type: chunk.type, rule: .padding))
      }
    }
    // Nothing can be lost after the index. Bytes after the end of the file are unknown, but the content read so far
    // does not need them.
    if index == nil, !frames.items.contains(where: { $0.chunk?.type == .index }) {
      recordMissingIndex(of: frames)
    }
    if hasGap, metadata == nil { self.report.hasLostMetadata = true }
  }

  /// Records the lost chunks that the index lists.
  private mutating func recordLosses() {
    guard let index, let indexed else { return }
    var (first, passed) = (1, 0)
    for position in indexed.lost {
      let entry = index.entries[position]
      for before in index.entries[passed..<position] where before.type == .objects {
        first += before.count
      }
      passed = position
      lostNumbers[entry.chunk.header] = (first, entry.count)
      if entry.type == .classes { firstLostClasses = min(firstLostClasses, position) }
      lose(entry.type, count: entry.count)
    }
  }

  /// Records an intact chunk in place of the head.
  private mutating func recordOrder(of frames: DamagedFrames) {
    if case .chunk(let chunk)? = frames.items.first, chunk.type != .head {
      report.damages.append(
        .init(range: chunk.offset..<chunk.offset, type: .head, rule: .headChunk))
    }
  }

  /// Records that the archive was cut short, or that another chunk is in place of the index.
  private mutating func recordMissingIndex(of frames: DamagedFrames) {
    if frames.closing == nil {
      guard case .chunk? = frames.items.last else { return }
      report.damages.append(.init(range: frames.end..<frames.end, type: .index, rule: .indexChunk))
    }
    hasGap = true
    report.lostRootCount = nil
  }

  private mutating func take(_ chunk: Chunk, at position: Int) {
    if let index, let indexed, chunk != index.chunk {
      guard !indexed.covered.contains(position) else { return }
      if let entry = indexed.found[position] { return use(chunk, entry: entry, at: position) }
      // The chunk belongs to another save, or was never part of the archive.
      recordForeign(chunk)
      return report.damages.append(.init(chunk, .indexEntry))
    }
    if hasPassedIndex { report.damages.append(.init(chunk, .indexChunk)) }
    use(chunk, entry: nil, at: position)
  }

  /// Uses a chunk with an intact payload.
  private mutating func use(_ chunk: Chunk, entry: Int?, at position: Int) {
    let isFirst = !report.hasFoundChunks
    report.hasFoundChunks = true
    switch chunk.type {
    case .head:
      if position > 0, !hasPassedIndex, !isFirst {
        report.damages.append(.init(chunk, .headChunk))
      }
      head = head ?? chunk
    case .classes:
      // The loss of an earlier instalment makes the numbers of names and entries unknown.
      let isUsable = entry.map { $0 < firstLostClasses } ?? !report.hasLostClasses
      if isUsable { classes.append(chunk) }
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
        report.damages.append(.init(chunk, .unknownCriticalChunk))
        report.hasLostUnknownContent = true
      } else if chunk.type.isSafeToCopy {
        unknownChunks.append(chunk)
      }
    }
  }

  /// Records a chunk that the index does not list, unless it is a copy of a listed one.
  private mutating func recordForeign(_ chunk: Chunk) {
    if !listed.contains(chunk.header) { report.hasForeignContent = true }
  }

  private mutating func loseSecond(_ chunk: Chunk) {
    report.damages.append(.init(chunk, .repeatedChunk))
    lose(chunk.type, count: nil)
  }

  private mutating func take(
    _ gap: DamagedFrames.Gap, at position: Int, before end: Int, in bytes: ArchiveBytes
  ) {
    let listed = indexed?.lostInGap[position] ?? []
    var type = listed.count == 1 ? index?.entries[listed[0]].type : nil
    // The part of the gap that has not been accounted for.
    var rest = max(gap.range.lowerBound, indexed?.savedEnds[position] ?? 0)
    for (chunk, entry) in indexed?.saved[position] ?? [] {
      if rest < chunk.offset {
        report.damages.append(.init(range: rest..<chunk.offset, type: type, rule: gap.rule))
      }
      report.damages.append(
        .init(range: chunk.offset..<chunk.payloadOffset, type: chunk.type, rule: gap.rule))
      use(chunk, entry: entry, at: position)
      rest = chunk.next(before: end) ?? end
    }
    guard rest < gap.range.upperBound else { return }
    type = gap.chunk?.type ?? type
    if index == nil, gap.chunk == nil, gap.range.isIndex(before: end, in: bytes) { type = .index }
    report.damages.append(.init(range: rest..<gap.range.upperBound, type: type, rule: gap.rule))
    recordUnchecked(gap)
    guard index == nil else {
      if let chunk = gap.chunk, gap.rule != .chunkType { recordForeign(chunk) }
      return
    }
    if let chunk = gap.chunk {
      lose(chunk.type, count: nil)
    } else if type == nil {
      loseUnknown()
    }
  }

  /// Records a block or a chunk of roots if only its payload is damaged.
  private mutating func recordUnchecked(_ gap: DamagedFrames.Gap) {
    guard let chunk = gap.chunk, gap.rule != .chunkType,
      chunk.type == .objects || chunk.type == .roots
    else { return }
    var numbers: (first: Int, count: Int)?
    if index != nil {
      numbers = lostNumbers.removeValue(forKey: chunk.header)
      // A chunk that the index does not list belongs to another save.
      guard numbers != nil else { return }
    }
    let claimedEnd = chunk.payload(before: gap.range.upperBound)?.upperBound
    let end = claimedEnd ?? gap.range.upperBound
    guard chunk.payloadOffset <= end else { return }
    uncheckedChunks.append(
      UncheckedChunk(chunk: chunk, payload: chunk.payloadOffset..<end, numbers: numbers))
  }

  private mutating func lose(_ type: ArchiveChunkType, count: Int?) {
    switch type {
    case .classes: report.hasLostClasses = true
    case .roots:
      report.lostRootCount = report.lostRootCount.flatMap { lost in count.map { lost + $0 } }
    case .weakSlots: report.hasLostWeakSlots = true
    case .metadata: report.hasLostMetadata = true
    case .objects where objectCount == nil: hasGap = true
    case .head, .objects, .index: break
    default: report.hasLostUnknownContent = true
    }
  }

  /// Records that any content may have been lost.
  private mutating func loseUnknown() {
    hasGap = true
    report.hasLostClasses = true
    report.lostRootCount = nil
  }
}

extension Range<Int> {
  /// Returns whether the range contained an index: the last field of an index is its own offset.
  fileprivate func isIndex(before end: Int, in bytes: ArchiveBytes) -> Bool {
    guard upperBound == end, count >= 8 else { return false }
    var place = bytes.readerOfWhatIsLeft(in: (end - 8)..<end)
    return (try? place.readInteger(UInt64.self)) == UInt64(lowerBound)
  }
}
