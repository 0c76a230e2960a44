internal import Stele

/// Examines an archive in one pass over its blocks, and says no more than that all is right.
///
/// The check of a block, the frames of its records and their values are examined together while the block is in the cache.
/// What the index says of blocks is presumed, so that the numbers of all objects are known before, and later blocks can be
/// read on a second thread. Whoever wants to know what is wrong examines phase after phase instead. Spec §7.1.
struct QuickExamination {
  var statistics = Verification.Statistics()
  /// The finding that a block cannot be had any more, if there is one; then there is no use in reading further.
  private(set) var end = FindingLog(maximumCount: 1)
  private let frames: Frames
  private var chunks: [Chunk]
  private let limits: VerifierLimits
  private let second: SecondThread?
  private var log: FindingLog

  /// Examines the frames of an archive, all but the payloads of its blocks.
  init(
    _ bytes: VerifiedBytes, limits: VerifierLimits, _ second: SecondThread?,
    _ progress: (Int) -> Void
  ) {
    log = FindingLog(maximumCount: 1)
    frames = Frames(bytes, readsBlocks: false, log: &log, progress)
    chunks = frames.chunks
    self.limits = limits
    self.second = second
  }

  /// What the archive consists of if all is right.
  mutating func contents(_ bytes: VerifiedBytes, _ progress: (Int) -> Void) -> Contents? {
    guard log.isEmpty, frames.isComplete, let head = chunks.first, let index = chunks.last,
      HeadAndIndex.checkHead(bytes, head, log: &log)
    else { return nil }
    HeadAndIndex.checkIndex(bytes, index, chunks: &chunks, log: &log)
    let classCheck = ClassTableCheck(bytes, chunks: &chunks, limits: limits, log: &log)
    let classes = classCheck.table
    guard log.isEmpty, classCheck.isComplete, classCheck.isUsable,
      let objectCount = presumeBlocks()
    else { return nil }
    let slots = WeakSlots(
      bytes, chunks: &chunks, objectCount: objectCount, isComplete: true, log: &log)
    let byteLimit = bytes.byteCount / 16 + 1 << 23
    guard log.isEmpty,
      let asked = AskedClasses(classes, objectCount: objectCount, byteLimit: byteLimit)
    else { return nil }
    func walk(presumesReach: Bool) -> ValueWalk {
      ValueWalk(
        checkingQuickly: classes, objectCount: objectCount, slots: slots, limits: limits,
        asked: asked, presumesReach: presumesReach)
    }
    var check = QuickCheck(walk(presumesReach: false))
    let helper = second.map { QuickCheckHelper(walk(presumesReach: true), on: $0) }
    guard check.check(bytes, &chunks, progress, helper) else {
      end = check.walk.log.isEmpty ? helper?.log ?? end : check.walk.log
      return nil
    }
    statistics.chunkCount = frames.chunkCount
    statistics.blockCount = chunks.count { $0.type == .objects }
    statistics.classEntryCount = classes.entries.count
    statistics.objectCount = objectCount
    statistics.rootCount = check.rootCount
    return Contents(
      chunks: chunks, firstUnknownChunkOffset: frames.firstUnknownChunkOffset, classes: classes,
      objects: check.walk.objects, slots: slots, reach: check.walk.reach)
  }

  /// Takes blocks for what the index says they are, and returns the number of their objects, or nil when that cannot be.
  private mutating func presumeBlocks() -> Int? {
    var objectCount = 0
    for position in chunks.indices where chunks[position].type == .objects {
      guard let count = chunks[position].indexedCount,
        chunks[position].presume(Int(saturating: UInt64(count)), from: objectCount + 1)
      else { return nil }
      objectCount += Int(saturating: UInt64(count))
    }
    return objectCount <= UInt32.max ? objectCount : nil
  }
}

extension Chunk {
  /// Takes a block for one of so many records, from the object of a number on, and says whether it can be.
  fileprivate mutating func presume(_ recordCount: Int, from number: Int) -> Bool {
    firstNumber = number
    precedingObjectCount = number - 1
    count = recordCount
    contentOffset = Self.varintByteCount(number) + Self.varintByteCount(recordCount)
    // A record has at least its length and its entry. What is longer than a record may be is examined elsewhere.
    return recordCount > 0 && recordCount <= payload.count / 2
      && payload.count <= RecordFrames.maximumRecordByteCount
  }

  /// The size of the varint of a number.
  private static func varintByteCount(_ number: Int) -> Int {
    max(1, (number.bitWidth - number.leadingZeroBitCount + 6) / 7)
  }
}
