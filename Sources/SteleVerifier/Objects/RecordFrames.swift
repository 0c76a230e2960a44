internal import Stele

/// Phase 4: the payloads of the `OBJS` chunks, without the values.
///
/// Spec §5.1, §5.2.
struct RecordFrames {
  private(set) var objects = ObjectTable()

  /// The largest length that a record can have, of 31 bits.
  static let maximumRecordByteCount = 2_147_483_647

  /// The number that the next block has to begin with; nil when the blocks before it are damaged.
  private var dueNumber: Int? = 1
  private let classes: ClassTable
  private let areClassesComplete: Bool
  private var log: FindingLog

  /// Examines the record frames of an archive.
  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], classes: ClassTable, areClassesComplete: Bool,
    log: inout FindingLog, _ progress: (Int) -> Void
  ) {
    self.classes = classes
    self.areClassesComplete = areClassesComplete
    self.log = log
    for index in chunks.indices where chunks[index].type == .objects {
      read(bytes, &chunks[index])
      progress(chunks[index].payload.upperBound)
    }
    log = self.log
  }

  private mutating func read(_ bytes: VerifiedBytes, _ chunk: inout Chunk) {
    chunk.precedingObjectCount = objects.count
    guard chunk.isSound else {
      dueNumber = nil
      objects.isComplete = false
      return
    }
    log.origin = chunk.payload.lowerBound
    defer { log.origin = 0 }
    if bytes.withPart(chunk.payload, { read($0, &chunk) }) == nil {
      log.add(.truncated, at: 0, chunk: chunk)
      chunk.isSound = false
      objects.isComplete = false
    }
  }

  private mutating func read(_ bytes: Span<UInt8>, _ chunk: inout Chunk) {
    objects.beginBlock(chunk.payload)
    var cursor = Cursor(0..<bytes.count)
    do throws(Defect) {
      let firstOffset = cursor.offset
      let first = try cursor.readNumber(bytes)
      chunk.firstNumber = first
      if let dueNumber, first != dueNumber {
        log.add(.firstNumber, at: firstOffset, chunk: chunk)
        objects.isComplete = false
      }
      let countOffset = cursor.offset
      let count = try cursor.readCount(bytes)
      if count == 0 { log.add(.emptyBlock, at: countOffset, chunk: chunk) }
      if let indexedCount = chunk.indexedCount, indexedCount != count {
        log.add(.indexCount, at: countOffset, chunk: chunk)
      }
      dueNumber = first.addingReportingOverflow(count).overflow ? nil : first + count
      chunk.contentOffset = cursor.offset
      while chunk.count < count {
        try readRecord(bytes, &cursor, chunk)
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

  private mutating func readRecord(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, _ chunk: Chunk
  ) throws(Defect) {
    let offset = cursor.offset
    let byteCount = try cursor.readShortNumber(bytes)
    guard byteCount <= cursor.remaining else { throw Defect(.countTooLarge, offset) }
    var record = Cursor(cursor.offset..<(cursor.offset &+ byteCount))
    cursor.offset = record.end
    let entryOffset = record.offset
    do throws(Defect) {
      let entry = try record.readNumber(bytes)
      if !areClassesComplete, entry == 0 || entry > chunk.definedEntryCount {
        objects.append(entry: 0, recordOffset: offset)
        return
      }
      guard entry > 0, entry <= chunk.definedEntryCount else {
        throw Defect(.undefinedEntry, entryOffset)
      }
      guard classes[entry].kind == .class else { throw Defect(.recordKind, entryOffset) }
      objects.append(entry: entry, recordOffset: offset)
    } catch {
      // The length leads to the next record all the same.
      log.add(error.rule, at: error.offset, chunk: chunk, object: chunk.objectNumber(chunk.count))
      objects.append(entry: 0, recordOffset: offset)
    }
  }
}
