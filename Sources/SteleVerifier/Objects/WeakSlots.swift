internal import Stele

/// Phase 5: the payload of the `WEAK` chunk.
///
/// Spec §5.5.
struct WeakSlots {
  /// The object in each slot, or 0 for nil; nil if the slots are not known.
  private(set) var objects: [Int]?

  /// Reads the chunk, if there is one.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - chunks: Its chunks.
  ///   - objectCount: The number of objects, or nil if R5 cannot be judged.
  ///   - isComplete: Whether there are no further chunks.
  ///   - log: Takes the findings.
  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], objectCount: Int?, isComplete: Bool,
    log: inout FindingLog
  ) {
    objects = isComplete ? [] : nil
    var hasRead = false
    for index in chunks.indices where chunks[index].type == .weakSlots {
      guard chunks[index].isSound else {
        // A second chunk is one too many, but does not make the first one unclear.
        if !hasRead { objects = nil }
        continue
      }
      hasRead = true
      objects = nil
      if let cursor = log.cursor(bytes, chunks[index]) {
        read(cursor, &chunks[index], objectCount: objectCount, &log)
      }
    }
  }

  /// X6, R5, P2.
  private mutating func read(
    _ start: Cursor, _ chunk: inout Chunk, objectCount: Int?, _ log: inout FindingLog
  ) {
    var cursor = start
    var slots: [Int] = []
    do throws(Defect) {
      let countOffset = cursor.offset
      let count = try cursor.readCount()
      if let indexedCount = chunk.indexedCount, indexedCount != count {
        log.add(.indexCount, at: countOffset, chunk: chunk)
      }
      for _ in 0..<count {
        let offset = cursor.offset
        let object = try cursor.readNumber()
        if let objectCount, object > objectCount {
          log.add(.danglingReference, at: offset, chunk: chunk)
        }
        slots.append(object)
      }
      objects = slots
      chunk.count = count
      try cursor.finish()
    } catch {
      log.add(error, chunk: chunk)
    }
  }
}
