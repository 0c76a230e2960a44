extension GraphEncoder {
  /// Looks for objects that refer to each other in a circle, of which none could be decoded first.
  func refuseCycles() throws {
    guard let cycle = objects.firstCycle() else { return }
    let path = try cyclePath(cycle)
    let error = SteleCodingError(
      .strongCycle(path), object: cycle[0], className: className(ofObject: cycle[0])
    ).encodingError(objects[cycle[0]])
    throw completed(error, in: cycle[0], from: roots)
  }

  /// Class and key of each reference of a cycle.
  private func cyclePath(_ cycle: [Int]) throws -> [String] {
    // What has been written says which keys hold the references.
    var rest = assembler
    try rest.write(block)
    try rest.finish(metadata: nil, unknownChunks: [], roots: roots)
    let graph = try? ArchiveGraph(rest.chunks.output.bytes)
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
