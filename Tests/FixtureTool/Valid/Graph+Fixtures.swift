import Stele

extension Graph {
  /// Makes a graph of its parts.
  init(
    _ entries: [ClassEntry] = [], _ objects: [Object] = [], roots: [NamedValue] = [],
    metadata: [NamedValue]? = nil, writer: String = "", chunks: [UnknownChunk] = []
  ) {
    self.init()
    classes = ClassTable(entries)
    self.objects = objects
    self.roots = roots
    self.metadata = metadata
    self.writer = writer
    unknownChunks = chunks
  }

  /// Makes a graph of roots of one type, named in ascending order.
  init(values: [Value], type: TypeDescriptor, entries: [ClassEntry] = []) {
    self.init(entries, roots: Self.roots(values, type))
  }

  /// Roots of one type, named `value-000`, `value-001` and so on.
  static func roots(_ values: [Value], _ type: TypeDescriptor) -> [NamedValue] {
    values.enumerated().map { index, value in
      let digits = String(index)
      let name = "value-" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
      return NamedValue(name, type, value)
    }
  }
}

extension Object {
  /// Makes an object all of whose keys are there.
  init(_ entry: Int, _ values: Value...) {
    self.init(entry: entry, values: values)
  }
}
