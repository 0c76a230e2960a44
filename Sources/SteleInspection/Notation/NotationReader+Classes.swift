import Stele

extension NotationReader {
  /// Reads a class entry.
  ///
  /// Spec annex C.2.
  func entry(_ node: Int) throws(NotationError) -> ArchiveClassEntry {
    switch try kind(of: node) {
    case .class:
      let members = try members(of: node, ["kind", "name", "version", "super", "keys"])
      let above = try number(members[3])
      return .class(
        try string(members[1]), version: try number(members[2], from: 1),
        superclass: above == 0 ? nil : above, keys: try keys(members[4]))
    case .struct:
      let members = try members(of: node, ["kind", "name", "version", "keys"])
      return .struct(
        try string(members[1]), version: try number(members[2], from: 1),
        keys: try keys(members[3]))
    case .enum:
      let members = try members(of: node, ["kind", "name", "version", "cases"])
      try expect(.array, members[3])
      var cases: [ArchiveCase] = []
      for child in document.children(of: members[3]) { cases.append(try enumCase(child)) }
      return .enum(
        try string(members[1]), version: try number(members[2], from: 1), cases: cases)
    }
  }

  /// Reads the kind of an entry, which determines its members.
  private func kind(of node: Int) throws(NotationError) -> ArchiveClassEntry.Kind {
    try expect(.object, node)
    for child in document.children(of: node)
    where document.nodes[child].kind == .name && document.text(child, is: "kind".utf8) {
      return try word(child + 1)
    }
    throw document.error(.missingMember("kind"), at: node)
  }

  private func enumCase(_ node: Int) throws(NotationError) -> ArchiveCase {
    let members = try members(of: node, ["name", "since", "retired", "keys"])
    guard let isRetired = bool(members[2]) else {
      throw document.error(.expectedValue(of: .bool), at: members[2])
    }
    return ArchiveCase(
      try string(members[0]), since: try number(members[1], from: 1), isRetired: isRetired,
      keys: try keys(members[3]))
  }

  private func keys(_ node: Int) throws(NotationError) -> [ArchiveKey] {
    try expect(.array, node)
    var keys: [ArchiveKey] = []
    for child in document.children(of: node) {
      let members = try members(of: child, ["name", "type", "since", "flags"])
      keys.append(
        ArchiveKey(
          try string(members[0]), try type(members[1]), since: try number(members[2], from: 1),
          presence: try word(members[3])))
    }
    return keys
  }

  private func word<Meaning: CaseIterable>(_ node: Int) throws(NotationError) -> Meaning {
    let word = try string(node)
    guard let meaning: Meaning = NotationNames.meaning(of: word) else {
      throw document.error(.unknownWord(word), at: node)
    }
    return meaning
  }

  /// Returns the entries of a chain, topmost superclass first.
  func chain(of number: Int, from node: Int) throws(NotationError) -> [Int] {
    let chain = classes.chain(of: number)
    let above = chain.first.flatMap { classes[$0]?.superclass }
    let isTooLong = chain.count > limits.superclassChain
    if let above, classes[above] == nil, !isTooLong {
      throw document.error(.undefinedEntry(above), at: node)
    }
    // A chain that has an end has no superclass above it.
    guard above == nil, !isTooLong else {
      throw document.error(.superclassChain(limit: limits.superclassChain), at: node)
    }
    return chain
  }
}
