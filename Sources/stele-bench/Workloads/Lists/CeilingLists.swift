extension Ceiling {
  /// Writes the nodes in their order, each with the number of the next, which may be an earlier
  /// one.
  static func encode(_ head: Explicit.Node) -> PositionalBytes {
    var writer = PositionalWriter()
    var numbers = IdentityNumbers()
    _ = numbers.number(of: head)
    var node: Explicit.Node? = head
    while let current = node {
      writer.write(signed: current.value)
      node = nil
      guard let next = current.next else {
        writer.write(count: 0)
        continue
      }
      let (number, isNew) = numbers.number(of: next)
      writer.write(count: number + 1)
      if isNew { node = next }
    }
    return PositionalBytes(writer.finish())
  }

  /// Reads the nodes, and links them.
  static func decodeList(_ bytes: PositionalBytes) throws -> Explicit.Node {
    try PositionalReader.read(bytes.raw) { reader in
      let head = Explicit.Node(value: try reader.signed())
      var nodes = [head]
      var last = head
      while true {
        let number = try reader.reference(below: nodes.count + 2)
        if number == 0 { return head }
        if number <= nodes.count {
          last.next = nodes[number - 1]
          return head
        }
        let node = Explicit.Node(value: try reader.signed())
        nodes.append(node)
        last.next = node
        last = node
      }
    }
  }
}
