extension GraphEncoder {
  /// Returns the error for a cycle of objects: none of them could be decoded first.
  func refusal(of cycle: [Int]) throws -> any Error {
    try refusal(of: cycle, session.objects[cycle[0]])
  }

  /// Refuses a cycle if a surrogate makes all of its objects at once.
  func refuseCyclesOfSurrogate() throws {
    guard let cycle = try firstCycleOfSurrogate() else { return }
    // The error shows the class: printing a collection that contains itself would not end.
    throw try refusal(
      of: cycle, className(ofObject: cycle[0]), hint: surrogate?.cycleAdvice)
  }

  private func refusal(
    of cycle: [Int], _ value: Any, hint: String? = nil
  ) throws -> any Error {
    let path = cyclePath(cycle)
    var error = SteleCodingError(
      .strongCycle(path), object: cycle[0], className: className(ofObject: cycle[0]))
    error.hint = hint
    return completed(error.encodingError(value), in: cycle[0])
  }

  /// Returns the objects of a cycle that a surrogate makes all at once, or nil if there is none.
  private func firstCycleOfSurrogate() throws -> [Int]? {
    func isMadeAtOnce(_ number: Int) -> Bool {
      classEncoder(of: number)?.isMadeAtOnce == true
    }
    var search = ObjectPathSearch(try RecordStore(unfinished: written()))
    var edges = StrongEdges()
    for number in 0..<session.objects.count where isMadeAtOnce(number + 1) {
      edges.begin(number + 1)
      for target in search.references(of: number + 1) where isMadeAtOnce(target) {
        edges.add(to: target)
      }
    }
    return edges.firstCycle()
  }

  /// Returns class and key of each reference of a cycle.
  private func cyclePath(_ cycle: [Int]) -> [String] {
    // The records show which keys hold the references.
    guard var search = try? ObjectPathSearch(RecordStore(unfinished: written())) else {
      return cycle.map(className)
    }
    return cycle.indices.map { index in
      let keys = search.keys(from: cycle[index], to: cycle[(index + 1) % cycle.count])
      let name = className(ofObject: cycle[index])
      return keys.isEmpty ? name : "\(name).\(keys)"
    }
  }
}

extension GraphEncoder {
  /// Completes an error of an object with the path from a root to the object.
  ///
  /// - Returns: The error with the path, or the same error if it has one or none is found.
  func completed(_ error: any Error, in object: Int) -> any Error {
    guard let error = error as? EncodingError, case .invalidValue(_, let context) = error else {
      return error
    }
    let cause = context.underlyingError as? SteleCodingError
    // An object that is written within another one has no path yet.
    if let number = cause?.object, number != object { return error }
    guard cause?.hasRootPath != true else { return error }
    let number = object > 0 ? object : nil
    var place = SteleCodingError(
      .valueDoesNotFit, object: number, className: number.map(className(ofObject:)))
    place.operation = .encode
    let found = try? number.flatMap { try path(to: $0) }
    return error.completed(with: found, to: place, className: className(ofObject:))
  }

  /// Finds the path in the records so far, which may refer to objects that have none yet.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes that have been written.
  private func path(to number: Int) throws -> ObjectPath? {
    let store = try RecordStore(unfinished: written())
    var search = ObjectPathSearch(store, byteBudget: 4 * store.byteCount)
    for root in roots {
      guard let root = try store.roots.root(root.name) else { continue }
      let start = ObjectPathSearch.Start.root(store.place(of: root))
      if let path = search.path(to: number, from: start, through: { _ in true }) { return path }
    }
    return nil
  }

  /// Returns the archive as far as it has been written.
  func written() throws -> [UInt8] {
    var copy = session.assembler
    return try complete(&copy, metadata: nil)
  }
}
