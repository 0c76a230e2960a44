import Synchronization

/// The weak slots of an archive, which are read when they are first needed.
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
    let slots = try read()
    known.withLock { $0 = slots }
    return slots
  }

  /// Reads the chunk: P5, X6, R5.
  private func read() throws(ArchiveError) -> [Int] {
    var input = try entry.readPayload(from: bytes)
    let countOffset = input.offset
    let count = try input.readCount()
    guard count == entry.count else { throw ArchiveError(.indexCount, at: countOffset) }
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
