// Values of roots and metadata items
//
// Spec §6.1, §6.2.

package import Stele

extension ValueReader {
  /// Validates and makes the value of the last item of a reader, and pays for the item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - input: A reader at the value, which moves past it.
  ///   - reader: The reader of the item.
  /// - Returns: The item with its value.
  /// - Throws: The rule that the value breaks, L4 included.
  package mutating func value(
    of item: NamedValuePlace, _ input: inout ByteReader, in reader: inout NamedValuesReader
  ) throws(ArchiveError) -> ArchiveNamedValue {
    do throws(ArchiveError) {
      // The list of items, and the table of their names, grow by doubling.
      try budget.pay(
        3 * MemoryLayout<ArchiveNamedValue>.stride + MemoryBudget.name
          + MemoryBudget.string(byteCount: item.name.utf8.count) + reader.typeByteCount(of: item),
        at: input.offset)
      defer {
        reader.largestSlotByteCount = max(reader.largestSlotByteCount, largestSlotByteCount)
      }
      return try read(item, &input)
    } catch {
      throw reader.located(error, in: item.name)
    }
  }

  /// Reads the value of a root or of an item of the metadata.
  ///
  /// - Throws: The rule that it breaks, L4 included.
  package mutating func value(of place: NamedValuePlace) throws(ArchiveError) -> ArchiveNamedValue {
    var input = place.descriptor
    return try read(place, &input)
  }
}

extension NamedValuesReader {
  /// Validates a payload, and makes the values.
  ///
  /// - Parameters:
  ///   - input: The payload.
  ///   - values: Makes the values, and pays for the items.
  ///   - definitions: The definitions of the class table before the chunk; none for metadata.
  ///   - indexedCount: The number of items in the index, or nil for metadata.
  ///   - body: Receives each item.
  /// - Throws: The rule that is broken.
  package mutating func read(
    _ input: ByteReader, _ values: inout ValueReader, definitions: Definitions = Definitions(),
    indexedCount: Int? = nil, _ body: (ArchiveNamedValue) -> Void
  ) throws(ArchiveError) {
    var input = input
    for _ in 0..<(try begin(&input, definitions: definitions, indexedCount: indexedCount)) {
      let item = try readItem(&input)
      body(try values.value(of: item, &input, in: &self))
    }
    try input.finish()
  }
}
