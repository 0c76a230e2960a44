import Stele

extension NotationReader {
  /// A list, set, map or optional type with parts that are being read.
  private struct OpenType {
    let node: Int
    let word: String
    /// The unread nodes of the parts, in the order of the text.
    var rest: ArraySlice<Int>
    var parts: [ArchiveTypeDescriptor] = []
  }

  /// Reads a type descriptor.
  ///
  /// Spec annex C.3.
  func type(_ node: Int) throws(NotationError) -> ArchiveTypeDescriptor {
    var open: [OpenType] = []
    var next = node
    while true {
      guard open.count < limits.descriptorNesting else {
        throw document.error(.descriptorNesting(limit: limits.descriptorNesting), at: next)
      }
      var whole = try begin(next, &open)
      while let part = whole {
        guard var innermost = open.popLast() else { return part }
        innermost.parts.append(part)
        whole = innermost.rest.isEmpty ? Self.type(innermost.word, innermost.parts) : nil
        if whole == nil { open.append(innermost) }
      }
      guard let innermost = open.indices.last, let part = open[innermost].rest.popFirst() else {
        throw document.error(.expected(.array), at: next)
      }
      next = part
    }
  }

  /// Reads a type without parts, or opens a type with parts.
  private func begin(
    _ node: Int, _ open: inout [OpenType]
  ) throws(NotationError) -> ArchiveTypeDescriptor? {
    if document.nodes[node].kind == .string {
      let word = document.string(node)
      guard let type = NotationNames.types[word] else {
        throw document.error(.unknownWord(word), at: node)
      }
      return type
    }
    try expect(.array, node)
    let children = Array(document.children(of: node))
    guard let first = children.first else {
      throw document.error(.elementCount(expected: 1), at: node)
    }
    let word = try string(first)
    let rest = children.dropFirst()
    switch word {
    case "optional", "list", "set": try expectCount(2, children, at: node)
    case "map": try expectCount(3, children, at: node)
    case "ref", "weak":
      let name = try rest.first.map(string)
      try expectCount(name == nil ? 1 : 2, children, at: node)
      return word == "ref" ? .reference(to: name) : .weakReference(to: name)
    case "struct", "enum":
      try expectCount(2, children, at: node)
      let name = try string(children[1])
      return word == "struct" ? .struct(name) : .enum(name)
    default: throw document.error(.unknownWord(word), at: first)
    }
    open.append(OpenType(node: node, word: word, rest: rest))
    return nil
  }

  private func expectCount(
    _ count: Int, _ children: [Int], at node: Int
  ) throws(NotationError) {
    guard children.count == count else {
      throw document.error(.elementCount(expected: count), at: node)
    }
  }

  /// Returns the type for a word and its parts; the word determines the number of parts.
  private static func type(_ word: String, _ parts: [ArchiveTypeDescriptor])
    -> ArchiveTypeDescriptor?
  {
    switch (word, parts.first, parts.last) {
    case ("optional", let part?, _): .optional(part)
    case ("list", let part?, _): .list(part)
    case ("set", let part?, _): .set(part)
    case ("map", let key?, let value?): .map(key: key, value: value)
    default: nil
    }
  }
}
