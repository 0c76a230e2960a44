import Stele
import SteleModel

/// The content of a damaged archive that can be saved.
///
/// Records are read one at a time, as often as they are needed:
///
///     read      the tables, and all records, with the memory that their objects would take
///     drop      objects that the original program could not load
///     repair    references to lost objects, for the report
///     write     the records with new numbers; most are copied
///
/// Spec §8.4.
package struct Salvage: Sendable {
  package internal(set) var report = RecoveryReport()
  /// The head, the class table, the roots, the metadata and the unknown chunks of the saved archive.
  var graph = ArchiveGraph()
  var records = SavedRecords()

  let bytes: ArchiveBytes
  let options: RecoveryOptions
  /// The end of the last chunk.
  let end: Int
  var budget: MemoryBudget
  var context = ReadingContext()
  /// The largest amount of memory in bytes that the repair of a value takes in addition to the value.
  var largestByteCount = 0
  var rootValues: [ArchiveNamedValue] = []
  /// The largest object number in the blocks, whether the object is saved or not.
  var knownCount = 0
  /// Whether lost references become nil, and stay in their containers.
  var keepsNil = false
  /// Whether the types of some keys admit nil only in the saved archive.
  var hasWidenedKeys = false
  /// The class names that the saved archive uses.
  var names = UsedNames(ArchiveClassTable())

  /// Finds the content that can be saved.
  ///
  /// - Parameters:
  ///   - bytes: The damaged archive.
  ///   - options: The options.
  ///   - progress: Receives the number of objects that have been read, after each block.
  /// - Complexity: O(*n* + *s*), where *n* is the number of bytes and *s* is the limit of the steps of repair.
  package init(
    _ bytes: [UInt8], options: RecoveryOptions, progress: (Int) -> Void = { _ in }
  ) {
    let limits = options.limits
    self.options = options
    // The check comes first, because it needs memory, too.
    do throws(ArchiveError) {
      try ArchiveReader.check(bytes, limits: limits)
    } catch {
      report.refusal = error
    }
    var frames = DamagedFrames(.memory(bytes))
    let archives = frames.archives
    report.archives = archives
    let number = options.archive ?? 1
    let range = archives.indices.contains(number &- 1) ? archives[number - 1] : 0..<0
    // The bytes of other archives are not visible from here on.
    let archive = range == bytes.indices ? bytes : Array(bytes[range])
    if range != bytes.indices { frames = DamagedFrames(.memory(archive)) }
    budget = MemoryBudget(byteCount: limits.memory(forByteCount: archive.count))
    let repairs = ChunkRepairs(frames, in: archive, stepLimit: options.repairStepLimit)
    self.bytes = .memory(repairs.applied(to: archive))
    if !repairs.entries.isEmpty { frames = DamagedFrames(self.bytes) }
    report.repairs = repairs.entries.map {
      .init(offset: range.lowerBound + $0.offset, type: $0.type, change: $0.change)
    }
    end = frames.end
    context.limits = limits
    context.acceptsLostTargets = true
    recover(frames, progress)
    report.damages = report.damages.map {
      let damaged = repairs.original($0.range)
      return .init(
        range: (damaged.lowerBound + range.lowerBound)..<(damaged.upperBound + range.lowerBound),
        type: $0.type, rule: $0.rule)
    }
    let rest = (archives.last?.upperBound ?? 0)..<bytes.count
    if range.upperBound == rest.lowerBound, !rest.isEmpty {
      report.damages.append(.init(range: rest, type: nil, rule: .closingSignature))
    }
    if options.archive == nil, archives.count > 1 || rest.count >= Chunk.headerByteCount {
      report.hasForeignContent = true
    }
  }

  private mutating func recover(_ frames: DamagedFrames, _ progress: (Int) -> Void) {
    recordSignatures(of: frames)
    guard isOfKnownVersion(frames.head) else { return }
    let plan = RecoveryPlan(frames, in: self.bytes, report)
    report = plan.report
    readTables(plan)
    readValues(plan, progress)
    keepsNil = options.keepsNil || !dropUnloadableObjects()
    report.savedObjects = records.numbers
    repairReferences()
    countObjects(plan)
  }

  private mutating func recordSignatures(of frames: DamagedFrames) {
    let room = Signature.byteCount + Chunk.headerByteCount
    let outside = max(frames.opening?.count ?? 0, frames.closing?.count ?? 0)
    report.hasForeignContent = options.archive == nil && outside >= room
    if let opening = frames.opening {
      report.damages.append(.init(range: opening, type: nil, rule: .signature))
    }
    if let closing = frames.closing {
      report.damages.append(.init(range: closing, type: nil, rule: .closingSignature))
    }
  }

  /// Determines the missing numbers, and sorts the damages.
  private mutating func countObjects(_ plan: RecoveryPlan) {
    var due = 1
    for number in report.savedObjects {
      if number > due { report.lostObjects.append(due...(number - 1)) }
      due = number + 1
    }
    var count = max(knownCount, plan.objectCount ?? 0)
    if plan.objectCount == nil {
      report.mayHaveLostFurtherObjects = plan.hasGap
      // References of unchecked values may be wrong.
      if !options.savesUnchecked
        || report.uncheckedObjects.isEmpty && report.uncheckedRootCount == 0
      {
        count = report.lostReferences.reduce(count) { max($0, $1.target) }
      }
    }
    if count >= due { report.lostObjects.append(due...count) }
    report.damages.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// Returns the payload of a chunk with a correct check; the padding is irrelevant.
  func payload(of chunk: Chunk) -> ByteReader? {
    chunk.payload(before: end).map { bytes.readerOfWhatIsLeft(in: $0) }
  }

  /// The definitions of the class table, which are known for all values.
  var definitions: Definitions { context.definitions }
}
