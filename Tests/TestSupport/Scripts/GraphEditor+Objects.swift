import Stele
import SteleModel

extension GraphEditor {
  /// Calls a function with every value of the graph, nested ones as well.
  mutating func forEachValue(
    _ body: (inout ArchiveValue, ArchiveTypeDescriptor) throws -> Void
  ) rethrows {
    let table = graph.classes
    for index in graph.objects.indices {
      let keys = table.storedKeys(of: graph.objects[index].entry)
      for (position, key) in keys.enumerated() where position < graph.objects[index].values.count {
        guard var value = graph.objects[index].values[position] else { continue }
        try visit(&value, key.type, table, depth: 0, body)
        graph.objects[index].values[position] = value
      }
    }
    for index in graph.roots.indices {
      try visit(&graph.roots[index].value, graph.roots[index].type, table, depth: 0, body)
    }
  }

  private func visit(
    _ value: inout ArchiveValue, _ type: ArchiveTypeDescriptor, _ table: ArchiveClassTable,
    depth: Int, _ body: (inout ArchiveValue, ArchiveTypeDescriptor) throws -> Void
  ) rethrows {
    guard depth < Self.nesting else { return }
    try body(&value, type)
    let parts = type.parts
    switch value {
    case .any(let type, var inner):
      try visit(&inner, type, table, depth: depth + 1, body)
      value = .any(type, inner)
    case .some(var inner):
      guard let part = parts.first else { return }
      try visit(&inner, part, table, depth: depth + 1, body)
      value = .some(inner)
    case .list(var elements):
      guard let part = parts.first else { return }
      for index in elements.indices {
        try visit(&elements[index], part, table, depth: depth + 1, body)
      }
      value = .list(elements)
    case .set(var elements):
      guard let part = parts.first else { return }
      for index in elements.indices {
        try visit(&elements[index], part, table, depth: depth + 1, body)
      }
      value = .set(elements)
    case .map(var pairs):
      guard parts.count == 2 else { return }
      for index in pairs.indices {
        try visit(&pairs[index].key, parts[0], table, depth: depth + 1, body)
        try visit(&pairs[index].value, parts[1], table, depth: depth + 1, body)
      }
      value = .map(pairs)
    case .struct(var item):
      let keys = table[item.entry]?.keys.filter(\.isStored) ?? []
      try visit(&item.values, keys, table, depth: depth, body)
      value = .struct(item)
    case .enum(var item):
      guard let cases = table[item.entry]?.cases, cases.indices.contains(item.caseIndex) else {
        return
      }
      try visit(
        &item.values, cases[item.caseIndex].keys.filter(\.isStored), table, depth: depth, body)
      value = .enum(item)
    default: break
    }
  }

  private func visit(
    _ values: inout [ArchiveValue?], _ keys: [ArchiveKey], _ table: ArchiveClassTable, depth: Int,
    _ body: (inout ArchiveValue, ArchiveTypeDescriptor) throws -> Void
  ) rethrows {
    for (index, key) in keys.enumerated() where index < values.count {
      guard var value = values[index] else { continue }
      try visit(&value, key.type, table, depth: depth + 1, body)
      values[index] = value
    }
  }

  /// Changes one value of those for which a condition holds.
  mutating func changeValue(
    where isWanted: (ArchiveValue) -> Bool = { _ in true },
    _ change: (inout ArchiveValue, ArchiveTypeDescriptor, inout GraphEditor) throws -> Void
  ) throws {
    var count = 0
    forEachValue { value, _ in if isWanted(value) { count += 1 } }
    guard count > 0 else { throw Impossible() }
    let chosen = script.below(count)
    var place: (value: ArchiveValue, type: ArchiveTypeDescriptor)?
    count = 0
    forEachValue { value, type in
      guard isWanted(value) else { return }
      if count == chosen { place = (value, type) }
      count += 1
    }
    guard var place else { throw Impossible() }
    try change(&place.value, place.type, &self)
    count = 0
    forEachValue { value, _ in
      guard isWanted(value) else { return }
      // Parts are walked over, too, so only the first one of the place counts.
      if count == chosen { value = place.value }
      count += 1
    }
  }

