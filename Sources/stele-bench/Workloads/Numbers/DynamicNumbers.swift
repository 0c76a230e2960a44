internal import Stele

extension Dynamic {
  /// A graph of one list.
  static func list(_ values: [Value], of type: TypeDescriptor) -> Graph {
    var graph = Graph()
    graph.roots = [NamedValue("root", .list(type), .list(values))]
    return graph
  }
}
