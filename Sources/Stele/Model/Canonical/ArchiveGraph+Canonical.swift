extension ArchiveGraph {
  /// Makes the graph whose archive is the canonical form of the content of this one.
  ///
  /// It has the objects that strong references reach from the roots, numbered in the order of these
  /// references; one entry for each lineage; sorted roots, sets and maps; no writer, no
  /// unknown chunks. `graph.canonical().encoded()` returns the canonical bytes. Spec chapter 9.
  ///
  /// Joined entries can make a graph much larger: with *n* entries of one key each and *n* objects, all of one class, each
  /// object of the canonical graph has *n* keys. The canonical graph may take as much memory as the limits allow for an
  /// archive of this graph.
  ///
  /// - Parameters:
  ///   - includesMetadata: Whether the metadata is kept.
  ///   - limits: The limits on the memory of the canonical graph.
  /// - Returns: The canonical graph.
  /// - Throws: The reason why this graph cannot be a valid archive or has no canonical form, such as a reference in a set
  ///   element (rule K11), or elements that joining makes equal (rule K13); rule L4 if the canonical graph would take too
  ///   much memory. If joining makes a type nest too deep, ``encoded()`` throws.
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
