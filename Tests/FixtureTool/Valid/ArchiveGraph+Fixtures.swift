import Stele
import SteleModel

extension ArchiveGraph {
  /// Makes a graph of its parts.
  init(
    _ entries: [ArchiveClassEntry] = [], _ objects: [ArchiveObject] = [],
    roots: [ArchiveNamedValue] = [], metadata: [ArchiveNamedValue]? = nil
  ) {
    self.init()
    classes = ArchiveClassTable(entries)
    self.objects = objects
    self.roots = roots
    self.metadata = metadata
  }

  /// Roots of one type, named `value-000`, `value-001` and so on.
  static func roots(_ values: [ArchiveValue], _ type: ArchiveTypeDescriptor) -> [ArchiveNamedValue]
  {
    values.enumerated().map { index, value in
      let digits = String(index)
      let name = "value-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      return ArchiveNamedValue(name, type, value)
    }
  }
}

extension ArchiveObject {
  /// Makes an object all of whose keys are there.
  init(_ entry: Int, _ values: ArchiveValue...) { self.init(entry: entry, values: values) }
}
