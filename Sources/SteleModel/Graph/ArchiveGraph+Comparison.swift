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
    for (left, right) in zip(left.objects, right.objects) {
      guard content.areEqual(left, right) else { return false }
    }
    return true
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
    guard left.count == right.count else { return false }
    for (left, right) in zip(left, right) {
      guard left.name.isExactly(right.name), names.areEqual(left.type, right.type),
        areEqual(left.value, right.value)
      else { return false }
    }
    return true
  }

  /// Whether the values of two objects are equal.
  fileprivate mutating func areEqual(_ first: ArchiveObject, _ second: ArchiveObject) -> Bool {
    guard first.entry == second.entry else { return false }
    let (values, others) = (first.values, second.values)
    guard values.count == others.count else { return false }
    for (value, other) in zip(values, others) {
      switch (value, other) {
      case (nil, nil): break
      case (let value?, let other?) where areEqual(value, other): break
      default: return false
      }
    }
    return true
  }
}
