/// A walk that visits each node after its members, without recursion.
struct NodeWalk {
  /// The nodes visited so far, members before their containers.
  private(set) var childrenFirst: [Int] = []

  private enum Mark: UInt8 { case new, open, done }
  private let nodes: [PropertyListGraph.Node]
  private var marks: [Mark]

  /// Makes a walk that has visited no nodes; every member number must be in range.
  init(nodes: [PropertyListGraph.Node]) {
    self.nodes = nodes
    marks = Array(repeating: .new, count: nodes.count)
  }

  /// Visits a node and all its descendants that have not been visited.
  ///
  /// - Returns: A node that contains itself and the position of the member that closes the cycle, or nil; after a cycle the
  ///   walk cannot be used any more.
  mutating func visit(_ start: Int) -> (node: Int, position: Int)? {
    guard marks[start] == .new else { return nil }
    var stack: [(node: Int, next: Int)] = [(start, 0)]
    marks[start] = .open
    while let (node, next) = stack.last {
      guard next < nodes[node].childCount else {
        marks[node] = .done
        childrenFirst.append(node)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next = next + 1
      let child = nodes[node].child(at: next)
      switch marks[child] {
      case .new:
        marks[child] = .open
        stack.append((child, 0))
      case .open:
        return (node, next)
      case .done:
        break
      }
    }
    return nil
  }
}

extension PropertyListGraph {
  /// Returns the nodes that are reachable from the root, members before their containers.
  func childrenFirst() -> [Int] {
    var walk = NodeWalk(nodes: nodes)
    _ = walk.visit(root)  // a sound list has no cycle
    return walk.childrenFirst
  }
}
