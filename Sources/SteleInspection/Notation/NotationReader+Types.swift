import Stele

extension NotationReader {
  /// Reads a type descriptor, which is in others if its depth is more than 1.
  ///
  /// Spec annex C.3.
  func type(_ node: Int, depth: Int = 1) throws(NotationError) -> ArchiveTypeDescriptor {
    // The depth of types is limited by rule L1, so recursion is safe.
    guard depth <= limits.descriptorNesting else {
      throw document.error(.descriptorNesting(limit: limits.descriptorNesting), at: node)
    }
    if document.nodes[node].kind == .string {
      let word = document.string(node)
      guard let code = NotationNames.codes[word], code.partCount == 0, !code.concernsGraph else {
        throw document.error(.unknownWord(word), at: node)
      }
      return ArchiveTypeDescriptor(code)
    }
    try expect(.array, node)
    let children = document.children(of: node)
    guard let first = children.first else {
      throw document.error(.elementCount(expected: 1), at: node)
    }
    let word = try string(first)
    switch NotationNames.codes[word] {
    case let code? where code.partCount > 0:
      try expectCount(1 + code.partCount, children, at: node)
      var parts: [ArchiveTypeDescriptor] = []
      for child in children.dropFirst() { parts.append(try type(child, depth: depth + 1)) }
      return ArchiveTypeDescriptor(code, first: parts[0], second: parts[parts.count - 1])
    case let code? where code.concernsGraph:
      // Only references may do without a name.
      let mayLackName = code == .ref || code == .weak
      if !mayLackName { try expectCount(2, children, at: node) }
      let name = try children.dropFirst().first.map(string)
      try expectCount(name == nil ? 1 : 2, children, at: node)
      return ArchiveTypeDescriptor(code, name: name)
    default: throw document.error(.unknownWord(word), at: first)
    }
  }

  private func expectCount(
    _ count: Int, _ children: [Int], at node: Int
  ) throws(NotationError) {
    guard children.count == count else {
      throw document.error(.elementCount(expected: count), at: node)
    }
  }
}
