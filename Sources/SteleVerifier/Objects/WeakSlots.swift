internal import Stele

/// Phase 5: the payload of the `WEAK` chunk, and what its slots hold.
///
/// Spec §5.5.
struct WeakSlots {
  /// The number of slots, or nil when it is not known.
  private(set) var count: Int? = 0

  /// The payload of the chunk.
  private var bytes: [UInt8] = []
  /// Of the positions of the slots in there one in eight is stored.
  private var offsets: [Int] = []

  private static let interval = 8

  /// Examines the chunk.
  ///
  /// The rule R5 is left out when the objects are not all known, or when
  /// references are not asked for.
  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], objectCount: Int?, isComplete: Bool,
    log: inout FindingLog
  ) {
    count = isComplete ? 0 : nil
    for index in chunks.indices where chunks[index].type == .weakSlots {
      guard chunks[index].isSound else {
        // A second chunk is one too many, but does not make the first one unclear.
        if self.bytes.isEmpty { count = nil }
        continue
      }
      count = nil
      log.origin = chunks[index].payload.lowerBound
      defer { log.origin = 0 }
      guard let payload = bytes.copy(of: chunks[index].payload) else {
        log.add(.truncated, at: 0, chunk: chunks[index])
        continue
      }
      self.bytes = payload
      read(payload.span, &chunks[index], objectCount: objectCount, log: &log)
    }
  }

  private mutating func read(
    _ bytes: Span<UInt8>, _ chunk: inout Chunk, objectCount: Int?, log: inout FindingLog
  ) {
    var cursor = Cursor(0..<bytes.count)
    do throws(Defect) {
      let countOffset = cursor.offset
      let slotCount = try cursor.readCount(bytes)
      if let indexedCount = chunk.indexedCount, indexedCount != slotCount {
        log.add(.indexCount, at: countOffset, chunk: chunk)
      }
      for slot in 0..<slotCount {
        let offset = cursor.offset
        if slot % Self.interval == 0 { offsets.append(offset) }
        let object = try cursor.readNumber(bytes)
        if let objectCount, object > objectCount {
          log.add(.danglingReference, at: offset, chunk: chunk)
        }
      }
      count = slotCount
      chunk.count = slotCount
      try cursor.finish()
    } catch {
      log.add(error, chunk: chunk)
    }
  }

  /// The object in a slot below ``count``, or 0 for nil.
  func object(inSlot slot: Int) -> Int {
    let bytes = self.bytes.span
    var cursor = Cursor(offsets[slot / Self.interval]..<bytes.count)
    do throws(Defect) {
      for _ in 0..<(slot % Self.interval) { _ = try cursor.readNumber(bytes) }
      return try cursor.readNumber(bytes)
    } catch {
      return 0
    }
  }
}
