extension RecordStore {
  private var definitions: Definitions {
    var definitions = Definitions()
    definitions.nameCount = context.names.count
    definitions.entryCount = context.schema.classes.count
    return definitions
  }

  private var budget: MemoryBudget { context.budget }

  /// Reads an object without types of the program.
  ///
  /// - Throws: The rule that its record breaks, L4 included.
  func object(_ number: Int) throws(ArchiveError) -> ArchiveObject {
    let frame = try RecordFrame(
      content: wholeRecord(number), schema: context.schema, definitions: definitions)
    var reader = RecordReader(context: context, budget: budget)
    return try reader.read(frame, definitions: definitions, number: number)
  }

  /// Reads a value of a type, or an element of a uniform list by the entry numbers before the list.
  ///
  /// - Throws: The rule that the value breaks, L4 included.
  func value(
    _ type: ArchiveTypeDescriptor, _ nested: [Int]? = nil, at place: ByteReader
  ) throws(ArchiveError) -> ArchiveValue {
    var reader = ValueReader(
      place, context: context, budget: budget)
    guard let nested else { return try reader.readValue(type) }
    return try reader.readElement(nested)
  }
}
