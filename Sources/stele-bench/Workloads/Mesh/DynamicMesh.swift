internal import Stele
internal import SteleModel

extension Dynamic {
  /// Makes a graph without objects: triangles are structs.
  static func mesh(_ triangles: [Triangle]) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let vector = graph.classes.define(
      .struct("Vector", keys: ["x", "y", "z"].map { ArchiveKey($0, .float32) }))
    let triangle = graph.classes.define(
      .struct(
        "Triangle", keys: ["v0", "v1", "v2", "normal"].map { ArchiveKey($0, .struct("Vector")) })
    )
    func value(_ corner: Vector) -> ArchiveValue {
      .struct(
        ArchiveStructValue(
          entry: vector, values: [.float32(corner.x), .float32(corner.y), .float32(corner.z)]))
    }
    let values = triangles.map { item in
      ArchiveValue.struct(
        ArchiveStructValue(
          entry: triangle,
          values: [value(item.v0), value(item.v1), value(item.v2), value(item.normal)]))
    }
    graph.roots = [ArchiveNamedValue("root", .list(.struct("Triangle")), .list(values))]
    return graph
  }

  /// Returns the triangles of a graph.
  static func mesh(_ graph: ArchiveGraph) throws -> [Triangle] {
    func vector(_ value: ArchiveValue?) throws -> Vector {
      let values = try value.wanted.structure
      return Vector(
        x: try values[0].wanted.float, y: try values[1].wanted.float,
        z: try values[2].wanted.float)
    }
    return try graph.root("root").wanted.value.list.map { value in
      let values = try value.structure
      return Triangle(
        v0: try vector(values[0]), v1: try vector(values[1]), v2: try vector(values[2]),
        normal: try vector(values[3]))
    }
  }
}
