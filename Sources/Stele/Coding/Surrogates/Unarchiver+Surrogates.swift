extension Unarchiver {
  /// Reads a root as a value of whatever type it is.
  ///
  /// - Parameters:
  ///   - request: What is asked of objects.
  ///   - root: The name of the root.
  /// - Returns: The value, or nil when there is no such root.
  /// - Throws: `DecodingError` when an object is not what is asked for, or cannot be made.
  package func decode(_ request: ObjectRequest, root: String) throws -> AnyValue? {
    try Self.mappingErrors {
      guard let root = try graph.store.roots.root(root) else { return nil }
      return try graph.decode(request.reader, root.type, graph.store.place(of: root))
    }
  }

  /// Whether there is a root of a name.
  package func contains(root: String) throws -> Bool {
    try Self.mappingErrors { try graph.store.roots.root(root) != nil }
  }
}
