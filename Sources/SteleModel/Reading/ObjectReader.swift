internal import Stele
internal import Synchronization

/// Reads objects by their numbers, and keeps the block of the last one.
///
/// Otherwise reading each object of a large block would take time in the square of its size (spec §11.5). One block and the
/// offsets of its records are kept, so the archive bounds the memory.
struct ObjectReader: Sendable {
  private var records: ValueReader
  private var block: OpenedBlock?

  init(_ context: ReadingContext) {
    records = ValueReader(context, budget: MemoryBudget(byteCount: 0))
  }

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - number: The number of the object.
  ///   - index: The index of its block.
  ///   - tables: The tables of the archive.
  ///   - bytes: The archive.
  ///   - budget: The memory that the object may take.
  /// - Returns: The object.
  /// - Throws: The rule that the block, a record before this one or this record breaks.
  mutating func object(
    _ number: Int, ofBlock index: Int, _ tables: ArchiveTables, in bytes: ArchiveBytes,
    _ budget: MemoryBudget
  ) throws(ArchiveError) -> ArchiveObject {
    let header = tables.blocks[index]
    if block?.index != index {
      block = nil
      var payload = try header.entry.readPayload(from: bytes)
      try header.readHeader(&payload)
      block = OpenedBlock(index: index, rest: payload)
    }
    var input = try block?.record(number - header.first) ?? ByteReader([])
    let frame = try RecordFrame(
      parsing: &input, schema: tables.context.schema, definitions: header.definitions)
    records.budget = budget
    return try records.read(frame, number: number)
  }
}

/// A block, and the records that have been found in it.
private struct OpenedBlock: Sendable {
  let index: Int
  /// The payload, at the length of the first record that has not been found.
  var rest: ByteReader
  var offsets = RecordOffsets()
  /// The number of records that have been found.
  var count = 0

  /// Returns a reader at the length of a record, counted from 0.
  ///
  /// - Throws: The rule that a record before it breaks.
  mutating func record(_ position: Int) throws(ArchiveError) -> ByteReader {
    while count < position {
      var next = rest
      try next.skip(try next.readCount())
      offsets.append(rest.offset)
      count += 1
      rest = next
    }
    var reader = rest
    if let offset = offsets[position + 1] { try reader.move(to: offset) }
    return reader
  }
}

/// A pool of one object reader, which keeps the last block for the next object.
///
/// A thread takes the reader while it reads; another thread then makes its own.
final class ObjectReaderPool: Sendable {
  private let reader = Mutex<ObjectReader?>(nil)

  /// Takes the reader, or returns nil if another thread has it.
  func take() -> ObjectReader? {
    reader.withLock { reader in
      defer { reader = nil }
      return reader
    }
  }

  /// Puts a reader into the pool.
  func put(_ used: ObjectReader) { reader.withLock { $0 = used } }
}
