/// The records of a block that is being made.
///
/// Spec §5.1, §5.2.
struct RecordBlock {
  /// What keeps the records, each behind its length.
  private let owner = OutputOwner(capacity: 512)
  /// The entry number of each object.
  private(set) var entries: [UInt32] = []
  private let byteCount: Int
  private let recordByteLimit: Int

  init(_ options: WriterOptions) {
    byteCount = options.blockByteCount
    recordByteLimit = options.recordByteLimit
  }

  /// The records.
  var buffer: OutputBuffer { owner.buffer }

  /// Whether the block is to be written.
  var isFull: Bool { buffer.byteCount() >= byteCount }

  /// Begins a record, and gives its position.
  func beginRecord() -> Int {
    buffer.write(byte: 0)
    return buffer.count
  }

  /// Ends a record, or tells with false that it is too long.
  mutating func endRecord(at start: Int, entry: Int) -> Bool {
    guard buffer.byteCount(from: start) <= recordByteLimit else { return false }
    buffer.endLength(before: start)
    entries.append(UInt32(clamping: entry))
    return true
  }

  /// Begins the next block.
  mutating func removeAll() {
    buffer.truncate(to: 0)
    entries.removeAll(keepingCapacity: true)
  }
}
