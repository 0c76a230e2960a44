/// The objects of a binary property list, in the order of writing.
///
/// The order is CoreFoundation's: a container, then its members with all their descendants, a dictionary's keys before its
/// values.
struct BinaryObjectTable {
  /// The node from which each object is written.
  private(set) var objects: [Int] = []

  /// The object to which references to a node point, or -1 for a node that is not written.
  private(set) var references: [Int]

  /// Lays out a list; the caller has checked its unfolded size if the layout repeats containers.
  init(_ list: PropertyListGraph, layout: PropertyListGraph.BinaryLayout) {
    references = Array(repeating: -1, count: list.nodes.count)
    var objectOfContent: [NodeContents.Content: Int] = [:]
    var stack: [(node: Int, next: Int)] = []

    /// Adds a node if it must be written, and returns whether its members come next.
    func place(_ node: Int, in table: inout BinaryObjectTable) -> Bool {
      let value = list.nodes[node]
      let isKnown = table.references[node] >= 0
      switch layout {
      case .compact:
        guard !isKnown else { return false }
        if let content = NodeContents.Content(scalar: value) {
          if let known = objectOfContent[content] {
            table.references[node] = known
            return false
          }
          objectOfContent[content] = table.objects.count
        }
      case .coreFoundation:
        switch value {
        case .null, .integer, .real32, .real64, .date, .data, .string:
          guard !isKnown else { return false }
        case .bool, .uid, .array, .set, .dictionary:
          break
        }
      }
      if !isKnown { table.references[node] = table.objects.count }
      table.objects.append(node)
      return value.isContainer
    }

    if place(list.root, in: &self) { stack.append((list.root, 0)) }
    while let (node, next) = stack.last {
      guard next < list.nodes[node].childCount else {
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next = next + 1
      let child = list.nodes[node].child(at: next)
      if place(child, in: &self) { stack.append((child, 0)) }
    }
  }
}
