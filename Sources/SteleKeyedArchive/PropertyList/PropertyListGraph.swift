/// A property list: a flat table of nodes that refer to each other by number.
///
/// No operation recurses. A list that is 100,000 arrays deep is compared, written and released in constant stack space, because
/// its nodes are elements of one array and contain only numbers.
///
/// Nodes may be shared, as objects are in a binary property list: a file of *n* objects makes *n* nodes, regardless of its
/// unfolded size. Code that unfolds a list checks ``unfoldedSize()`` first.
///
/// Every list is sound, however it was made: node numbers are in range, no node contains itself,
/// and the keys of a dictionary are strings that differ from each other, byte for byte.
public struct PropertyListGraph: Sendable {
  /// The nodes; the number of a node is its index.
  public let nodes: [Node]

  /// The number of the outermost node.
  public let root: Int

  /// Makes a property list from nodes.
  ///
  /// - Throws: ``PropertyListError`` if the nodes do not make a sound list; its offset is then the
  ///   number of the invalid node.
  public init(
    nodes: [Node], root: Int, limits: PropertyListLimits = .standard
  ) throws(PropertyListError) {
    guard nodes.indices.contains(root) else {
      throw PropertyListError(.nodeOutOfRange(node: root, nodeCount: nodes.count), at: root)
    }
    guard nodes.count <= limits.nodeCount else {
      throw PropertyListError(.tooManyNodes(limit: limits.nodeCount), at: limits.nodeCount)
    }
    if let fault = NodeFault.first(in: nodes, root: root, limits: limits) {
      throw PropertyListError(fault.reason, at: fault.node)
    }
    self.init(soundNodes: nodes, root: root)
  }

  /// Makes a property list from nodes that are known to be sound.
  init(soundNodes: [Node], root: Int) {
    self.nodes = soundNodes
    self.root = root
  }

  /// The node with a number.
  public subscript(node: Int) -> Node {
    nodes[node]
  }

  /// Returns the value of a key in a dictionary.
  ///
  /// Keys are compared byte for byte, not by canonical equivalence.
  ///
  /// - Returns: The number of the value, or `nil` if the node is not a dictionary or lacks the key.
  public func value(of key: String, in dictionary: Int) -> Int? {
    guard case .dictionary(let keys, let values) = nodes[dictionary] else { return nil }
    for (position, candidate) in keys.enumerated() {
      if case .string(let text) = nodes[candidate], text.utf8.elementsEqual(key.utf8) {
        return values[position]
      }
    }
    return nil
  }
}
