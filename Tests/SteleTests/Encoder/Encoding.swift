import Stele
import SteleModel
import TestSupport

/// The graph of what an encoder writes, after both readers have found it valid.
func graph<T: Encodable>(
  of value: T, _ encoder: SteleEncoder = SteleEncoder()
) throws -> ArchiveGraph {
  try ArchiveGraph(verified(encoder.encode(value)))
}

/// The type and value of the root of what an encoder writes.
func root<T: Encodable>(of value: T) throws -> ArchiveNamedValue {
  let graph = try graph(of: value)
  return graph.roots[0]
}

/// The values of an object.
func values(_ graph: ArchiveGraph, of object: Int) -> [ArchiveValue?] {
  graph.objects[object - 1].values
}
