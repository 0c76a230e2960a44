// Questions about references that take a walk over all values

extension ArchiveCheck {
  /// Validates all values as ``validateValues()`` does, and counts the references in records, and in the roots.
  ///
  /// - Parameter root: Takes the name and type of each root, and its links.
  /// - Returns: What is counted in records; structs and enums in roots are among the counts of values.
  /// - Throws: The rule that is broken.
  package func tallyReferences(
    root: (String, ArchiveTypeDescriptor, [ReferenceTally.Link: Int]) -> Void
  ) throws(ArchiveError) -> ReferenceTally {
    let context = tables.context
    var values = ValueInterpreter(context, visitor: TallyingVisitor(context))
    var links: [ReferenceTally.Link: Int] = [:]
    // One for all chunks: no two roots may have one name.
    var names = NamedValuesReader(
      context: context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    try forEachChunk { chunk throws(ArchiveError) in
      switch chunk {
      case .block(let block, var input):
        try block.readHeader(&input)
        values.definitions = block.definitions
        try input.withCursor { input throws(ArchiveError) in
          try values.walkRecords(of: block.numbers, &input)
        }
      case .roots(let definitions, let count, let input):
        links.merge(values.visitor.takeLinks(), uniquingKeysWith: +)
        values.definitions = definitions
        try tallyRoots(input, count: count, &names, &values, root)
      case .metadata(let input):
        var metadata = NamedValuesReader(
          context: context, isMetadata: true, budget: MemoryBudget(byteCount: .max))
        try metadata.validate(input, definitions: Definitions(), indexedCount: nil) { (_, _) in }
      }
    }
    links.merge(values.visitor.takeLinks(), uniquingKeysWith: +)
    return ReferenceTally(counts: links, valueCounts: values.visitor.valueCounts)
  }

  private func tallyRoots(
    _ input: ByteReader, count: Int, _ names: inout NamedValuesReader,
    _ values: inout ValueInterpreter<TallyingVisitor>,
    _ body: (String, ArchiveTypeDescriptor, [ReferenceTally.Link: Int]) -> Void
  ) throws(ArchiveError) {
    try names.forEachItem(input, definitions: values.definitions, indexedCount: count) {
      (item, input, reader) throws(ArchiveError) in
      var again = item.descriptor
      // The value is validated first, so that an error has the name of the root.
      try reader.validateValue(of: item, &input)
      try again.withCursor { again throws(ArchiveError) in
        let type = try values.readType(&again)
        try values.walkValue(type, &again)
      }
      body(item.name, reader.type(of: item), values.visitor.takeLinks())
      return true
    }
  }

  /// Finds the objects that refer to some others, in one walk over all records.
  ///
  /// - Parameters:
  ///   - targets: The numbers of the objects that are referred to.
  ///   - limit: How many objects are found for each of them; further references are counted.
  /// - Returns: What has been found.
  /// - Throws: The rule that is broken.
  package func referrers(
    to targets: Set<Int>, limit: Int
  ) throws(ArchiveError) -> ReferrerSearch {
    var records = ValueInterpreter(
      tables.context, visitor: ReferrerVisitor(targets, limit: limit))
    try forEachChunk { chunk throws(ArchiveError) in
      guard case .block(let block, var input) = chunk else { return }
      try block.readHeader(&input)
      records.definitions = block.definitions
      for number in block.numbers {
        records.visitor.object = number
        try input.withCursor { input throws(ArchiveError) in
          try records.walkRecords(of: number..<(number + 1), &input)
        }
      }
    }
    return records.visitor.search
  }
}
