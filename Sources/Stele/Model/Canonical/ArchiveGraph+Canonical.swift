extension ArchiveGraph {
  /// The graph whose archive is the canonical form of the content of this one.
  ///
  /// It has the objects that strong references reach from the roots, numbered in the order of these
  /// references; one entry for each lineage; sorted roots, sets and maps; no writer, no
  /// unknown chunks. `graph.canonical().encoded()` gives the canonical bytes. Spec chapter 9.
  ///
  /// Joined entries can make a graph much larger: with *n* entries of one key each and *n* objects, all of one class, each
  /// object of the canonical graph has *n* places. The canonical graph may take as much memory as the limits allow for an
  /// archive of the content of this graph.
  ///
  /// - Parameters:
  ///   - includesMetadata: Whether the metadata is kept.
  ///   - limits: How much memory the canonical graph may take.
  /// - Returns: The canonical graph.
  /// - Throws: What keeps this graph from being a valid archive or from having a canonical form,
  ///   such as a reference in a set element (rule K11), or elements that joining makes equal (rule K13); rule L4 when the
  ///   canonical graph would take too much memory. Where a type grows too deep by being joined, ``encoded()`` throws.
  /// - Complexity: O(*n* log *n*), where *n* is the size of the graph and of the canonical graph.
  public func canonical(
    includesMetadata: Bool = false, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveWritingError) -> ArchiveGraph {
    let memory = limits.memory(forByteCount: try validatedByteCount())
    return try Canonicalizer.canonical(
      self, includesMetadata: includesMetadata,
      budget: MemoryBudget(byteCount: memory))
  }
}
