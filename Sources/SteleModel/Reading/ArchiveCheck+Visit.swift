package import Stele

extension ArchiveCheck {
  /// Validates all records, in file order, and shows their values to a visitor.
  ///
  /// - Parameter visitor: The visitor.
  /// - Throws: The rule that is broken.
  package func visitRecords(_ visitor: any ValueVisitor) throws(ArchiveError) {
    var visit = ArchiveVisit(tables.context, visitor)
    try forEachChunk { chunk throws(ArchiveError) in
      guard case .block(let block, var input) = chunk else { return }
      try visit.walkRecords(of: block, &input)
    }
  }

  /// Validates all values, in file order, as ``validateValues()`` does, and shows those of records to a visitor.
  ///
  /// - Parameters:
  ///   - visitor: The visitor.
  ///   - progress: Takes the number of objects that have been shown, after each block.
  ///   - body: Takes each root and each item of the metadata, whose value has been validated, its type, and what shows the
  ///     value to the visitor.
  /// - Returns: What shows values that the closure has taken.
  /// - Throws: The rule that is broken.
  @discardableResult
  package func visitValues(
    _ visitor: any ValueVisitor, progress: (Int) -> Void = { _ in },
    _ body: (NamedValuePlace, ArchiveTypeDescriptor, inout ArchiveVisit) throws(ArchiveError) ->
      Void
  ) throws(ArchiveError) -> ArchiveVisit {
    let context = tables.context
    var visit = ArchiveVisit(context, visitor)
    // One for all chunks: no two roots may have one name.
    var roots = NamedValuesReader(context)
    var metadata = NamedValuesReader(context, isMetadata: true)
    try forEachChunk { chunk throws(ArchiveError) in
      switch chunk {
      case .block(let block, var input):
        try visit.walkRecords(of: block, &input)
        progress(block.numbers.upperBound - 1)
      // Values are validated before they are shown, so that an error has the name of the item.
      case .roots(let definitions, let count, let input):
        try roots.validate(input, definitions: definitions, indexedCount: count) {
          (item, reader) throws(ArchiveError) in
          try body(item, reader.type(of: item), &visit)
        }
      case .metadata(let input):
        try metadata.validate(input) { (item, reader) throws(ArchiveError) in
          try body(item, reader.type(of: item), &visit)
        }
      }
    }
    return visit
  }
}
