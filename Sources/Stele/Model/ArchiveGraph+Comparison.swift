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
      guard left.entry == right.entry, content.areEqual(left.values, right.values) else {
        return false
      }
    }
    return true
  }

  /// Hashes the classes, the objects without what their values consist of, and the names and types of roots.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the archive.
  public func hash(into hasher: inout Hasher) {
    var names = NameNumbers()
    for entry in classes.entries { names.hash(entry, into: &hasher) }
    hasher.combine(objects.count)
    for object in objects {
      hasher.combine(object.entry)
      for value in object.values { value?.hashShallowly(into: &hasher) }
    }
    for item in roots + (metadata ?? []) {
      names.hash(item.name, into: &hasher)
      names.hash(item.type, into: &hasher)
      item.value.hashShallowly(into: &hasher)
    }
    hasher.combine(unknownChunks)
  }
}

/// Compares values whose types may use a long name many times.
private struct ContentComparison {
  /// The names that have been compared.
  var names = NameNumbers()
  /// The lists that are being compared.
  private var rest: [(left: ArraySlice<ArchiveValue>, right: ArraySlice<ArchiveValue>)] = []

  mutating func areEqual(_ left: [ArchiveNamedValue], _ right: [ArchiveNamedValue]) -> Bool {
    guard left.count == right.count else { return false }
    for (left, right) in zip(left, right) {
      guard left.name.isExactly(right.name), names.areEqual(left.type, right.type),
        areEqual(left.value, right.value)
      else { return false }
    }
    return true
  }

  mutating func areEqual(_ left: [ArchiveValue?], _ right: [ArchiveValue?]) -> Bool {
    guard left.count == right.count else { return false }
    for (left, right) in zip(left, right) {
      switch (left, right) {
      case (nil, nil): break
      case (let left?, let right?) where areEqual(left, right): break
      default: return false
      }
    }
    return true
  }

  private mutating func areEqual(_ left: ArchiveValue, _ right: ArchiveValue) -> Bool {
    rest.removeAll(keepingCapacity: true)
    guard begin(left, right) else { return false }
    while var (left, right) = rest.popLast() {
      guard let first = left.popFirst(), let second = right.popFirst() else { continue }
      rest.append((left, right))
      guard begin(first, second) else { return false }
    }
    return true
  }

  /// Compares two values but for those in them, which are compared next.
  private mutating func begin(_ left: ArchiveValue, _ right: ArchiveValue) -> Bool {
    switch (left, right) {
    case (.any(let leftType, let left), .any(let rightType, let right)):
      return names.areEqual(leftType, rightType) && begin([left], [right])
    case (.some(let left), .some(let right)): return begin([left], [right])
    case (.list(let left), .list(let right)), (.set(let left), .set(let right)):
      return begin(left, right)
    case (.map(let left), .map(let right)):
      guard left.count == right.count else { return false }
      return begin(left.map(\.key), right.map(\.key))
        && begin(left.map(\.value), right.map(\.value))
    case (.structure(let left), .structure(let right)):
      return left.entry == right.entry && begin(left.values, right.values)
    case (.enumeration(let left), .enumeration(let right)):
      return left.entry == right.entry && left.caseIndex == right.caseIndex
        && begin(left.values, right.values)
    default: return left == right
    }
  }

  private mutating func begin(_ left: [ArchiveValue], _ right: [ArchiveValue]) -> Bool {
    guard left.count == right.count else { return false }
    if !left.isEmpty { rest.append((left[...], right[...])) }
    return true
  }

  private mutating func begin(_ left: [ArchiveValue?], _ right: [ArchiveValue?]) -> Bool {
    guard left.count == right.count, zip(left, right).allSatisfy({ ($0 == nil) == ($1 == nil) })
    else { return false }
    return begin(left.compactMap(\.self), right.compactMap(\.self))
  }
}

extension ArchiveValue {
  /// Hashes the value, or of one that consists of others how many they are.
  fileprivate func hashShallowly(into hasher: inout Hasher) {
    switch self {
    case .any, .some: break
    case .list(let values), .set(let values):
      hasher.combine(values.count)
    case .map(let pairs): hasher.combine(pairs.count)
    case .structure(let value): hasher.combine(value.entry)
    case .enumeration(let value):
      hasher.combine(value.entry)
      hasher.combine(value.caseIndex)
    default: hasher.combine(self)
    }
  }
}
