package import Stele
internal import SteleModel

// Questions about references that need a walk over all values

extension ArchiveCheck {
  /// Validates all values as ``validateValues()`` does, and counts the references in records, and in the roots.
  ///
  /// - Parameter root: Receives the name and type of each root, and its links.
  /// - Returns: The number of references or values for each link in records, and the number of structs and enums of each entry,
  ///   entry 1 first, including those in roots.
  /// - Throws: The broken rule.
  package func tallyReferences(
    root: (String, ArchiveTypeDescriptor, [ReferenceLink: Int]) -> Void
  ) throws(ArchiveError) -> (counts: [ReferenceLink: Int], valueCounts: [Int]) {
    let visitor = TallyingVisitor(tables.context)
    var links: [ReferenceLink: Int] = [:]
    try visitValues(visitor) { (item, type, visit) throws(ArchiveError) in
      guard !item.isMetadata else { return }
      links.merge(visitor.takeLinks(), uniquingKeysWith: +)
      try visit.walkValue(of: item)
      root(item.name, type, visitor.takeLinks())
    }
    links.merge(visitor.takeLinks(), uniquingKeysWith: +)
    return (links, visitor.valueCounts)
  }

  /// Finds the objects that refer to the given objects, in one walk over all records.
  ///
  /// - Parameters:
  ///   - targets: The object numbers.
  ///   - limit: The largest number of objects to find for each target; further references are counted.
  /// - Returns: The objects that refer to each of the targets, in file order, without repetitions, and the number of references
  ///   from further objects.
  /// - Throws: The broken rule.
  package func referrers(
    to targets: Set<Int>, limit: Int
  ) throws(ArchiveError) -> (referrers: [Int: [Int]], omittedCounts: [Int: Int]) {
    let visitor = ReferrerVisitor(targets, limit: limit)
    try visitRecords(visitor)
    return (visitor.referrers, visitor.omittedCounts)
  }
}
