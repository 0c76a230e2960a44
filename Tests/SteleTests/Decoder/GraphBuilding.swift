import Stele
import SteleModel

/// The bytes of an archive with some entries, objects and one root.
func archive(
  _ classes: [ArchiveClassEntry], _ objects: [ArchiveObject] = [], root: ArchiveTypeDescriptor,
  _ value: ArchiveValue
) throws -> [UInt8] {
  var graph = ArchiveGraph()
  graph.classes = ArchiveClassTable(classes)
  graph.objects = objects
  graph.roots = [ArchiveNamedValue("root", root, value)]
  return try graph.encoded()
}
