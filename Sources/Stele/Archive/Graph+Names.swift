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
    func use(_ value: Value) throws(GraphError) {
      var rest = [value]
      while let value = rest.popLast() {
        if case .any(let type, _) = value { try use(type) }
        value.forEachPart { rest.append($0) }
      }
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
    for object in objects {
      guard mayHoldAny.indices.contains(object.entry &- 1), mayHoldAny[object.entry - 1]
      else { continue }
      for case let value? in object.values { try use(value) }
    }
    for item in roots + (metadata ?? []) {
      try use(item.type)
      if item.type.mayHoldAny { try use(item.value) }
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

extension Value {
  /// Calls a function with each value that stands directly in this one.
  package func forEachPart(_ body: (Value) -> Void) {
    switch self {
    case .any(_, let inner), .some(let inner): body(inner)
    case .list(let values), .set(let values): values.forEach(body)
    case .map(let pairs):
      for pair in pairs {
        body(pair.key)
        body(pair.value)
      }
    case .structure(let value): for case let part? in value.values { body(part) }
    case .enumeration(let value): for case let part? in value.values { body(part) }
    default: break
    }
  }
}
