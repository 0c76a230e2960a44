extension Unarchiver {
  /// Reads a root as a value of any type.
  ///
  /// - Returns: The value, or nil if there is no root of the name.
  /// - Throws: `DecodingError` if an object is not of an allowed class, or cannot be made.
  package func decode(_ request: ObjectRequest, root: String) throws -> AnyValue? {
    try Self.mappingErrors {
      guard let root = try session.store.roots.root(root) else { return nil }
      return try session.decode(request.decoder, root)
    }
  }

  /// Returns whether there is a root of a name.
  package func contains(root: String) throws -> Bool {
    try Self.mappingErrors { try session.store.roots.root(root) != nil }
  }
}

extension ObjectRequest {
  package convenience init(_ unarchiver: Unarchiver, admits: @escaping (AnyClass) -> Bool) {
    self.init(unarchiver.session, admits: admits)
  }
}