  /// Lets a reference point at another object.
  mutating func retarget() throws {
    try changeValue(where: \.isReference) { value, type, editor in
      value = try editor.value(of: type.code == .optional ? type.parts[0] : type)
    }
  }

  /// Lets a reference point back at the object that has it, or at one before.
  mutating func tieKnot() throws {
    guard !graph.objects.isEmpty else { throw Impossible() }
    let index = script.below(graph.objects.count)
    let keys = graph.classes.storedKeys(of: graph.objects[index].entry)
    let target = script.below(2) == 0 ? index + 1 : 1 + script.below(index + 1)
    for offset in keys.indices {
      let position = (offset + script.below(keys.count)) % keys.count
      guard let made = knot(keys[position].type, target) else { continue }
      graph.objects[index].values[position] = made
      return
    }
    throw Impossible()
  }

  /// A value of a type that has a reference to an object, or nil.
  private func knot(_ type: ArchiveTypeDescriptor, _ target: Int) -> ArchiveValue? {
    switch type {
    case .reference(let name), .weakReference(let name), .optional(.reference(let name)):
      return isMember(target, of: name) ? .reference(target) : nil
    case .optional(let part): return knot(part, target).map { .some($0) }
    case .list(let part): return knot(part, target).map { .list([$0]) }
    case .set(let part): return knot(part, target).map { .set([$0]) }
    case .map(let key, let part):
      if let key = knot(key, target), let value = try? fitted(nil, of: nil, to: part) {
        return .map([ArchiveMapPair(key: key, value: value)])
      }
      guard let value = knot(part, target), let key = try? fitted(nil, of: nil, to: key) else {
        return nil
      }
      return .map([ArchiveMapPair(key: key, value: value)])
    default: return nil
    }
  }

  /// Puts a value where another one was.
  mutating func transplant() throws {
    var found: [(ArchiveValue, ArchiveTypeDescriptor)] = []
    forEachValue { value, type in if found.count < 2_000 { found.append((value, type)) } }
    guard let (donor, donorType) = script.pick(found) else { throw Impossible() }
    try changeValue { value, type, editor in
      value = try editor.fitted(donor, of: donorType, to: type)
    }
  }

  mutating func changeRoot() throws {
    guard !graph.roots.isEmpty else { throw Impossible() }
    let index = script.below(graph.roots.count)
    switch script.below(5) {
    case 0: graph.roots[index].name = script.below(2) == 0 ? SteleEncoder.rootName : name()
    case 1:
      let old = graph.roots[index].type
      let new = script.below(2) == 0 ? wrapped(old) : type()
      graph.roots[index].value = try fitted(graph.roots[index].value, of: old, to: new)
      graph.roots[index].type = new
    case 2:
      graph.roots.append(ArchiveNamedValue(name(), .any, .any(.reference(to: nil), .reference(1))))
    case 3: graph.roots.remove(at: index)
    default: graph.roots[index].value = try value(of: graph.roots[index].type)
    }
  }

  mutating func copyObject() throws {
    guard let object = script.pick(graph.objects) else { throw Impossible() }
    graph.add(object)
    renewMembers()
  }

  /// Makes a long chain of copies of an object, each of which points at the next.
  mutating func makeChain() throws {
    guard !graph.objects.isEmpty, graph.objects.count < 4_000 else { throw Impossible() }
    let start = script.below(graph.objects.count)
    let object = graph.objects[start]
    let keys = graph.classes.storedKeys(of: object.entry)
    let links = keys.indices.filter { knot(keys[$0].type, start + 1) != nil }
    guard let position = script.pick(links) else { throw Impossible() }
    let count = [3, 20, 100, 600][script.below(4)]
    let end = object.values[position]
    let first = graph.objects.count + 1
    for _ in 0..<count { graph.add(object) }
    renewMembers()
    let type = keys[position].type
    graph.objects[start].values[position] = knot(type, first)
    for number in first..<(first + count) {
      graph.objects[number - 1].values[position] =
        number + 1 < first + count
        ? knot(type, number + 1) : script.below(2) == 0 ? end : knot(type, start + 1)
    }
  }
}
