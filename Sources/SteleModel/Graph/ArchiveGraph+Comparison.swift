internal import Stele

extension ArchiveGraph {
  /// Compares the whole content, names by their bytes and values by their bits.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the archives.
  public static func == (left: ArchiveGraph, right: ArchiveGraph) -> Bool {
    guard left.documentType.isExactly(right.documentType), left.writer.isExactly(right.writer),
      left.objects.count == right.objects.count, left.unknownChunks == right.unknownChunks
    else { return false }
    var content = ContentComparison()
    guard content.names.areEqual(left.classes, right.classes),
      content.areEqual(left.roots, right.roots)
    else { return false }
    switch (left.metadata, right.metadata) {
    case (nil, nil): break
    case (let left?, let right?) where content.areEqual(left, right): break
    default: return false
    }
    return left.objects.elementsEqual(right.objects) { content.areEqual($0, $1) }
  }

  /// Hashes the classes, the objects without the parts of their values, and the names and types of roots.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the archive.
  public func hash(into hasher: inout Hasher) {
    var names = NameNumbers()
    for entry in classes.entries { names.hash(entry, into: &hasher) }
    hasher.combine(objects.count)
    for object in objects {
      hasher.combine(object.entry)
      for value in object.values { value?.hashWithoutParts(into: &hasher) }
    }
    for item in roots + (metadata ?? []) {
      names.hash(item.name, into: &hasher)
      names.hash(item.type, into: &hasher)
      item.value.hashWithoutParts(into: &hasher)
    }
    hasher.combine(unknownChunks)
  }
}

extension ContentComparison {
  /// Whether two lists of roots or metadata are equal.
  fileprivate mutating func areEqual(_ left: [ArchiveNamedValue], _ right: [ArchiveNamedValue])
    -> Bool
  {
    left.elementsEqual(right) {
      $0.name.isExactly($1.name) && names.areEqual($0.type, $1.type)
        && areEqual($0.value, $1.value)
    }
  }

  /// Whether the values of two objects are equal.
  fileprivate mutating func areEqual(_ first: ArchiveObject, _ second: ArchiveObject) -> Bool {
    first.entry == second.entry
      && first.values.elementsEqual(second.values) { value, other in
        switch (value, other) {
        case (nil, nil): true
        case (let value?, let other?): areEqual(value, other)
        default: false
        }
      }
  }
}
