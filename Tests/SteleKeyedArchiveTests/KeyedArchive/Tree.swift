import SteleKeyedArchive

/// A property list as tests write it.
indirect enum Tree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case leaf(PropertyListGraph.Node)
  case array([Tree])
  case set([Tree])
  case dictionary([(String, Tree)])

  init(stringLiteral value: String) { self = .leaf(.string(value)) }
  init(integerLiteral value: Int) { self = .leaf(.integer(Int128(value))) }
  init(arrayLiteral elements: Tree...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, Tree)...) { self = .dictionary(elements) }

  static func uid(_ number: UInt64) -> Tree { .leaf(.uid(number)) }
  static let null = Tree.leaf(.null)

  /// The property list.
  func list() throws -> PropertyListGraph {
    var nodes: [PropertyListGraph.Node] = []
    let root = add(to: &nodes)
    return try PropertyListGraph(nodes: nodes, root: root)
  }

  private func add(to nodes: inout [PropertyListGraph.Node]) -> Int {
    let node: PropertyListGraph.Node
    switch self {
    case .leaf(let leaf): node = leaf
    case .array(let members): node = .array(members.map { $0.add(to: &nodes) })
    case .set(let members): node = .set(members.map { $0.add(to: &nodes) })
    case .dictionary(let pairs):
      node = .dictionary(
        keys: pairs.map { Tree.leaf(.string($0.0)).add(to: &nodes) },
        values: pairs.map { $0.1.add(to: &nodes) })
    }
    nodes.append(node)
    return nodes.count - 1
  }

  /// A keyed archive of objects, object 1 first, with a root that is object 1.
  static func archive(
    _ objects: [Tree], top: Tree = ["root": .uid(1)], rest: [(String, Tree)] = []
  ) -> Tree {
    .dictionary(
      [("$version", 100_000), ("$archiver", "NSKeyedArchiver"), ("$top", top)] + rest + [
        ("$objects", .array(["$null"] + objects))
      ])
  }
}
