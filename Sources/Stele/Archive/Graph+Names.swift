extension Graph {
  /// The class names that entries and type descriptors use, in ascending order.
  ///
  /// Types stand in keys, roots, metadata, and in `any` values wherever these are. Spec annex C.6.
  func usedNames() throws(GraphError) -> [String] {
    var names: Set<ExactString> = []
    var seen: Set<TypeDescriptor> = []
    func use(_ type: TypeDescriptor) throws(GraphError) {
      guard seen.insert(type).inserted else { return }
      for name in type.classNames {
        guard !name.isEmpty else { throw GraphError(.breaks(.emptyName)) }
        names.insert(ExactString(name))
      }
    }
    var walk = ValueWalk(classes)
    func use(_ value: Value, _ type: TypeDescriptor) throws(GraphError) {
      guard type.mayHoldAny else { return }
      var failure: GraphError?
      walk.walk(value, type) { event in
        guard case .type(let type) = event else { return }
        do throws(GraphError) {
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
      entry.keys.contains { $0.isStored && $0.type.mayHoldAny }
    }
    let mayHoldAny = (1..<(classes.count + 1)).map { number in
      classes.chain(of: number).contains { ownKeysMayHoldAny[$0 - 1] }
    }
    var storedKeys = EntryCache<[Key]>()
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

extension TypeDescriptor {
  /// Whether a value of the type can contain one of type `any`.
  fileprivate var mayHoldAny: Bool {
    var rest = [self]
    while let type = rest.popLast() {
      switch type.code {
      case .any, .struct, .enum: return true
      default: rest += type.parts
      }
    }
    return false
  }
}
