extension ArchiveGraph {
  /// Returns the class names that entries and type descriptors use, in ascending order.
  ///
  /// Keys, roots, metadata and `any` values have type descriptors. Spec annex C.6.
  func usedNames() throws(ArchiveWritingError) -> [String] {
    var numbers = NameNumbers()
    var names: [String] = []
    func use(_ name: String) {
      if numbers.number(of: name) > names.count { names.append(name) }
    }
    func use(_ type: ArchiveTypeDescriptor) throws(ArchiveWritingError) {
      guard type.code.rawValue >= TypeCode.optional.rawValue else { return }
      for name in type.classNames {
        guard !name.isEmpty else { throw ArchiveWritingError(.breaks(.emptyName)) }
        use(name)
      }
    }
    var holders = HoldersOfAny(classes)
    var walk = ValueWalk(classes, skipsScalars: true)
    func use(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor) throws(ArchiveWritingError) {
      guard holders.contain(type) else { return }
      walk.begin(value, type)
      while let event = walk.next() {
        if case .value(.any(let type, _), .any?, _) = event { try use(type) }
      }
    }
    for entry in classes.entries {
      use(entry.name)
      for key in entry.keys { try use(key.type) }
      for key in entry.cases.flatMap(\.keys) { try use(key.type) }
    }
    let ownKeysMayHoldAny = classes.entries.map { entry in
      entry.keys.contains { $0.isStored && holders.contain($0.type) }
    }
    let mayHoldAny = (1..<(classes.count + 1)).map { number in
      classes.chain(of: number).contains { ownKeysMayHoldAny[$0 - 1] }
    }
    var storedKeys = EntryCache<[ArchiveKey]>()
    for object in objects {
      guard mayHoldAny.indices.contains(object.entry &- 1), mayHoldAny[object.entry - 1]
      else { continue }
      let keys =
        storedKeys[object.entry]
        ?? storedKeys.keep(
          classes.storedKeys(of: object.entry), of: object.entry, size: object.values.count)
      for case (let value?, let key) in zip(object.values, keys) { try use(value, key.type) }
    }
    for item in roots + (metadata ?? []) {
      try use(item.type)
      try use(item.value, item.type)
    }
    return names.sorted { ExactString($0) < ExactString($1) }
  }
}

/// The structs and enums whose values can contain one of type `any`, on any level.
private struct HoldersOfAny {
  private var numbers = NameNumbers()
  private var holders: Set<Int> = []

  init(_ classes: ArchiveClassTable) {
    // For each struct or enum those that contain it, and those that contain `any` directly.
    var users: [Int: [Int]] = [:]
    var rest: [Int] = []
    for entry in classes.entries where entry.kind != .class {
      let name = numbers.number(of: entry.name)
      for key in entry.keys + entry.cases.flatMap(\.keys) where key.isStored {
        for type in Self.leaves(of: key.type) {
          if type.code == .any { rest.append(name) }
          if let part = type.className { users[numbers.number(of: part), default: []].append(name) }
        }
      }
    }
    while let name = rest.popLast() {
      guard holders.insert(name).inserted else { continue }
      rest += users[name] ?? []
    }
  }

  /// Whether values of a type can contain one of type `any`.
  mutating func contain(_ type: ArchiveTypeDescriptor) -> Bool {
    for type in Self.leaves(of: type) {
      if type.code == .any { return true }
      if let name = type.className, holders.contains(numbers.number(of: name)) { return true }
    }
    return false
  }

  /// Returns the types `any`, struct and enum in a type.
  private static func leaves(of type: ArchiveTypeDescriptor) -> [ArchiveTypeDescriptor] {
    var (leaves, rest): ([ArchiveTypeDescriptor], [ArchiveTypeDescriptor]) = ([], [type])
    while let type = rest.popLast() {
      switch type.code {
      case .any, .struct, .enum: leaves.append(type)
      default: rest += type.parts
      }
    }
    return leaves
  }
}
