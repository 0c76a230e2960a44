/// Where a node stands in a property list, for people.
enum NodePlace {
  /// The way from the root to the first place of a node, such as `$objects[12].NS.objects[3]`.
  ///
  /// It is nil for the root, and for a node that the root does not lead to.
  static func path(to target: Int, in list: PropertyList) -> String? {
    var parents = [(node: Int, position: Int)?](repeating: nil, count: list.nodes.count)
    var stack: [(node: Int, parent: (node: Int, position: Int)?)] = [(list.root, nil)]
    var isVisited = [Bool](repeating: false, count: list.nodes.count)
    while let (node, parent) = stack.popLast() {
      guard !isVisited[node] else { continue }
      isVisited[node] = true
      parents[node] = parent
      guard node != target else { break }
      for position in (0..<list[node].childCount).reversed() {
        let child = list[node].child(at: position)
        if !isVisited[child] { stack.append((child, (node, position))) }
      }
    }
    var steps: [String] = []
    var node = target
    while let parent = parents[node] {
      steps.append(step(to: parent.position, of: parent.node, in: list))
      node = parent.node
    }
    guard !steps.isEmpty else { return nil }
    let path = steps.reversed().joined()
    return path.utf8.first == UInt8(ascii: ".") ? String(path.unicodeScalars.dropFirst()) : path
  }

  private static func step(to position: Int, of node: Int, in list: PropertyList) -> String {
    guard case .dictionary(let keys, _) = list[node] else { return "[\(position)]" }
    let key = keys[position < keys.count ? position : position - keys.count]
    guard case .string(let text) = list[key] else { return "[\(position)]" }
    return "." + text
  }
}
