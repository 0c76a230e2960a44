/// A block of records in memory, and the offsets of its records.
final class LoadedBlock {
  /// The owner of the bytes.
  let payload: ByteReader
  let bytes: ValidCursor
  private let block: Block
  /// The offsets of the records.
  private var starts: [Int] = []
  /// The entry of each record that has been validated; 0 for the others.
  private var entries: [UInt32] = []

  init(_ block: Block, _ payload: ByteReader, bytes: ValidCursor) throws(ArchiveError) {
    self.block = block
    self.payload = payload
    self.bytes = bytes
    var input = payload
    try block.readHeader(&input)
    starts.reserveCapacity(block.count)
    for _ in block.numbers {
      starts.append(input.offset)
      try input.skip(try input.readCount())
    }
    try input.finish()
    entries = Array(repeating: 0, count: starts.count)
  }

  /// Returns the offset of the length of the record of an object.
  func start(of number: Int) -> Int { starts[number - block.first] }

  /// Returns the entry of a record and the bytes after the entry number; the record is validated the first time.
  func record(
    _ number: Int, context: ReadingContext
  ) throws(ArchiveError) -> (entry: Int, content: ValidCursor) {
    let index = number - block.first
    var content = bytes
    guard entries[index] == 0 else {
      content.move(to: starts[index])
      _ = content.readNumber()
      return (content.readNumber(), content)
    }
    var record = payload
    try record.move(to: starts[index])
    let frame = try RecordFrame(
      parsing: &record, schema: context.schema, definitions: block.definitions)
    var values = ValueInterpreter(context, visitor: ValidatingVisitor())
    try values.walkRecord(frame, number: number)
    entries[index] = UInt32(truncatingIfNeeded: frame.entry)
    content.move(to: frame.content.offset)
    return (frame.entry, content)
  }
}
