import Synchronization

/// Reads objects by their numbers, and remembers the block of the last one.
///
/// Without that, asking for each object of a large block would take time in the square of its size (spec §10.5). One block
/// and the offsets of its records are kept, so memory is bounded by the archive.
struct NumberedObjects: Sendable {
  private var records: RecordReader
  private var block: OpenedBlock?

  init(_ context: ReadingContext) {
    records = RecordReader(context: context, budget: MemoryBudget(byteCount: 0))
  }

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - number: The number of the object.
  ///   - index: Where its block stands among the blocks.
  ///   - tables: The tables of the archive.
  ///   - bytes: The archive.
  ///   - budget: The memory that the object may take.
  /// - Returns: The object.
  /// - Throws: The rule that the block, a record before this one or this record breaks.
  mutating func object(
    _ number: Int, ofBlock index: Int, _ tables: ArchiveTables, in bytes: ArchiveBytes,
    _ budget: MemoryBudget
  ) throws(ArchiveError) -> ArchiveObject {
    let place = tables.blocks[index]
    if block?.index != index {
      block = nil
      var payload = try place.place.readPayload(from: bytes)
      try place.readHeader(&payload)
      block = OpenedBlock(
        index: index, rest: payload, offsets: RecordOffsets(byteCount: bytes.byteCount))
    }
    var input = try block?.record(number - place.first) ?? ByteReader([])
    let frame = try RecordFrame(
      parsing: &input, schema: tables.context.schema, definitions: place.definitions)
    records.budget = budget
    return try records.read(frame, definitions: place.definitions, number: number)
  }
}

/// A block, and the records that have been found in it.
private struct OpenedBlock: Sendable {
  let index: Int
  /// The payload, at the length of the first record that has not been found.
  var rest: ByteReader
  var offsets: RecordOffsets
  /// How many records have been found.
  var count = 0

  /// Gives a reader that stands at the length of a record, counted from 0.
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

/// The reader of objects that an archive keeps for the next one.
///
/// A thread takes it while it reads; another one that comes meanwhile makes its own.
final class KeptNumberedObjects: Sendable {
  private let reader = Mutex<NumberedObjects?>(nil)

  /// Takes the reader, if nobody else has it.
  func take() -> NumberedObjects? {
    reader.withLock { reader in
      defer { reader = nil }
      return reader
    }
  }

  /// Gives a reader back.
  func give(_ used: NumberedObjects) { reader.withLock { $0 = used } }
}
