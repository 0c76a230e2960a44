/// The entry numbers that stand once in front of uniform lists, instead of in each of the structs in them.
///
/// A header is a tree in prefix order: after the number of a struct come those of its required struct keys. Equal
/// headers are kept once, so that there is never more of them than in the archive.
///
/// Spec §3.5.
struct UniformHeaders {
  private struct Node: BitwiseCopyable {
    let entry: Int32
    /// The index of the first node that is not below this one.
    var end: Int32
  }

  private var nodes: [Node] = []
  private var known: [[Int32]: Int] = [:]
  private var last: (entries: [Int32], node: Int)?

  /// A node below another one, its entry number, and whether there are nodes below it.
  func child(_ ordinal: Int, of node: Int) -> (node: Int, entry: Int, hasParts: Bool) {
    let nodes = nodes
    var child = node + 1
    for _ in 0..<ordinal where child < nodes.count { child = Int(nodes[child].end) }
    guard child < nodes.count else { return (child, 0, false) }
    return (child, Int(nodes[child].entry), Int(nodes[child].end) > child + 1)
  }

  /// Reads a header after its first number, and returns its first node.
  mutating func read(
    _ entry: Int, _ schema: CompiledSchema, _ input: inout ValidCursor
  ) -> Int {
    var entries = [Int32(truncatingIfNeeded: entry)]
    var missing = Int(schema.body(ofEntry: entry)?.nestedCount ?? 0)
    while missing > 0, input.remaining > 0 {
      let number = input.readNumber()
      entries.append(Int32(truncatingIfNeeded: number))
      missing += Int(schema.body(ofEntry: number)?.nestedCount ?? 0) - 1
    }
    if let last, last.entries == entries { return last.node }
    let node = known[entries] ?? add(entries, schema)
    known[entries] = node
    last = (entries, node)
    return node
  }

  private mutating func add(_ entries: [Int32], _ schema: CompiledSchema) -> Int {
    let start = nodes.count
    var open: [(node: Int, missing: Int32)] = []
    for entry in entries {
      if !open.isEmpty { open[open.count - 1].missing -= 1 }
      open.append((nodes.count, schema.body(ofEntry: Int(entry))?.nestedCount ?? 0))
      nodes.append(Node(entry: entry, end: 0))
      while let last = open.last, last.missing == 0 {
        nodes[last.node].end = Int32(truncatingIfNeeded: nodes.count)
        open.removeLast()
      }
    }
    return start
  }

  /// The entry numbers of a node and of those below it.
  func numbers(from node: Int) -> [Int] {
    guard nodes.indices.contains(node) else { return [] }
    return nodes[node..<max(node + 1, Int(nodes[node].end))].map { Int($0.entry) }
  }
}
