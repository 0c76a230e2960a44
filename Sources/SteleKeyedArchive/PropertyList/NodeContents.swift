internal import Stele

/// Numbers for the contents of nodes: equal contents get equal numbers.
///
/// Containers are represented by the numbers of their members, so comparing two lists takes time
/// linear in their nodes, even if sharing makes them unfold without end.
struct NodeContents {
  /// A node's content, compared by type, bits and bytes.
  enum Content: Hashable {
    case null
    case bool(Bool)
    case integer(Int128)
    case real32(UInt32)
    case real64(UInt64)
    case date(UInt64)
    case data([UInt8])
    case string(ExactString)
    case uid(UInt64)
    case array([Int])
    case set([Int])
    case dictionary(keys: [Int], values: [Int])

    /// Returns the content of a node without members, or `nil` for a container.
    init?(scalar node: PropertyListGraph.Node) {
      switch node {
      case .null: self = .null
      case .bool(let value): self = .bool(value)
      case .integer(let value): self = .integer(value)
      case .real32(let value): self = .real32(value.bitPattern)
      case .real64(let value): self = .real64(value.bitPattern)
      case .date(let value): self = .date(value.bitPattern)
      case .data(let value): self = .data(value)
      case .string(let value): self = .string(ExactString(value))
      case .uid(let value): self = .uid(value)
      case .array, .set, .dictionary: return nil
      }
    }
  }

  private var identities: [Content: Int] = [:]

  /// Returns the number of a content; numbers are assigned from zero on, without gaps.
  mutating func identity(of content: Content) -> Int {
    if let known = identities[content] { return known }
    let fresh = identities.count
    identities[content] = fresh
    return fresh
  }

  /// Returns the number of the content of a list.
  mutating func identity(of list: PropertyListGraph, ignoringOrder: Bool) -> Int {
    var numbers = [Int](repeating: -1, count: list.nodes.count)
    for node in list.childrenFirst() {
      numbers[node] = identity(
        of: Self.content(of: list.nodes[node], numbers: numbers, ignoringOrder: ignoringOrder))
    }
    return numbers[list.root]
  }

  /// Returns the content of a node, given the numbers of its members.
  static func content(
    of node: PropertyListGraph.Node, numbers: [Int], ignoringOrder: Bool
  ) -> Content {
    switch node {
    case .array(let members):
      return .array(members.map { numbers[$0] })
    case .set(let members):
      let contents = members.map { numbers[$0] }
      return .set(ignoringOrder ? contents.sorted() : contents)
    case .dictionary(let keys, let values):
      var pairs = zip(keys, values).map { (key: numbers[$0], value: numbers[$1]) }
      if ignoringOrder { pairs.sort { $0.key < $1.key } }
      return .dictionary(keys: pairs.map(\.key), values: pairs.map(\.value))
    default:
      return Content(scalar: node) ?? .null
    }
  }
}
