package import Stele

/// Validates and makes the values of roots and metadata items.
///
/// Spec §6.1, §6.2.
package struct NamedValueBuilder: Sendable {
  private var values: ValueInterpreter<ValueBuilder>

  package init(_ context: ReadingContext) {
    values = ValueInterpreter(context, visitor: ValueBuilder(budget: context.budget))
  }

  /// Validates and makes the value of the last item of a reader, and pays from the reader's budget.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - input: A reader at the value, which moves past it.
  ///   - reader: The reader of the item.
  /// - Returns: The item with its value.
  /// - Throws: The rule that the value breaks, L4 included.
  package mutating func value(
    of item: NamedValuesReader.Item, _ input: inout ByteReader, in reader: inout NamedValuesReader
  ) throws(ArchiveError) -> ArchiveNamedValue {
    do throws(ArchiveError) {
      // The list of items, and the table of their names, grow by doubling.
      try reader.budget.pay(
        3 * MemoryLayout<ArchiveNamedValue>.stride + MemoryBudget.name
          + MemoryBudget.string(byteCount: item.name.utf8.count) + reader.typeByteCount(of: item),
        at: input.offset)
      values.definitions = reader.definitions
      values.isMetadata = reader.isMetadata
      values.visitor.budget = reader.budget
      defer {
        reader.budget = values.visitor.budget
        reader.largestSlotByteCount = max(
          reader.largestSlotByteCount, values.visitor.largestSlotByteCount)
      }
      // The type is read again, since each interpreter has its own types of values.
      var descriptor = item.descriptor
      let type = try descriptor.withCursor { input throws(ArchiveError) in
        try values.readType(&input)
      }
      let value = try input.withCursor { input throws(ArchiveError) in
        try values.readValue(type, &input)
      }
      return ArchiveNamedValue(item.name, reader.type(of: item), value)
    } catch {
      throw reader.located(error, in: item.name)
    }
  }
}

extension NamedValuesReader {
  /// Validates a payload, and makes the values.
  ///
  /// - Parameters:
  ///   - input: The payload.
  ///   - context: The facts needed to read values.
  ///   - definitions: The definitions of the class table before the chunk.
  ///   - indexedCount: The number of items in the index, or nil for metadata.
  ///   - body: Receives each item.
  /// - Throws: The rule that is broken.
  package mutating func read(
    _ input: ByteReader, _ context: ReadingContext, definitions: Definitions, indexedCount: Int?,
    _ body: (ArchiveNamedValue) -> Void
  ) throws(ArchiveError) {
    var builder = NamedValueBuilder(context)
    try forEachItem(input, definitions: definitions, indexedCount: indexedCount) {
      (item, input, reader) throws(ArchiveError) in
      body(try builder.value(of: item, &input, in: &reader))
      return true
    }
  }
}
