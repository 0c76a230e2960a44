internal import Stele
internal import Synchronization

/// Reads objects by their numbers, and keeps the block of the last one.
///
/// Otherwise reading each object of a large block would take time in the square of its size (spec §11.5). One block and the
/// offsets of its records are kept, so the archive bounds the memory.
struct ObjectReader: Sendable {
  private var values: ValueReader
  /// The index of the last block; nil before the first one.
  private var block: Int?
  /// The payload of the block, at the length of the first record that has not been found.
  private var rest = ByteReader([])
  /// The offsets and the number of the records that have been found.
  private var offsets = RecordOffsets()
  private var foundCount = 0

  init(_ context: ReadingContext) {
    values = ValueReader(context, budget: MemoryBudget(byteCount: 0))
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
    if block != index {
      // The last block is released before the next one is read.
      (block, rest, offsets, foundCount) = (nil, ByteReader([]), RecordOffsets(), 0)
      var payload = try header.entry.readPayload(from: bytes)
      try header.readHeader(&payload)
      (block, rest) = (index, payload)
    }
    var input = try record(number - header.first)
    let frame = try RecordFrame(
      parsing: &input, schema: tables.context.schema, definitions: header.definitions)
    values.budget = budget
    return try values.read(frame, number: number)
  }

  /// Returns a reader at the length of a record of the block, counted from 0.
  ///
  /// - Throws: The rule that a record before it breaks.
  private mutating func record(_ position: Int) throws(ArchiveError) -> ByteReader {
    while foundCount < position {
      var next = rest
      try next.skip(try next.readCount())
      offsets.append(rest.offset)
      foundCount += 1
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
