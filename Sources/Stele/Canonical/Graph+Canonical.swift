extension Graph {
  /// The graph whose archive is the canonical form of the content of this one.
  ///
  /// It has the objects that strong references reach from the roots, numbered in the order of these
  /// references; one entry for each lineage; sorted roots, sets and maps; no writer, no
  /// unknown chunks. `graph.canonical().encoded()` gives the canonical bytes. Spec chapter 9.
  ///
  /// - Parameter includesMetadata: Whether the metadata is kept.
  /// - Returns: The canonical graph.
  /// - Throws: What keeps this graph from being a valid archive or from having a canonical form,
  ///   such as a reference in a set element (rule K10). Where values grow too deep or too
  ///   long by being joined, ``encoded()`` throws.
  public func canonical(includesMetadata: Bool = false) throws(GraphError) -> Graph {
    try validate()
    return try Canonicalizer.canonical(
      self, includesMetadata: includesMetadata, settlesLearnedEntries: false)
  }

  /// The canonical form of what an encoder has written, whose entries were learned from values.
  ///
  /// Keys and cases stand in the order of their names, so that the bytes do not depend on the order in which sets
  /// and dictionaries gave the values. Such a graph is canonical like any other: the form keeps the order of keys.
  ///
  /// - Parameter includesMetadata: Whether the metadata is kept.
  /// - Returns: The canonical graph.
  /// - Throws: As ``canonical(includesMetadata:)``.
  package func canonicalAfterLearning(includesMetadata: Bool) throws(GraphError) -> Graph {
    try validate()
    return try Canonicalizer.canonical(
      self, includesMetadata: includesMetadata, settlesLearnedEntries: true)
  }
}
