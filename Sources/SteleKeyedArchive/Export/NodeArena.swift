/// The nodes of a property list in the making.
struct NodeArena {
  /// The nodes.
  private(set) var nodes: [PropertyList.Node] = []
  private var contents = NodeContents()
  private var nodeOfContent: [Int] = []

  /// Adds a node, and gives its number.
  ///
  /// Equal strings, numbers, dates and data become one node, as CoreFoundation writes them.
  mutating func add(_ node: PropertyList.Node) -> Int {
    if let content = NodeContents.Content(scalar: node) {
      let number = contents.identity(of: content)
      if number < nodeOfContent.count { return nodeOfContent[number] }
      nodeOfContent.append(nodes.count)
    }
    nodes.append(node)
    return nodes.count - 1
  }

  /// Adds a string, and gives its number.
  mutating func add(_ string: String) -> Int { add(.string(string)) }
}
