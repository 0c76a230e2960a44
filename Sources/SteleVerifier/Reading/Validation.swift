internal import Stele

/// The validation of one archive.
///
/// Each phase reads its structures from the lowest offset to the highest, and needs the facts that the phases before it
/// have established:
///
///     bytes
///       |  1  Frames             signatures, version, headers, payload checks        parallel
///     [Chunk]
///       |  2  Head, Index        document type; counts of the chunks
///       |  3  ClassTableReader   names, entries, types
///     ClassTable
///       |  4  RecordFrames       entry and offset of every record                    parallel
///     ObjectTable
///       |  5  WeakSlots          the objects in the slots
///     Contents
///       |  6  Values             records, roots, metadata: ``ValueReader``           parallel
///     Reach
///       |     Reachability       a number, not a rule
///       |  7  CanonicalForm      ``ValueReader`` once more
///     findings
///
/// A phase goes on after a finding as far as it makes sense, and the next one begins, unless the structures that it
/// needs are missing. Spec §8.1.
struct Validation {
  private(set) var log: FindingLog
  private(set) var statistics = Verification.Statistics()
  private let verifier: Verifier
  private let workers: Workers

  init(_ verifier: Verifier, _ workers: Workers) {
    self.verifier = verifier
    self.workers = workers
    log = FindingLog(maximumCount: verifier.maximumFindingCount)
    statistics.level = verifier.level
  }

  mutating func run(_ bytes: VerifiedBytes, _ progress: (Int) -> Void) {
    statistics.byteCount = bytes.byteCount
    defer { statistics.truncatedFindings = log.isTruncated }
    // 1. Frames.
    let frames = Frames(bytes, workers, log: &log, progress)
    var chunks = frames.chunks
    if frames.hasChunks {
      statistics.chunkCount = frames.chunkCount
      statistics.blockCount = chunks.count { $0.type == .objects }
    }
    guard frames.isOfKnownVersion else { return }
    // 2. Head and index.
    if let head = chunks.first, head.type == .head, head.isSound {
      statistics.documentType = Head.read(bytes, head, log: &log)
    }
    if frames.isComplete, let index = chunks.last, index.type == .index, index.isSound {
      statistics.fingerprint = index.header.payloadCheck
      Index.read(bytes, chunks: &chunks, log: &log)
    }
    guard verifier.level >= .tables else { return }
    // 3. Class table.
    let classReader = ClassTableReader(bytes, chunks: &chunks, limits: verifier.limits, log: &log)
    let areClassesComplete = frames.isComplete && classReader.isComplete
    if areClassesComplete { statistics.classEntryCount = classReader.table.entries.count }
    guard verifier.level >= .records else { return }
    // 4. Record frames.
    let records = RecordFrames(
      bytes, chunks: &chunks, classes: classReader.table, areClassesComplete: areClassesComplete,
      workers, log: &log, progress)
    var objects = records.objects
    objects.isComplete = objects.isComplete && frames.isComplete
    if objects.isComplete { statistics.objectCount = objects.count }
    // 5. Weak slots.
    let checksReferences = verifier.level >= .references
    let slots = WeakSlots(
      bytes, chunks: &chunks,
      objectCount: checksReferences && objects.isComplete ? objects.count : nil,
      isComplete: frames.isComplete, log: &log)
    // 6. Values.
    guard areClassesComplete, classReader.isUsable else { return }
    let contents = Contents(
      classes: classReader.table, objects: objects, slots: slots,
      checksReferences: checksReferences)
    let reader = ValueReader(contents, verifier.limits, log.emptied())
    let values = Values(bytes, chunks: &chunks, reader, workers, log: &log, progress)
    statistics.rootCount = values.rootCount
    guard log.isEmpty, checksReferences else { return }
    var reachability = Reachability(bytes, chunks, reader, values.reach)
    statistics.unreachableObjectCount = reachability.unreachableObjectCount()
    guard verifier.level == .canonical else { return }
    // 7. Canonical form.
    log = CanonicalForm.validate(bytes, chunks, reader, progress)
  }
}
