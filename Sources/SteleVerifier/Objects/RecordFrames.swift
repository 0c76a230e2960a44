internal import Stele

/// Phase 4: the payloads of the `OBJS` chunks, without the values.
///
/// The blocks are framed in parallel, each as if it were the first; then their numbers are compared.
/// Spec §5.1, §5.2.
struct RecordFrames {
  private(set) var objects: ObjectTable

  /// The number that the next block has to begin with; nil if blocks before it are damaged.
  private var expectedNumber: Int? = 1

  /// Validates the record frames of an archive.
  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], classes: ClassTable, areClassesComplete: Bool,
    _ workers: Workers, log: inout FindingLog, _ progress: (Int) -> Void
  ) {
    objects = ObjectTable(entryCount: classes.entries.count)
    let template = log.emptied()
    var blocks: [Chunk] = []
    workers.forEach(chunks.filter { $0.type == .objects }, state: ()) { _, chunk in
      BlockFrames(
        bytes, chunk, classes, areClassesComplete: areClassesComplete, template)
    } finish: { _, block in
      blocks.append(add(block, &log))
      progress(block.chunk.payload.upperBound)
    }
    let places = chunks.indices.filter { chunks[$0].type == .objects }
    for (place, block) in zip(places, blocks) { chunks[place] = block }
  }

  /// Adds the objects of the next block, and returns the block as it is known now.
  private mutating func add(_ block: BlockFrames, _ log: inout FindingLog) -> Chunk {
    var chunk = block.chunk
    chunk.precedingObjectCount = objects.count
    objects.isComplete = objects.isComplete && block.objects.isComplete
    // Rule R1; the first number is the first field of the payload.
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

/// The frames of the records of one block.
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
    self.log.origin = chunk.payload.lowerBound
    objects = ObjectTable(entryCount: classes.entries.count, block: chunk)
    objects.isComplete = chunk.isSound
    guard chunk.isSound else { return }
    if bytes.withPart(chunk.payload, { read($0) }) == nil {
      self.log.add(.truncated, at: 0, chunk: chunk)
      self.chunk.isSound = false
      objects.isComplete = false
    }
  }

  /// Rules R2, P5, X6, P2.
  private mutating func read(_ bytes: Span<UInt8>) {
    var cursor = Cursor(0..<bytes.count)
    do throws(Defect) {
      chunk.firstNumber = try cursor.readNumber(bytes)
      first = chunk.firstNumber
      let countOffset = cursor.offset
      let count = try cursor.readCount(bytes)
      if count == 0 { log.add(.emptyBlock, at: countOffset, chunk: chunk) }
      if let indexedCount = chunk.indexedCount, indexedCount != count {
        log.add(.indexCount, at: countOffset, chunk: chunk)
      }
      let (next, overflow) = chunk.firstNumber.addingReportingOverflow(count)
      nextNumber = overflow ? nil : next
      chunk.contentOffset = cursor.offset
      while chunk.count < count {
        try readRecord(bytes, &cursor)
        chunk.count += 1
      }
      try cursor.finish()
    } catch {
      let isInRecord = chunk.contentOffset > 0 && error.rule != .trailingBytes
      log.add(
        error.rule, at: error.offset, chunk: chunk,
        object: isInRecord ? chunk.objectNumber(chunk.count) : nil)
      if error.rule != .trailingBytes { objects.isComplete = false }
    }
  }

  /// Rules P5, C8, R3.
  private mutating func readRecord(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor
  ) throws(Defect) {
    let offset = cursor.offset
    let byteCount = try cursor.readCount(bytes)
    var record = Cursor(cursor.offset..<(cursor.offset &+ byteCount))
    cursor.offset = record.end
    let recordOffset = chunk.payload.lowerBound &+ offset
    do throws(Defect) {
      let entryOffset = record.offset
      let entry = try record.readNumber(bytes)
      let isDefined = entry > 0 && entry <= chunk.definedEntryCount
      if !areClassesComplete, !isDefined {
        return objects.append(entry: 0, recordOffset: recordOffset)
      }
      guard isDefined else { throw Defect(.undefinedEntry, entryOffset) }
      guard classes[entry].kind == .class else { throw Defect(.recordKind, entryOffset) }
      objects.append(entry: entry, recordOffset: recordOffset)
    } catch {
      // The length leads to the next record all the same.
      log.add(error.rule, at: error.offset, chunk: chunk, object: chunk.objectNumber(chunk.count))
      objects.append(entry: 0, recordOffset: recordOffset)
    }
  }
}
