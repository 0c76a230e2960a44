extension ArchiveCheck {
  /// Validates all values as ``validateValues()`` does, and counts what they consist of.
  ///
  /// - Parameter progress: Takes the number of objects that have been counted, after each block.
  /// - Returns: The counts.
  /// - Throws: The rule that is broken, or L4 if there are more objects than can be counted.
  /// - Complexity: O(*n*), where *n* is the number of bytes, with memory for each object and reference.
  package func measureValues(progress: (Int) -> Void) throws(ArchiveError) -> ContentMeter {
    let context = tables.context
    guard context.objectCount < UInt32.max else { throw ArchiveError(.memory, at: 0) }
    let meter = ContentMeter(
      entryCount: context.classes.count, objectEntries: context.objectEntries ?? [])
    var values = ValueInterpreter(context, visitor: meter)
    var roots = NamedValuesReader(
      context: context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    var metadata = NamedValuesReader(
      context: context, isMetadata: true, budget: MemoryBudget(byteCount: .max))
    try forEachChunk { chunk throws(ArchiveError) in
      switch chunk {
      case .block(let block, var input):
        try block.readHeader(&input)
        values.definitions = block.definitions
        values.visitor.beginBlock(at: input.offset)
        try input.withCursor { input throws(ArchiveError) in
          try values.walkRecords(of: block.numbers, &input)
        }
        progress(block.numbers.upperBound - 1)
      case .roots(let definitions, let count, let input):
        try roots.forEachItem(input, definitions: definitions, indexedCount: count) {
          (item, input, reader) throws(ArchiveError) in
          try values.measure(item, &input, in: reader)
          return true
        }
      case .metadata(let input):
        try metadata.validate(input, definitions: Definitions(), indexedCount: nil) { (_, _) in }
      }
    }
    return values.visitor
  }
}

extension ValueInterpreter<ContentMeter> {
  /// Walks over the value of a root.
  fileprivate mutating func measure(
    _ item: NamedValuesReader.Item, _ input: inout ByteReader, in reader: NamedValuesReader
  ) throws(ArchiveError) {
    definitions = reader.definitions
    do throws(ArchiveError) {
      // The type is read again, since each interpreter keeps the types that values bring along.
      var descriptor = item.descriptor
      let type = try descriptor.withCursor { input throws(ArchiveError) in try readType(&input) }
      try input.withCursor { input throws(ArchiveError) in try walkValue(type, &input) }
    } catch {
      throw reader.located(error, in: item.name)
    }
  }
}
