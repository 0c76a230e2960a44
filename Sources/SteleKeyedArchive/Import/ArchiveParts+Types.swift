extension ArchiveParts {
  /// Returns the type of each node of the archive, independent of the other nodes; those of unreachable nodes have no meaning.
  func types(
    of list: PropertyListGraph, order: [Int]
  ) throws(KeyedArchiveError) -> [InlineType] {
    var types = [InlineType](repeating: .any, count: list.nodes.count)
    for node in order { types[node] = try type(of: node, in: list, types) }
    return types
  }

  /// Returns the type of a node, given the types of its members.
  private func type(
    of node: Int, in list: PropertyListGraph, _ types: [InlineType]
  ) throws(KeyedArchiveError) -> InlineType {
    switch list[node] {
    case .null: return .null
    case .bool: return .bool
    case .integer(let value): return Int64(exactly: value) == nil ? .int128 : .int64
    case .real32: return .float32
    case .real64: return .float64
    case .date: return .date
    case .data: return .bytes
    case .string: return .string
    case .dictionary: return .dictionary
    case .uid(let uid):
      guard let object = object(ofUID: uid) else {
        throw KeyedArchiveError(
          .danglingUID(uid, objectCount: memberCount), node: node, of: list)
      }
      return object == 0 ? .optionalReference : .reference
    case .array(let members): return .list(joinedType(of: members, types).asElement)
    case .set(let members): return .set(joinedType(of: members, types).asElement)
    }
  }

  private func joinedType(of members: [Int], _ types: [InlineType]) -> InlineType {
    var joined = InlineType.nothing
    for member in members {
      joined = joined.joined(with: types[member])
      if joined.isAny { break }
    }
    return joined
  }
}
