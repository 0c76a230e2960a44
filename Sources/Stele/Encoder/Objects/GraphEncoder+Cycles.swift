extension GraphEncoder {
  /// Looks for objects that refer to each other in a circle, of which none could be decoded first.
  func refuseCycles() throws {
    if let cycle = objects.firstCycle() { throw try refusal(of: cycle, objects[cycle[0]]) }
    guard let cycle = try firstCycleOfSurrogate() else { return }
    // A collection that contains itself has no end when it is printed, so its class stands for it.
    throw try refusal(
      of: cycle, className(ofObject: cycle[0]), hint: surrogate?.circleAdvice)
  }

  private func refusal(
    of cycle: [Int], _ value: Any, hint: String? = nil
  ) throws -> any Error {
    let path = try cyclePath(cycle)
    var error = SteleCodingError(
      .strongCycle(path), object: cycle[0], className: className(ofObject: cycle[0]))
    error.hint = hint
    return completed(error.encodingError(value), in: cycle[0], from: roots)
  }

  /// The objects of a cycle of which a surrogate makes all at once, or nil if there is none.
  private func firstCycleOfSurrogate() throws -> [Int]? {
    func isMadeAtOnce(_ number: Int) -> Bool {
      objects.recordClass(number)?.isMadeAtOnce == true
    }
    guard hasRepeatedReference else { return nil }
    var search = ObjectPathSearch(try RecordStore(unfinished: written()))
    var edges = StrongEdges()
    for number in 0..<objects.count where isMadeAtOnce(number + 1) {
      edges.begin(number + 1)
      for target in search.references(of: number + 1) where isMadeAtOnce(target) {
        edges.note(to: target)
      }
    }
    return edges.firstCycle()
  }

  /// Class and key of each reference of a cycle.
  private func cyclePath(_ cycle: [Int]) throws -> [String] {
    // What has been written says which keys hold the references.
    let graph = try? ArchiveGraph(written())
    return cycle.indices.map { index in
      let number = cycle[index]
      let target = cycle[(index + 1) % cycle.count]
      let name = className(ofObject: number)
      guard let graph, graph.objects.indices.contains(number - 1) else { return name }
      let object = graph.objects[number - 1]
      for (key, value) in zip(graph.classes.storedKeys(of: object.entry), object.values) {
        if let value, value.refers(to: target) { return "\(name).\(key.name)" }
      }
      return name
    }
  }
}

extension ArchiveValue {
  /// Whether the value has a reference to an object, whatever it is inside of.
  fileprivate func refers(to target: Int) -> Bool {
    var rest = [self]
    while let value = rest.popLast() {
      switch value {
      case .reference(target): return true
      case .any(_, let inner), .some(let inner): rest.append(inner)
      case .list(let values), .set(let values): rest += values
      case .map(let pairs): rest += pairs.flatMap { [$0.key, $0.value] }
      case .structure(let value): rest += value.values.compactMap(\.self)
      case .enumeration(let value): rest += value.values.compactMap(\.self)
      default: break
      }
    }
    return false
  }
}
