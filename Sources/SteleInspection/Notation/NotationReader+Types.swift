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
      guard let type = NotationNames.types[word] else {
        throw document.error(.unknownWord(word), at: node)
      }
      return type
    }
    try expect(.array, node)
    let children = document.children(of: node)
    guard let first = children.first else {
      throw document.error(.elementCount(expected: 1), at: node)
    }
    let word = try string(first)
    switch word {
    case "optional", "list", "set":
      try expectCount(2, children, at: node)
      let part = try type(children[1], depth: depth + 1)
      return word == "optional" ? .optional(part) : word == "list" ? .list(part) : .set(part)
    case "map":
      try expectCount(3, children, at: node)
      let key = try type(children[1], depth: depth + 1)
      return .map(key: key, value: try type(children[2], depth: depth + 1))
    case "ref", "weak":
      let name = try children.dropFirst().first.map(string)
      try expectCount(name == nil ? 1 : 2, children, at: node)
      return word == "ref" ? .reference(to: name) : .weakReference(to: name)
    case "struct", "enum":
      try expectCount(2, children, at: node)
      let name = try string(children[1])
      return word == "struct" ? .struct(name) : .enum(name)
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
