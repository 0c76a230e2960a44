/// Validates the values of records, and makes objects of them.
///
/// Spec §5.2.
package struct RecordReader: Sendable {
  private var values: ValueInterpreter<ValueBuilder>

  package init(context: ReadingContext, budget: MemoryBudget) {
    values = ValueInterpreter(context, visitor: ValueBuilder(budget: budget))
  }

  /// What is left of the caller's memory.
  package var budget: MemoryBudget {
    get { values.visitor.budget }
    set { values.visitor.budget = newValue }
  }

  /// The most memory that lists of keys took at one time while the values of the last record were made, in bytes.
  package var largestSlotByteCount: Int { values.visitor.largestSlotByteCount }

  /// Validates a record and makes its object: V11, P2, and all rules of values.
  ///
  /// - Parameters:
  ///   - frame: The record.
  ///   - definitions: What the class table defines before the block.
  ///   - number: The number of the object, for errors.
  /// - Returns: The object.
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
