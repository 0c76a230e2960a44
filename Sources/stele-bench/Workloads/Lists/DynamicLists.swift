internal import Stele
internal import SteleModel

extension Dynamic {
  /// Makes a graph of the nodes of a list.
  static func list(_ values: [Int]) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let node = graph.classes.define(
      .class(
        "Node",
        keys: [ArchiveKey("value", .int64), ArchiveKey("next", .optional(.reference(to: "Node")))]))
    for (position, value) in values.enumerated() {
      graph.add(
        ArchiveObject(
          entry: node,
          values: [
            .integer(Int128(value)),
            position + 1 < values.count ? .reference(position + 2) : .nil,
          ]))
    }
    graph.roots = [ArchiveNamedValue("root", .reference(to: "Node"), .reference(1))]
    return graph
  }

  /// Returns the values of the nodes of a graph.
  static func list(_ graph: ArchiveGraph) throws -> [Int] {
    var values: [Int] = []
    var number = try graph.root("root").wanted.value.referenceNumber
    while let current = number, values.count <= graph.objects.count {
      let node = try graph.object(current)
      values.append(try node[0].wanted.number)
      number = try node[1].wanted.referenceNumber
    }
    return values
  }
}
