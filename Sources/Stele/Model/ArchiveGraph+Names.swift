extension ArchiveGraph {
  /// The class names that entries and type descriptors use, in ascending order.
  ///
  /// Types stand in keys, roots, metadata, and in `any` values wherever these are. Spec annex C.6.
  func usedNames() throws(ArchiveWritingError) -> [String] {
    var names: Set<ExactString> = []
    var seen: Set<ArchiveTypeDescriptor> = []
    func use(_ type: ArchiveTypeDescriptor) throws(ArchiveWritingError) {
      guard seen.insert(type).inserted else { return }
      for name in type.classNames {
        guard !name.isEmpty else { throw ArchiveWritingError(.breaks(.emptyName)) }
        names.insert(ExactString(name))
      }
    }
    let holders = HoldersOfAny(classes)
    var walk = ValueWalk(classes)
    func use(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor) throws(ArchiveWritingError) {
      guard holders.contain(type) else { return }
      var failure: ArchiveWritingError?
      walk.walk(value, type) { event in
        guard case .type(let type) = event else { return }
        do throws(ArchiveWritingError) {
          try use(type)
        } catch {
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
    }
    for entry in classes.entries {
      names.insert(ExactString(entry.name))
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
    return names.sorted().map(\.string)
  }
}

/// The structs and enums whose values can contain one of type `any`, on any level.
private struct HoldersOfAny {
  private var names: Set<ExactString> = []

  init(_ classes: ArchiveClassTable) {
    // The entries of structs and enums by the structs and enums that they contain, and those that hold `any` themselves.
    var users: [ExactString: [ExactString]] = [:]
    var rest: [ExactString] = []
    for entry in classes.entries where entry.kind != .class {
      let name = ExactString(entry.name)
      for key in entry.keys + entry.cases.flatMap(\.keys) where key.isStored {
        for type in Self.leaves(of: key.type) {
          if type.code == .any { rest.append(name) }
          for part in type.classNames { users[ExactString(part), default: []].append(name) }
        }
      }
    }
    while let name = rest.popLast() {
      guard names.insert(name).inserted else { continue }
      rest += users[name] ?? []
    }
  }

  /// Whether values of a type can contain one of type `any`.
  func contain(_ type: ArchiveTypeDescriptor) -> Bool {
    Self.leaves(of: type).contains { type in
      type.code == .any || type.classNames.contains { names.contains(ExactString($0)) }
    }
  }

  /// The types `any`, struct and enum that a type consists of.
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
