extension RecordStore {
  /// Reads an object without types of the program.
  ///
  /// - Throws: The rule that its record breaks, L4 included.
  func object(_ number: Int) throws(ArchiveError) -> ArchiveObject {
    let frame = try RecordFrame(
      content: wholeRecord(number), schema: context.schema, definitions: context.definitions)
    var reader = ValueReader(context, budget: context.budget)
    return try reader.read(frame, number: number)
  }

  /// Reads a value of a type of the class table, by its index there, or an element of a uniform list by the entry numbers before
  /// the list.
  ///
  /// - Throws: The rule that the value breaks, L4 included.
  func value(
    _ type: Int, _ nested: [Int]?, at place: ByteReader
  ) throws(ArchiveError) -> ArchiveValue {
    var reader = ValueReader(context, budget: context.budget)
    var input = place
    return try reader.readValue(type, nested, &input)
  }
}
