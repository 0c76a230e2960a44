/// The nodes of a property list under construction.
package struct NodeArena {
  package private(set) var nodes: [PropertyListGraph.Node] = []
  private var nodeOfContent: [NodeContents.Content: Int] = [:]

  package init() {}

  /// Adds a node, and returns its number.
  ///
  /// Equal strings, numbers, dates and data become one node, as CoreFoundation writes them.
  package mutating func add(_ node: PropertyListGraph.Node) -> Int {
    if let content = NodeContents.Content(scalar: node) {
      if let known = nodeOfContent[content] { return known }
      nodeOfContent[content] = nodes.count
    }
    nodes.append(node)
    return nodes.count - 1
  }

  package mutating func add(_ string: String) -> Int { add(.string(string)) }

  /// Adds a node for a UID that is not known yet, and returns the number of the node.
  package mutating func addUnknownUID() -> Int {
    nodes.append(.uid(0))
    return nodes.count - 1
  }

  /// Sets a UID that was not known when it was added.
  package mutating func setUID(_ uid: UInt64, ofNode node: Int) { nodes[node] = .uid(uid) }
}
