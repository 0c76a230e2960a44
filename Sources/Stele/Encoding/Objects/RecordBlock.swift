/// The records of a block that is being made.
///
/// Spec §5.1, §5.2.
final class RecordBlock {
  /// What keeps the records, each behind its length.
  private let owner = OutputOwner(capacity: 512)
  @exclusivity(unchecked) private var entryNumbers: [UInt32] = []
  /// The position of the length of the last record.
  @exclusivity(unchecked) private var lastStart = 0
  private let byteCount: Int
  private let recordByteLimit: Int

  init(_ options: WriterOptions) {
    buffer = owner.buffer
    byteCount = options.blockByteCount
    recordByteLimit = options.recordByteLimit
  }

  /// The records.
  let buffer: OutputBuffer

  // Safe, here and below: an encoder is for one thread, and nothing is called while they change.

  /// The entry number of each object.
  var entries: [UInt32] { unsafe entryNumbers }

  /// Whether the block is to be written.
  @inline(__always)
  var isFull: Bool { buffer.byteCount() >= byteCount }

  /// The position of the last record, if others stand before it and it fills a block by itself.
  var startOfLargeRecord: Int? {
    unsafe lastStart > 0 && buffer.byteCount(from: lastStart) >= byteCount ? lastStart : nil
  }

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
    unsafe lastStart = start &- 1
    unsafe entryNumbers.append(UInt32(clamping: entry))
    return true
  }

  /// Whether it takes little memory.
  var isSmall: Bool { buffer.capacity <= 4096 }

  /// Begins the next block, or the first one of another archive.
  func removeAll() {
    buffer.truncate(to: 0)
    unsafe entryNumbers.removeAll(keepingCapacity: true)
  }
}
