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

/// The bytes of an archive whose root is an object, or a struct, of the last of some entries.
func archive(_ classes: ArchiveClassEntry..., values: [ArchiveValue?]) throws -> [UInt8] {
  let (entry, last) = (classes.count, classes[classes.count - 1])
  return last.kind == .struct
    ? try archive(
      classes, root: .struct(last.name), .struct(ArchiveStructValue(entry: entry, values: values)))
    : try archive(
      classes, [ArchiveObject(entry: entry, values: values)], root: .reference(to: last.name),
      .reference(1))
}

extension ArchiveValue {
  /// A struct of an entry.
  static func `struct`(_ entry: Int, values: ArchiveValue?...) -> ArchiveValue {
    .struct(ArchiveStructValue(entry: entry, values: values))
  }
}
