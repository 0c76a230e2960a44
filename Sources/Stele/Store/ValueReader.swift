/// Validates values, and makes them: those of records, roots and metadata, and single ones by their types.
///
/// Spec chapter 3, §5.2, §6.1, §6.2.
package struct ValueReader: Sendable {
  private var values: ValueInterpreter<ValueBuilder>

  package init(_ context: ReadingContext, budget: MemoryBudget) {
    values = ValueInterpreter(context, visitor: ValueBuilder(budget: budget))
  }

  /// The rest of the caller's memory.
  package var budget: MemoryBudget {
    get { values.visitor.budget }
    set { values.visitor.budget = newValue }
  }

  /// The most memory that lists of key values took at one time for the last value, in bytes.
  package var largestSlotByteCount: Int { values.visitor.largestSlotByteCount }

  /// Validates a record, and makes its object: V11, P2, and all rules of values.
  ///
  /// - Throws: The rule that is broken, with object number and key path.
  package mutating func read(
    _ frame: RecordFrame, number: Int
  ) throws(ArchiveError) -> ArchiveObject {
    values.visitor.begin()
    try values.walkRecord(frame, number: number)
    return values.visitor.object.take() ?? ArchiveObject(entry: frame.entry, values: [])
  }

  /// Validates the value of a root or of an item of the metadata, and makes it.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - input: Becomes a reader at the end of the value.
  /// - Returns: The item with its value.
  /// - Throws: The rule that is broken, with the key path from this value to the invalid one.
  package mutating func read(
    _ item: NamedValuePlace, _ input: inout ByteReader
  ) throws(ArchiveError) -> ArchiveNamedValue {
    values.visitor.begin()
    values.definitions = item.definitions
    values.isMetadata = item.isMetadata
    // The type is read again, since each interpreter has its own types of values.
    input = item.descriptor
    return try input.withCursor { input throws(ArchiveError) in
      let type = try values.readType(&input)
      try values.walkValue(type, &input)
      return ArchiveNamedValue(
        item.name, values.schema.descriptor(type), values.visitor.value.take() ?? .nil)
    }
  }

  /// Validates a value of a type of the class table, or an element of a uniform list of structs by the entry numbers before the
  /// list, and makes it.
  ///
  /// Spec §3.5.
  ///
  /// - Throws: The rule that is broken, with the key path from this value to the invalid one.
  mutating func readValue(
    _ type: Int, _ nested: [Int]?, _ input: inout ByteReader
  ) throws(ArchiveError) -> ArchiveValue {
    values.visitor.begin()
    try input.withCursor { input throws(ArchiveError) in
      if let nested {
        try values.walkElement(nested, &input)
      } else {
        try values.walkValue(type, &input)
      }
    }
    return values.visitor.value.take() ?? .nil
  }
}
