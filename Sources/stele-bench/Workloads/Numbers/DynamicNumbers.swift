internal import Stele
internal import SteleModel

extension Dynamic {
  /// Makes a graph of one list.
  static func list(_ values: [ArchiveValue], of type: ArchiveTypeDescriptor) -> ArchiveGraph {
    var graph = ArchiveGraph()
    graph.roots = [ArchiveNamedValue("root", .list(type), .list(values))]
    return graph
  }
}
