/// The positions of nodes in a property list, for error messages.
enum NodePlace {
  /// Returns the path from the root to the first use of a node, such as `$objects[12].NS.objects[3]`.
  ///
  /// The result is nil for the root, and for a node that is not reachable from the root.
  static func path(to target: Int, in nodes: [PropertyListGraph.Node], root: Int) -> String? {
    var isVisited = [Bool](repeating: false, count: nodes.count)
    isVisited[root] = true
    // The path to the current node, with the position of the next child of each node on it.
    var path = [(node: root, next: 0)]
    while let (node, next) = path.last, node != target {
      guard next < nodes[node].childCount else {
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let child = nodes[node].child(at: next)
      guard !isVisited[child] else { continue }
      isVisited[child] = true
      path.append((child, 0))
    }
    let steps = path.dropLast().map { step(to: $0.next - 1, of: nodes[$0.node], in: nodes) }
    return steps.isEmpty ? nil : steps.path
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
