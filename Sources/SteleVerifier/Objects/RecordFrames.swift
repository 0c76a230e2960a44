internal import Stele

/// Phase 4: the payloads of the `OBJS` chunks, without the values.
///
/// The blocks are framed in parallel, each as if it were the first; then their numbers are compared.
/// Spec §5.1, §5.2.
struct RecordFrames {
  private(set) var objects: ObjectTable

  /// The number that the next block has to begin with; nil if blocks before it are damaged.
  private var expectedNumber: Int? = 1

  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], classes: ClassTable, areClassesComplete: Bool,
    _ workers: Workers, log: inout FindingLog, _ progress: (Int) -> Void
  ) {
    objects = ObjectTable(entryCount: classes.entries.count)
    let template = log.emptied()
    var blocks: [Chunk] = []
    workers.forEach(chunks.filter { $0.type == .objects }, state: ()) { _, chunk in
      BlockFrames(bytes, chunk, classes, areClassesComplete: areClassesComplete, template)
    } finish: { _, block in
      blocks.append(add(block, &log))
      progress(block.chunk.payload.upperBound)
    }
    let places = chunks.indices.filter { chunks[$0].type == .objects }
    for (place, block) in zip(places, blocks) { chunks[place] = block }
  }

  /// Adds the objects of the next block, and returns the block with its place among the others: R1.
  private mutating func add(_ block: BlockFrames, _ log: inout FindingLog) -> Chunk {
    var chunk = block.chunk
    chunk.precedingObjectCount = objects.count
    // The first number is the first field of the payload.
    if let first = block.first, let expectedNumber, first != expectedNumber {
      log.add(.firstNumber, at: chunk.payload.lowerBound, chunk: chunk)
      objects.isComplete = false
    }
    log.append(contentsOf: block.log)
    objects.append(contentsOf: block.objects)
    expectedNumber = block.nextNumber
    return chunk
  }
}

/// The record frames of one block.
private struct BlockFrames: Sendable {
  private(set) var chunk: Chunk
  private(set) var objects: ObjectTable
  private(set) var log: FindingLog
  /// The number of the first object; nil if it cannot be read.
  private(set) var first: Int?
  /// The number of the first object of the next block; nil if it is not known.
  private(set) var nextNumber: Int?

  private let classes: ClassTable
  private let areClassesComplete: Bool

  init(
    _ bytes: VerifiedBytes, _ chunk: Chunk, _ classes: ClassTable, areClassesComplete: Bool,
    _ log: FindingLog
  ) {
    self.chunk = chunk
    self.classes = classes
    self.areClassesComplete = areClassesComplete
    self.log = log
    objects = ObjectTable(entryCount: classes.entries.count)
    guard chunk.isSound, let cursor = self.log.cursor(bytes, chunk) else {
      self.chunk.isSound = false
      objects.isComplete = false
      return
    }
    read(cursor)
  }

  /// A block (§5.1): R2, P5, X6, P2.
  private mutating func read(_ start: Cursor) {
    var cursor = start
    do throws(Defect) {
      chunk.firstNumber = try cursor.readNumber()
      first = chunk.firstNumber
      let countOffset = cursor.offset
      let count = try cursor.readCount()
      if count == 0 { log.add(.emptyBlock, at: countOffset, chunk: chunk) }
      if let indexedCount = chunk.indexedCount, indexedCount != count {
        log.add(.indexCount, at: countOffset, chunk: chunk)
      }
      let (next, overflow) = chunk.firstNumber.addingReportingOverflow(count)
      nextNumber = overflow ? nil : next
      chunk.contentOffset = cursor.offset
      // Each record takes at least two bytes.
      objects.reserveCapacity(min(count, cursor.remaining / 2))
      while chunk.count < count {
        try readRecord(&cursor)
        chunk.count += 1
      }
      try cursor.finish()
    } catch {
      let isInRecord = chunk.contentOffset > 0 && error.rule != .trailingBytes
      log.add(error, chunk: chunk, object: isInRecord ? chunk.objectNumber(chunk.count) : nil)
      if error.rule != .trailingBytes { objects.isComplete = false }
    }
  }

  /// The length and the entry number of a record (§5.2): P5, C8, R3.
  private mutating func readRecord(_ cursor: inout Cursor) throws(Defect) {
    let offset = cursor.offset
    let byteCount = try cursor.readCount()
    let record = cursor.offset..<(cursor.offset &+ byteCount)
    var entry = 0
    do throws(Defect) {
      entry = try readEntry(&cursor, record)
    } catch {
      // The length leads to the next record all the same.
      log.add(error, chunk: chunk, object: chunk.objectNumber(chunk.count))
    }
    cursor.offset = record.upperBound
    objects.append(entry: entry, offset: offset)
  }

  /// The entry number of a record, or 0 if the entry may be one that could not be read: C8, R3.
  ///
  /// The function changes nothing; without `mutating`, the frames would be copied for each record.
  private mutating func readEntry(
    _ cursor: inout Cursor, _ record: Range<Int>
  ) throws(Defect) -> Int {
    let end = cursor.end
    cursor.end = record.upperBound
    defer { cursor.end = end }
    let entry = try cursor.readNumber()
    let isDefined = entry > 0 && entry <= chunk.definedEntryCount
    if !isDefined, !areClassesComplete { return 0 }
    guard isDefined else { throw Defect(.undefinedEntry, record.lowerBound) }
    guard classes[entry].kind == .class else { throw Defect(.recordKind, record.lowerBound) }
    return entry
  }
}
