internal import Stele
internal import SteleModel

extension Dynamic {
  /// Makes a graph of items, and a list of references to them.
  static func items(_ shared: SharedItems) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let item = graph.classes.define(
      .class("Item", keys: [ArchiveKey("id", .int64), ArchiveKey("name", .string)]))
    for row in shared.items {
      graph.add(ArchiveObject(entry: item, values: [.integer(Int128(row.id)), .string(row.name)]))
    }
    graph.roots = [
      ArchiveNamedValue(
        "root", .list(.reference(to: "Item")),
        .list(shared.references.map { .reference($0 + 1) }))
    ]
    return graph
  }

  /// Returns the items of a graph.
  static func items(_ graph: ArchiveGraph) throws -> SharedItems {
    var shared = SharedItems()
    shared.items = try graph.objects.map { object in
      ItemRow(id: try object.values[0].wanted.number, name: try object.values[1].wanted.text)
    }
    shared.references = try graph.root("root").wanted.value.list.map { value in
      try value.referenceNumber.wanted - 1
    }
    return shared
  }
}
