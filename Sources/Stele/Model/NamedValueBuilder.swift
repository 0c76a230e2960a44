/// Makes values of roots and metadata items.
///
/// Spec §6.1, §6.2.
struct NamedValueBuilder: Sendable {
  private var values: ValueInterpreter<ValueBuilder>

  init(_ context: ReadingContext) {
    values = ValueInterpreter(context, visitor: ValueBuilder(budget: context.budget))
  }

  /// Makes the value of the last item of a reader, which has validated it, and pays from the reader's budget.
  mutating func value(
    of item: NamedValuesReader.Item, in reader: inout NamedValuesReader
  ) throws(ArchiveError) -> NamedValue {
    // The list of items, and what tells their names apart, grow by doubling.
    try reader.budget.pay(
      3 * MemoryLayout<NamedValue>.stride + MemoryBudget.name
        + MemoryBudget.string(byteCount: item.name.utf8.count) + reader.typeByteCount(of: item),
      at: item.place.offset)
    values.definitions = reader.definitions
    values.isMetadata = reader.isMetadata
    values.visitor.budget = reader.budget
    defer { reader.budget = values.visitor.budget }
    var input = item.descriptor
    let value = try input.withCursor { input throws(ArchiveError) in
      try values.readValue(try values.readType(&input), &input)
    }
    return NamedValue(item.name, reader.type(of: item), value)
  }
}

extension NamedValuesReader {
  /// Reads a payload, and makes the values.
  ///
  /// - Parameters:
  ///   - input: The payload.
  ///   - context: What values need.
  ///   - definitions: What the class table defines before the chunk.
  ///   - indexedCount: The number of items in the index, or nil for metadata.
  ///   - body: Takes each item.
  /// - Throws: The rule that is broken.
  package mutating func read(
    _ input: ByteReader, _ context: ReadingContext, definitions: Definitions, indexedCount: Int?,
    _ body: (NamedValue) -> Void
  ) throws(ArchiveError) {
    var builder = NamedValueBuilder(context)
    try validate(input, definitions: definitions, indexedCount: indexedCount) {
      (item, reader) throws(ArchiveError) in
      body(try builder.value(of: item, in: &reader))
      return true
    }
  }
}
