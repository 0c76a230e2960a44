/// Validates records, and makes objects of them.
///
/// Spec §5.2.
package struct RecordReader: Sendable {
  private var values: ValueInterpreter<ValueBuilder>

  package init(context: ReadingContext, budget: MemoryBudget) {
    values = ValueInterpreter(context, visitor: ValueBuilder(budget: budget))
  }

  /// The rest of the caller's memory.
  package var budget: MemoryBudget {
    get { values.visitor.budget }
    set { values.visitor.budget = newValue }
  }

  /// The most memory that lists of key values took at one time for the last record, in bytes.
  package var largestSlotByteCount: Int { values.visitor.largestSlotByteCount }

  /// Validates a record, by the definitions before its block, and makes its object: V11, P2, and all rules of values.
  ///
  /// - Throws: The rule that is broken, with object number and key path.
  package mutating func read(
    _ frame: RecordFrame, definitions: Definitions, number: Int
  ) throws(ArchiveError) -> ArchiveObject {
    values.definitions = definitions
    var content = frame.content
    return try content.withCursor { input throws(ArchiveError) in
      try values.readRecord(ofEntry: frame.entry, object: number, &input)
    }
  }
}
