package import Stele
internal import SteleModel

// Questions about references that need a walk over all values

extension ArchiveCheck {
  /// Validates all values as ``validateValues()`` does, and counts the references in records, and in the roots.
  ///
  /// - Parameter root: Receives the name and type of each root, and its links.
  /// - Returns: The counts of records; the counts of values include structs and enums in roots.
  /// - Throws: The broken rule.
  package func tallyReferences(
    root: (String, ArchiveTypeDescriptor, [ReferenceTally.Link: Int]) -> Void
  ) throws(ArchiveError) -> ReferenceTally {
    let visitor = TallyingVisitor(tables.context)
    var links: [ReferenceTally.Link: Int] = [:]
    try visitValues(visitor) { (item, type, visit) throws(ArchiveError) in
      guard !item.isMetadata else { return }
      links.merge(visitor.takeLinks(), uniquingKeysWith: +)
      try visit.walkValue(of: item)
      root(item.name, type, visitor.takeLinks())
    }
    links.merge(visitor.takeLinks(), uniquingKeysWith: +)
    return ReferenceTally(counts: links, valueCounts: visitor.valueCounts)
  }

  /// Finds the objects that refer to the given objects, in one walk over all records.
  ///
  /// - Parameters:
  ///   - targets: The object numbers.
  ///   - limit: The largest number of objects to find for each target; further references are counted.
  /// - Returns: The referring objects.
  /// - Throws: The broken rule.
  package func referrers(
    to targets: Set<Int>, limit: Int
  ) throws(ArchiveError) -> ReferrerSearch {
    let visitor = ReferrerVisitor(targets, limit: limit)
    try visitRecords(visitor)
    return visitor.search
  }
}
