extension ArchiveCheck {
  /// What the values of an archive are given to.
  package struct Visitor {
    /// Takes an object with its number.
    package var object: (Int, ArchiveObject) -> Void = { _, _ in }
    /// Takes a root.
    package var root: (ArchiveNamedValue) -> Void = { _ in }
    /// Takes an item of the metadata.
    package var metadata: (ArchiveNamedValue) -> Void = { _ in }

    package init() {}
  }

  /// Validates all values as ``validateValues()`` does, and makes them.
  ///
  /// - Parameter visitor: What the values are given to.
  /// - Throws: The rule that is broken.
  package func readValues(_ visitor: Visitor) throws(ArchiveError) {
    let budget = tables.context.budget
    var records = RecordReader(context: tables.context, budget: budget)
    var roots = NamedValuesReader(context: tables.context, isMetadata: false, budget: budget)
    try forEachChunk { chunk throws(ArchiveError) in
      switch chunk {
      case .block(let block, var input):
        try block.readHeader(&input)
        for number in block.numbers {
          let frame = try RecordFrame(
            parsing: &input, schema: tables.context.schema, definitions: block.definitions)
          let object = try records.read(frame, definitions: block.definitions, number: number)
          visitor.object(number, object)
        }
        roots.budget = records.budget
      case .roots(let definitions, let count, let input):
        try roots.read(input, tables.context, definitions: definitions, indexedCount: count) {
          visitor.root($0)
        }
        records.budget = roots.budget
      case .metadata(let input):
        var metadata = NamedValuesReader(
          context: tables.context, isMetadata: true, budget: records.budget)
        try metadata.read(input, tables.context, definitions: Definitions(), indexedCount: nil) {
          visitor.metadata($0)
        }
        records.budget = metadata.budget
        roots.budget = metadata.budget
      }
    }
  }
}
