import Synchronization

/// The weak slots of an archive that is read in part; they are read when a value first needs them.
///
/// Spec §5.5, §8.2.
final class DeferredWeakSlots: Sendable {
  private let entry: ArchiveIndex.Entry
  private let bytes: ArchiveBytes
  private let objectCount: Int
  private let known = Mutex<[Int]?>(nil)

  init(_ entry: ArchiveIndex.Entry, in bytes: ArchiveBytes, objectCount: Int) {
    self.entry = entry
    self.bytes = bytes
    self.objectCount = objectCount
  }

  /// Returns the slots, which are read by the first call.
  ///
  /// - Throws: The rule that the chunk breaks.
  func slots() throws(ArchiveError) -> [Int] {
    if let slots = known.withLock({ $0 }) { return slots }
    let slots = try entry.readWeakSlots(from: bytes, objectCount: objectCount)
    known.withLock { $0 = slots }
    return slots
  }
}

extension ArchiveIndex.Entry {
  /// The most slots that the chunk can hold, if it is one of weak slots.
  var weakSlotLimit: Int { min(count, Int(number: chunk.byteCount)) }

  /// Reads the weak slots: P5, X6, R5.
  func readWeakSlots(
    from bytes: ArchiveBytes, objectCount: Int
  ) throws(ArchiveError) -> [Int] {
    var input = try readPayload(from: bytes)
    let countOffset = input.offset
    let count = try input.readCount()
    guard count == self.count else { throw ArchiveError(.indexCount, at: countOffset) }
    var slots: [Int] = []
    slots.reserveCapacity(count)
    for _ in 0..<count {
      let offset = input.offset
      let number = try input.readNumber()
      guard number <= objectCount else { throw ArchiveError(.danglingReference, at: offset) }
      slots.append(number)
    }
    try input.finish()
    return slots
  }
}
