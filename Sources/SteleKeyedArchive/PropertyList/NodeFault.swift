/// A broken rule in a table of nodes, and its position.
struct NodeFault {
  let reason: PropertyListError.Reason
  let node: Int
  /// The position of the wrong member, or `nil` for the node as a whole.
  let position: Int?

  /// Returns the first fault of a table with a valid root.
  static func first(
    in nodes: [PropertyListGraph.Node], root: Int, limits: PropertyListLimits
  ) -> NodeFault? {
    firstReference(in: nodes) ?? firstKey(in: nodes)
      ?? firstNesting(in: nodes, root: root, limits: limits)
  }

  /// Returns the fault of a member number out of range, or of a dictionary with unequal numbers of keys and values.
  private static func firstReference(in nodes: [PropertyListGraph.Node]) -> NodeFault? {
    for (number, node) in nodes.enumerated() {
      if case .dictionary(let keys, let values) = node, keys.count != values.count {
        let reason = PropertyListError.Reason.unpairedKeys(
          keyCount: keys.count, valueCount: values.count)
        return NodeFault(reason: reason, node: number, position: nil)
      }
      for position in 0..<node.childCount {
        let child = node.child(at: position)
        guard nodes.indices.contains(child) else {
          let reason = PropertyListError.Reason.nodeOutOfRange(node: child, nodeCount: nodes.count)
          return NodeFault(reason: reason, node: number, position: position)
        }
      }
    }
    return nil
  }

  /// Returns the fault of a key that is not a string, or that a dictionary has twice.
  ///
  /// Each string is hashed once, even if many dictionaries share it: the work is linear in the
  /// table even if one long key is used everywhere.
  static func firstKey(in nodes: [PropertyListGraph.Node]) -> NodeFault? {
    var names = StringTable(nodes)
    // The last dictionary that has each name as a key.
    var lastUser: [Int] = []
    for (number, node) in nodes.enumerated() {
      guard case .dictionary(let keys, _) = node else { continue }
      for (position, key) in keys.enumerated() {
        guard let name = names.number(ofNode: key) else {
          return NodeFault(reason: .keyNotString, node: number, position: position)
        }
        if name == lastUser.count { lastUser.append(-1) }
        guard lastUser[name] != number else {
          return NodeFault(
            reason: .duplicateKey(names.strings[name]), node: number, position: position)
        }
        lastUser[name] = number
      }
    }
    return nil
  }

  /// Returns the fault of a node that contains itself, or is nested too deeply.
  static func firstNesting(
    in nodes: [PropertyListGraph.Node], root: Int, limits: PropertyListLimits
  ) -> NodeFault? {
    var walk = NodeWalk(nodes: nodes)
    for number in [root] + nodes.indices {
      if let cycle = walk.visit(number) {
        return NodeFault(reason: .cycle, node: cycle.node, position: cycle.position)
      }
    }
    var heights = [Int](repeating: 0, count: nodes.count)
    for number in walk.childrenFirst where nodes[number].isContainer {
      var height = 0
      for position in 0..<nodes[number].childCount {
        height = max(height, heights[nodes[number].child(at: position)])
      }
      heights[number] = height + 1
      guard height < limits.depth else {
        return NodeFault(reason: .tooDeep(limit: limits.depth), node: number, position: nil)
      }
    }
    return nil
  }
}
