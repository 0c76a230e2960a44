import Stele
import SteleModel

extension GraphEditor {
  /// A stored key and where it is declared.
  struct Slot {
    var entry: Int
    var key: ArchiveKey
  }

  func slots(of entry: Int, in table: ArchiveClassTable) -> [Slot] {
    table.chain(of: entry).flatMap { number in
      (table[number]?.keys ?? []).filter(\.isStored).map { Slot(entry: number, key: $0) }
    }
  }

  /// Makes all values fit the class table, where they fitted another one.
  mutating func fit(from old: ArchiveClassTable) throws {
    renewMembers()
    for index in graph.objects.indices {
      let object = graph.objects[index]
      graph.objects[index].values = try fitted(
        object.values, of: slots(of: object.entry, in: old),
        to: slots(of: object.entry, in: graph.classes))
    }
    for index in graph.roots.indices {
      let root = graph.roots[index]
      graph.roots[index].value = try fitted(root.value, of: nil, to: root.type)
    }
  }

  /// Makes values fit other keys: those at the same place when their number is the same, otherwise those of the
  /// same name.
  func fitted(_ values: [ArchiveValue?], of old: [Slot], to new: [Slot]) throws -> [ArchiveValue?] {
    try new.enumerated().map { index, slot in
      var source: Int?
      if old.count == new.count {
        source = index
      } else {
        source =
          old.firstIndex { $0.entry == slot.entry && $0.key.name == slot.key.name }
          ?? old.firstIndex { $0.key.name == slot.key.name }
      }
      if let source, values.indices.contains(source), let value = values[source] {
        return try fitted(value, of: old[source].key.type, to: slot.key.type)
      }
      if slot.key.presence == .optional { return nil }
      return try fitted(nil, of: nil, to: slot.key.type)
    }
  }

  /// A value of a type that is like another, or some value when there is none.
  func fitted(
    _ value: ArchiveValue?, of old: ArchiveTypeDescriptor?, to type: ArchiveTypeDescriptor,
    depth: Int = 0
  ) throws -> ArchiveValue {
    // Deep values are left to the writer, which refuses what does not fit.
    guard depth < Self.nesting else {
      if let value { return value }
      throw Impossible()
    }
    let parts = old?.parts ?? []
    switch (type, value) {
    case (.any, .any(let inner, let value)?):
      return .any(inner, try fitted(value, of: inner, to: inner, depth: depth + 1))
    case (.any, let value?):
      guard let old, old != .any else { break }
      return .any(old, value)
    case (.any, nil): return .any(.int64, .integer(7))
    case (.optional, .nil?), (.optional, nil): return .nil
    case (.optional(let part), let value?):
      var inner = value
      if case .some(let value) = value { inner = value }
      let made = try fitted(inner, of: parts.first ?? old, to: part, depth: depth + 1)
      if case .reference = part { return made }
      return .some(made)
    case (_, .any(let inner, let value)?):
      return try fitted(value, of: inner, to: type, depth: depth + 1)
    case (_, .some(let inner)?):
      return try fitted(inner, of: parts.first, to: type, depth: depth + 1)
    case (.list(let part), _):
      return .list(
        try elements(of: value).map { try fitted($0, of: parts.first, to: part, depth: depth + 1) })
    case (.set(let part), _):
      var seen: Set<ArchiveValue> = []
      return .set(
        try elements(of: value).map { try fitted($0, of: parts.first, to: part, depth: depth + 1) }
          .filter { seen.insert($0).inserted })
    case (.map(let key, let part), _):
      var seen: Set<ArchiveValue> = []
      var pairs: [ArchiveMapPair] = []
      for pair in pairsOf(value, depth: depth) {
        let key = try fitted(pair.key, of: parts.first, to: key, depth: depth + 1)
        guard seen.insert(key).inserted else { continue }
        let value = try fitted(pair.value, of: parts.last, to: part, depth: depth + 1)
        pairs.append(ArchiveMapPair(key: key, value: value))
      }
      return .map(pairs)
    case (.reference(let name), _):
      if case .reference(let number)? = value, isMember(number, of: name) {
        return .reference(number)
      }
      guard let number = targets(of: name).first else { throw Impossible() }
      return .reference(number)
    case (.weakReference(let name), _):
      if case .reference(let number)? = value, isMember(number, of: name) {
        return .reference(number)
      }
      return .nil
    case (.struct(let name), _): return try structure(name, value, depth: depth)
    case (.enum(let name), _): return try enumeration(name, value, depth: depth)
    default: break
    }
    return scalar(value, type)
  }

