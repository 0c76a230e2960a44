extension GraphEncoder {
  /// Completes an error that arose in the current object by the path that leads there from a root.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - object: The number of the object.
  ///   - roots: The roots that may lead there.
  /// - Returns: The error with the path from the root, or as it is if it has one or none is found.
  func completed(
    _ error: any Error, in object: Int, from roots: some Sequence<WrittenRoot>
  ) -> any Error {
    guard let error = error as? EncodingError, case .invalidValue(_, let context) = error else {
      return error
    }
    let cause = context.underlyingError as? SteleCodingError
    // An object that is written within another one has no path yet.
    if let number = cause?.object, number != object { return error }
    guard object > 0 else { return RootPath().completing(error) }
    guard cause?.hasRootPath != true, let path = try? path(to: object, from: roots) else {
      return error
    }
    return RootPath(path) { self.className(ofObject: $0) }.completing(error)
  }

  /// Finds the path in what has been written, which refers to objects that have not.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes that have been written.
  private func path(
    to number: Int, from roots: some Sequence<WrittenRoot>
  ) throws -> ObjectPath? {
    let store = try RecordStore(unfinished: written())
    var search = ObjectPathSearch(store, byteBudget: 4 * store.byteCount)
    for root in roots {
      guard let root = try store.roots.root(root.name) else { continue }
      let start = ObjectPathSearch.Start.value(root.type, at: store.place(of: root))
      if let path = search.path(to: number, from: start, through: { _ in true }) { return path }
    }
    return nil
  }

  /// The archive as far as it has been written.
  func written() throws -> [UInt8] {
    var rest = assembler
    try rest.write(block)
    addWeakSlots(to: &rest, objectCount: rest.objectCount)
    try rest.finish(metadata: nil, unknownChunks: [], roots: roots)
    return rest.chunks.output.bytes
  }
}
