/// The records of a block under construction.
///
/// Spec §5.1, §5.2.
struct RecordBlock {
  /// The owner of the records, each after its length.
  private let owner = OutputOwner(capacity: 512)
  /// The entry number of each object.
  private(set) var entries: [UInt32] = []
  /// The position of the length of the last record.
  private var lastStart = 0
  private let byteCount: Int

  init(_ options: ArchiveWriterOptions) {
    buffer = owner.buffer
    byteCount = options.blockByteCount
  }

  let buffer: OutputBuffer

  /// Whether the block has to be written.
  @inline(__always)
  var isFull: Bool { buffer.byteCount() >= byteCount }

  /// The position of the last record, if it fills a block by itself and is not the first.
  var startOfLargeRecord: Int? {
    lastStart > 0 && buffer.byteCount(from: lastStart) >= byteCount ? lastStart : nil
  }

  /// Begins a record, and returns its position.
  @inline(__always)
  func beginRecord() -> Int {
    buffer.write(byte: 0)
    return buffer.count
  }

  @inline(__always)
  mutating func endRecord(at start: Int, entry: Int) {
    buffer.endLength(before: start)
    lastStart = start &- 1
    entries.append(UInt32(clamping: entry))
  }

  /// Removes the record that was begun at a position.
  func cancelRecord(at start: Int) { buffer.truncate(to: start &- 1) }

  /// Removes the entry numbers, which a copy has.
  mutating func forget() { entries = [] }

  /// Begins the next block.
  mutating func removeAll() {
    buffer.truncate(to: 0)
    entries.removeAll(keepingCapacity: true)
  }
}

/// A root whose value has been written.
package struct WrittenRoot {
  let name: String
  /// The index of the type.
  let type: Int
  /// The owner of the bytes of the value.
  let value: OutputOwner
}
