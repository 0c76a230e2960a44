internal import Stele

/// The course of one verification.
///
/// Spec §7.1.
struct Examination {
  private(set) var log: FindingLog
  private(set) var statistics = Verification.Statistics()
  private let verifier: Verifier
  private let second: SecondThread?

  init(_ verifier: Verifier, _ second: SecondThread? = nil) {
    self.verifier = verifier
    self.second = second
    log = FindingLog(maximumCount: verifier.maximumFindingCount)
    statistics.level = verifier.level
  }

  mutating func run(_ bytes: Span<UInt8>, _ progress: (Int) -> Void) {
    statistics.byteCount = bytes.count
    runPhases(bytes, progress)
    statistics.truncatedFindings = log.isTruncated
  }

  private mutating func runPhases(_ bytes: Span<UInt8>, _ progress: (Int) -> Void) {
    // Phase 1
    let frames = Frames(bytes, log: &log, progress)
    var chunks = frames.chunks
    statistics.chunkCount = frames.chunkCount
    statistics.blockCount = chunks.count { $0.type == .objects }
    // Phase 2
    if let head = chunks.first, head.type == .head, head.isSound {
      guard HeadAndIndex.checkHead(bytes, head, log: &log) else { return }
    }
    if frames.isComplete, let index = chunks.last, index.type == .index, index.isSound {
      HeadAndIndex.checkIndex(bytes, index, chunks: &chunks, log: &log)
    }
    guard verifier.level >= .tables else { return }
    // Phase 3
    let classCheck = ClassTableCheck(
      bytes, chunks: &chunks, limits: verifier.limits, log: &log)
    let areClassesComplete = frames.isComplete && classCheck.isComplete
    let classes = classCheck.table
    statistics.classEntryCount = classes.entries.count
    guard verifier.level >= .records else { return }
    // Phase 4
    let records = RecordFrames(
      bytes, chunks: &chunks, classes: classes, areClassesComplete: areClassesComplete, log: &log,
      progress)
    var objects = records.objects
    objects.isComplete = objects.isComplete && frames.isComplete
    statistics.objectCount = objects.count
    // Phase 5
    let checksReferences = verifier.level >= .references
    let objectCount = checksReferences && objects.isComplete ? objects.count : nil
    let slots = WeakSlots(
      bytes, chunks: &chunks, objectCount: objectCount, isComplete: frames.isComplete, log: &log)
    // Phase 6
    guard areClassesComplete, classCheck.isUsable else { return }
    func walk(
      _ purpose: ValueWalk.Purpose, isQuick: Bool = false, presumesReach: Bool = false
    ) -> ValueWalk {
      ValueWalk(
        purpose, classes: classes, objects: objects, slots: slots, limits: verifier.limits,
        checksReferences: checksReferences, isQuick: isQuick, presumesReach: presumesReach, log: log
      )
    }
    var values = ValueCheck(walk(.check, isQuick: log.isEmpty))
    let helper =
      values.walk.isQuick
      ? second.map { ValueCheckHelper(walk(.check, isQuick: true, presumesReach: true), on: $0) }
      : nil
    if !values.walk.isQuick || !values.checkQuickly(bytes, &chunks, progress, helper) {
      values = ValueCheck(walk(.check))
      values.checkAll(bytes, &chunks, progress)
    }
    log = values.walk.log
    statistics.rootCount = values.rootCount
    guard log.isEmpty, checksReferences else { return }
    var reachability = Reachability(walk(.trace, isQuick: true), values.walk.reach)
    statistics.unreachableObjectCount = reachability.unreachableObjectCount(bytes, progress)
    guard verifier.level == .canonical else { return }
    // Phase 7
    var canonical = CanonicalCheck(chunks: chunks, walk(.canonicalCheck))
    log = canonical.check(
      bytes, firstUnknownChunkOffset: frames.firstUnknownChunkOffset, progress)
  }
}
