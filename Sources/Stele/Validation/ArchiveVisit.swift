/// A walk over the values of an archive for a visitor.
package struct ArchiveVisit {
  private var values: ValueInterpreter<ForwardingVisitor>

  package init(_ context: ReadingContext, _ visitor: any ValueVisitor) {
    values = ValueInterpreter(context, visitor: ForwardingVisitor(visitor))
  }

  /// Validates the records of a block, and shows their values.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - input: The payload of its chunk.
  /// - Throws: The rule that is broken, with object and key path.
  package mutating func walkRecords(
    of block: Block, _ input: inout ByteReader
  ) throws(ArchiveError) {
    values.isMetadata = false
    try values.walkRecords(of: block, &input)
  }

  /// Validates a record, and shows its values.
  ///
  /// - Parameters:
  ///   - frame: The record.
  ///   - number: The number of the object, for errors.
  /// - Throws: The rule that is broken, with object and key path.
  package mutating func walkRecord(_ frame: RecordFrame, number: Int) throws(ArchiveError) {
    try values.walkRecord(frame, number: number)
  }

  /// Shows the value of a root or of an item of the metadata.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - body: Receives the index of its type before the value is shown.
  /// - Throws: The rule that is broken, if the value has not been validated before.
  package mutating func walkValue(
    of item: NamedValuePlace, _ body: (Int, borrowing CompiledSchema) -> Void = { _, _ in }
  ) throws(ArchiveError) {
    values.definitions = item.definitions
    values.isMetadata = item.isMetadata
    var input = item.descriptor
    try input.withCursor { input throws(ArchiveError) in
      let type = try values.readType(&input)
      body(type, values.schema)
      try values.walkValue(type, &input)
    }
  }
}
