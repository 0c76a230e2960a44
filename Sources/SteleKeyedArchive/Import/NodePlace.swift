/// The positions of nodes in a property list, for error messages.
enum NodePlace {
  /// Returns the path from the root to the first use of a node, such as `$objects[12].NS.objects[3]`.
  ///
  /// The result is nil for the root, and for a node that is not reachable from the root.
  static func path(to target: Int, in nodes: [PropertyListGraph.Node], root: Int) -> String? {
    var parents = [(node: Int, position: Int)?](repeating: nil, count: nodes.count)
    var stack: [(node: Int, parent: (node: Int, position: Int)?)] = [(root, nil)]
    var isVisited = [Bool](repeating: false, count: nodes.count)
    while let (node, parent) = stack.popLast() {
      guard !isVisited[node] else { continue }
      isVisited[node] = true
      parents[node] = parent
      guard node != target else { break }
      for position in (0..<nodes[node].childCount).reversed() {
        let child = nodes[node].child(at: position)
        if !isVisited[child] { stack.append((child, (node, position))) }
      }
    }
    var steps: [PlaceStep] = []
    var node = target
    while let parent = parents[node] {
      steps.append(step(to: parent.position, of: nodes[parent.node], in: nodes))
      node = parent.node
    }
    return steps.isEmpty ? nil : Array(steps.reversed()).path
  }

  private static func step(
    to position: Int, of node: PropertyListGraph.Node, in nodes: [PropertyListGraph.Node]
  ) -> PlaceStep {
    guard case .dictionary(let keys, _) = node,
      case .string(let key) = nodes[keys[position < keys.count ? position : position - keys.count]]
    else { return .index(position) }
    return .key(key)
  }
}
