/// The type of each node of a keyed archive, independent of the other nodes.
struct NodeTypes {
  /// The types; those of unreachable nodes have no meaning.
  private(set) var types: [InlineType]

  init(
    _ list: PropertyListGraph, order: [Int], parts: ArchiveParts
  ) throws(KeyedArchiveError) {
    types = Array(repeating: .any, count: list.nodes.count)
    for node in order {
      types[node] = try type(of: node, in: list, parts: parts)
    }
  }

  subscript(node: Int) -> InlineType { types[node] }

  private func type(
    of node: Int, in list: PropertyListGraph, parts: ArchiveParts
  ) throws(KeyedArchiveError) -> InlineType {
    switch list[node] {
    case .null: return InlineType(.null)
    case .bool: return InlineType(.bool)
    case .integer(let value):
      return InlineType(Int64(exactly: value) == nil ? .int128 : .int64)
    case .real32: return InlineType(.float32)
    case .real64: return InlineType(.float64)
    case .date: return InlineType(.date)
    case .data: return InlineType(.bytes)
    case .string: return InlineType(.string)
    case .dictionary: return InlineType(.dictionary)
    case .uid(let uid):
      guard let object = parts.object(ofUID: uid) else {
        throw KeyedArchiveError(
          .danglingUID(uid, objectCount: parts.memberCount), node: node, of: list)
      }
      return InlineType(object == 0 ? .optionalReference : .reference)
    case .array(let members):
      return InlineType(containing: joinedType(of: members), isSet: false)
    case .set(let members):
      return InlineType(containing: joinedType(of: members), isSet: true)
    }
  }

  private func joinedType(of members: [Int]) -> InlineType {
    var joined = InlineType.nothing
    for member in members {
      joined = joined.joined(with: types[member])
      if joined.isAny { break }
    }
    return joined
  }
}
