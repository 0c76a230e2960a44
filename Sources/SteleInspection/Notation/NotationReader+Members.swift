import Stele

extension NotationReader {
  /// Validates that a node is an object, array or string.
  func expect(_ kind: NotationError.JSONKind, _ node: Int) throws(NotationError) {
    let isRight =
      switch document.nodes[node].kind {
      case .object: kind == .object
      case .array: kind == .array
      case .string: kind == .string
      default: false
      }
    guard isRight else { throw document.error(.expected(kind), at: node) }
  }

  func string(_ node: Int) throws(NotationError) -> String {
    try expect(.string, node)
    return document.string(node)
  }

  /// Returns the values of the members of an object, in the order of the names.
  ///
  /// Optional members follow the others if they are present.
  func members(
    of node: Int, _ names: [String], optional: [String] = []
  ) throws(NotationError) -> [Int] {
    try expect(.object, node)
    let all = names + optional
    var found = [Int?](repeating: nil, count: all.count)
    let children = document.children(of: node)
    for (name, value) in zip(children, children.dropFirst())
    where document.nodes[name].kind == .name {
      guard let place = all.firstIndex(where: { document.text(name, is: $0.utf8) }) else {
        throw document.error(.unknownMember(document.string(name)), at: name)
      }
      found[place] = value
    }
    var values: [Int] = []
    for (index, value) in found.enumerated() {
      if let value {
        values.append(value)
      } else if index < names.count {
        throw document.error(.missingMember(names[index]), at: node)
      }
    }
    return values
  }

  /// Reads a count, version or other number.
  func number(_ node: Int, from least: Int = 0) throws(NotationError) -> Int {
    guard let value = integer(node), value >= least, let number = Int(exactly: value) else {
      throw document.error(.expectedNumber(from: least), at: node)
    }
    return number
  }

  /// Reads the number of an entry, which must have a given kind.
  func entryNumber(_ node: Int, _ kind: ArchiveClassEntry.Kind) throws(NotationError) -> Int {
    let number = try number(node, from: 1)
    guard let entry = classes[number] else {
      throw document.error(.undefinedEntry(number), at: node)
    }
    guard entry.kind == kind else { throw document.error(.wrongKind(entry: number), at: node) }
    return number
  }

  /// Reads an integer in the form that the annex requires, with at most 128 bits including the sign, or returns `nil`.
  ///
  /// Spec annex C.5.
  func integer(_ node: Int) -> Int128? {
    switch document.nodes[node].kind {
    case .number:
      guard let value = DecimalDigits.signed(document.source(node)), value.magnitude < 1 << 53
      else { return nil }
      return value
    case .string:
      guard let value = DecimalDigits.signed(document.text(node)[...]),
        value.magnitude >= 1 << 53
      else { return nil }
      return value
    default: return nil
    }
  }
}