  private func elements(of value: ArchiveValue?) -> [ArchiveValue] {
    switch value {
    case .list(let values)?, .set(let values)?: values
    case .map(let pairs)?: pairs.map(\.value)
    case nil, .nil?: []
    case let value?: [value]
    }
  }

  /// The pairs of a map, or pairs that have each element twice.
  ///
  /// Deep values have it only once: where types contain themselves, values would double at each level.
  private func pairsOf(
    _ value: ArchiveValue?, depth: Int
  ) -> [(key: ArchiveValue, value: ArchiveValue?)] {
    if case .map(let pairs)? = value { return pairs.map { ($0.key, $0.value) } }
    return elements(of: value).map { ($0, depth < 6 ? $0 : nil) }
  }

  func isMember(_ number: Int, of name: String?) -> Bool {
    guard graph.objects.indices.contains(number - 1) else { return false }
    guard let name else { return true }
    return graph.classes.entry(graph.objects[number - 1].entry, isA: name)
  }

  func targets(of name: String?) -> [Int] {
    guard let name else { return Array(1..<(graph.objects.count + 1)) }
    return members[name] ?? []
  }

  private func structure(_ name: String, _ value: ArchiveValue?, depth: Int) throws -> ArchiveValue
  {
    var entry = graph.classes.entries.firstIndex { $0.name == name && $0.kind == .struct }
      .map { $0 + 1 }
    var values: [ArchiveValue?] = []
    if case .struct(let old)? = value {
      if let found = graph.classes[old.entry], found.kind == .struct, found.name == name {
        entry = old.entry
      }
      values = old.values
    }
    guard let entry, let keys = graph.classes[entry]?.keys.filter(\.isStored) else {
      throw Impossible()
    }
    return .struct(
      ArchiveStructValue(entry: entry, values: try fitted(values, to: keys, depth: depth + 1)))
  }

  private func enumeration(_ name: String, _ value: ArchiveValue?, depth: Int) throws
    -> ArchiveValue
  {
    var entry = graph.classes.entries.firstIndex { $0.name == name && $0.kind == .enum }
      .map { $0 + 1 }
    var (values, position): ([ArchiveValue?], Int) = ([], 0)
    if case .enum(let old)? = value {
      if let found = graph.classes[old.entry], found.kind == .enum, found.name == name {
        entry = old.entry
      }
      (values, position) = (old.values, old.caseIndex)
    }
    guard let entry, let cases = graph.classes[entry]?.cases else { throw Impossible() }
    if !cases.indices.contains(position) || cases[position].isRetired {
      guard let index = cases.firstIndex(where: { !$0.isRetired }) else { throw Impossible() }
      (values, position) = ([], index)
    }
    let keys = cases[position].keys.filter(\.isStored)
    return .enum(
      ArchiveEnumValue(
        entry: entry, caseIndex: position, values: try fitted(values, to: keys, depth: depth + 1)))
  }

  private func fitted(_ values: [ArchiveValue?], to keys: [ArchiveKey], depth: Int) throws
    -> [ArchiveValue?]
  {
    try keys.enumerated().map { index, key in
      let value = values.indices.contains(index) ? values[index] : nil
      if value == nil, key.presence == .optional { return nil }
      return try fitted(value, of: nil, to: key.type, depth: depth)
    }
  }
}
