/// The records of a block that is being made.
///
/// Spec §5.1, §5.2.
final class RecordBlock {
  /// What keeps the records, each behind its length.
  private let owner = OutputOwner(capacity: 512)
  @exclusivity(unchecked) private var entryNumbers: [UInt32] = []
  @exclusivity(unchecked) private var byteCount: Int
  private let firstByteCount: Int
  private let recordByteLimit: Int

  init(_ options: WriterOptions) {
    buffer = owner.buffer
    firstByteCount = options.blockByteCount
    unsafe byteCount = firstByteCount
    recordByteLimit = options.recordByteLimit
  }

  /// The records.
  let buffer: OutputBuffer

  // Safe, here and below: an encoder is for one thread, and nothing is called while they change.

  /// The entry number of each object.
  var entries: [UInt32] { unsafe entryNumbers }

  /// Whether the block is to be written.
  @inline(__always)
  var isFull: Bool { unsafe buffer.byteCount() >= byteCount }

  /// Begins a record, and gives its position.
  @inline(__always)
  func beginRecord() -> Int {
    buffer.write(byte: 0)
    return buffer.count
  }

  /// Ends a record, or tells with false that it is too long.
  @inline(__always)
  func endRecord(at start: Int, entry: Int) -> Bool {
    guard buffer.byteCount(from: start) <= recordByteLimit else { return false }
    buffer.endLength(before: start)
    unsafe entryNumbers.append(UInt32(clamping: entry))
    return true
  }

  /// Whether it takes little memory.
  var isSmall: Bool { buffer.capacity <= 4096 }

  /// Begins the first block.
  func restart() { removeAll(closingAt: firstByteCount) }

  /// Begins the next block, which is to be written once its records take some bytes.
  func removeAll(closingAt byteCount: Int) {
    unsafe self.byteCount = byteCount
    buffer.truncate(to: 0)
    unsafe entryNumbers.removeAll(keepingCapacity: true)
  }
}
