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
      guard let root = try session.store.roots.root(root) else { return nil }
      return try session.decode(
        request.decoder, session.types.type(of: root.type), session.store.place(of: root))
    }
  }

  /// Whether there is a root of a name.
  package func contains(root: String) throws -> Bool {
    try Self.mappingErrors { try session.store.roots.root(root) != nil }
  }
}
