/// A block of records that has been read, and the offsets of the records found in it.
final class LoadedBlock {
  /// What owns the bytes.
  let payload: ByteReader
  /// The bytes of the payload.
  let bytes: ValidCursor
  private let block: Block
  /// The offsets of the records.
  private var starts: [Int] = []
  /// The entries of the records that have been validated, or 0.
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

  /// Where the length of the record of an object stands.
  func start(of number: Int) -> Int { starts[number - block.first] }

  /// Finds the record of an object, and validates it the first time: the number of its entry, and where it follows that.
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
    values.definitions = block.definitions
    var rest = frame.content
    try rest.withCursor { input throws(ArchiveError) in
      try values.walkRecord(ofEntry: frame.entry, object: number, &input)
    }
    entries[index] = UInt32(truncatingIfNeeded: frame.entry)
    content.move(to: frame.content.offset)
    return (frame.entry, content)
  }
}
