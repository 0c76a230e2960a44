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

  mutating func run(_ bytes: VerifiedBytes, _ progress: (Int) -> Void) {
    statistics.byteCount = bytes.byteCount
    runPhases(bytes, progress)
    statistics.truncatedFindings = log.isTruncated
  }

  private mutating func runPhases(_ bytes: VerifiedBytes, _ progress: (Int) -> Void) {
    let found = quickContents(bytes, progress) ?? (log.isEmpty ? contents(bytes, progress) : nil)
    guard let contents = found, log.isEmpty, verifier.level >= .references else { return }
    func walk(_ purpose: ValueWalk.Purpose) -> ValueWalk {
      ValueWalk(
        purpose, classes: contents.classes, objects: contents.objects, slots: contents.slots,
        limits: verifier.limits, checksReferences: true, log: log)
    }
    var reachability = Reachability(bytes, walk(.trace), contents.reach)
    statistics.unreachableObjectCount = reachability.unreachableObjectCount(progress)
    guard verifier.level == .canonical else { return }
    // Phase 7
    var canonical = CanonicalCheck(chunks: contents.chunks, walk(.canonicalCheck))
    log = canonical.check(
      bytes, firstUnknownChunkOffset: contents.firstUnknownChunkOffset, progress)
  }

  /// What an archive consists of in which all is right, found in one pass over its blocks.
  ///
  /// A block that cannot be had any more is a finding.
  private mutating func quickContents(
    _ bytes: VerifiedBytes, _ progress: (Int) -> Void
  ) -> Contents? {
    guard verifier.level >= .records else { return nil }
    var quick = QuickExamination(bytes, limits: verifier.limits, second, progress)
    guard let contents = quick.contents(bytes, progress) else {
      for finding in quick.end.findings { log.add(finding) }
      return nil
    }
    quick.statistics.level = statistics.level
    quick.statistics.byteCount = statistics.byteCount
    statistics = quick.statistics
    return contents
  }

  /// What an archive consists of, as far as the phases up to the sixth could make it out; they say what is wrong.
  private mutating func contents(
    _ bytes: VerifiedBytes, _ progress: (Int) -> Void
  ) -> Contents? {
    // Phase 1
    let frames = Frames(bytes, log: &log, progress)
    var chunks = frames.chunks
    statistics.chunkCount = frames.chunkCount
    statistics.blockCount = chunks.count { $0.type == .objects }
    // Phase 2
    if let head = chunks.first, head.type == .head, head.isSound {
      guard HeadAndIndex.checkHead(bytes, head, log: &log) else { return nil }
    }
    if frames.isComplete, let index = chunks.last, index.type == .index, index.isSound {
      HeadAndIndex.checkIndex(bytes, index, chunks: &chunks, log: &log)
    }
    guard verifier.level >= .tables else { return nil }
    // Phase 3
    let classCheck = ClassTableCheck(
      bytes, chunks: &chunks, limits: verifier.limits, log: &log)
    let areClassesComplete = frames.isComplete && classCheck.isComplete
    let classes = classCheck.table
    statistics.classEntryCount = classes.entries.count
    guard verifier.level >= .records else { return nil }
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
    guard areClassesComplete, classCheck.isUsable else { return nil }
    var values = ValueCheck(
      ValueWalk(
        .check, classes: classes, objects: objects, slots: slots, limits: verifier.limits,
        checksReferences: checksReferences, log: log))
    values.checkAll(bytes, &chunks, progress)
    log = values.walk.log
    statistics.rootCount = values.rootCount
    return Contents(
      chunks: chunks, firstUnknownChunkOffset: frames.firstUnknownChunkOffset, classes: classes,
      objects: objects, slots: slots, reach: values.walk.reach)
  }
}
