package import Stele

extension ArchiveGraph {
  /// The class names that entries and type descriptors use.
  var usedNames: UsedNames {
    var names = UsedNames(classes)
    for object in objects { names.use(object) }
    for item in roots + (metadata ?? []) { names.use(item) }
    return names
  }
}

/// The class names that the entries of a class table use, and the type descriptors of some values.
///
/// Keys, roots, metadata and `any` values have type descriptors. Spec annex C.6.
package struct UsedNames {
  private let classes: ArchiveClassTable
  private var numbers = NameNumbers()
  private var names: [String] = []
  private var hasEmptyName = false
  private var walk: ValueWalk
  /// Whether structs and enums are taken for ones that can have values of type `any`, as one of them can.
  private let structsMayHoldAny: Bool
  /// Whether objects of each entry can have values of type `any`.
  private let mayHoldAny: [Bool]

  /// Remembers the names that the entries use.
  package init(_ classes: ArchiveClassTable) {
    self.classes = classes
    let structsMayHoldAny = classes.entries.contains { entry in
      entry.kind != .class
        && (entry.keys + entry.cases.flatMap(\.keys)).contains { key in
          key.isStored && key.type.mayHoldAny(inStructs: false)
        }
    }
    let ownKeysMayHoldAny = classes.entries.map { entry in
      entry.keys.contains { $0.isStored && $0.type.mayHoldAny(inStructs: structsMayHoldAny) }
    }
    mayHoldAny = (1..<(classes.count + 1)).map { number in
      classes.chain(of: number).contains { ownKeysMayHoldAny[$0 - 1] }
    }
    self.structsMayHoldAny = structsMayHoldAny
    walk = ValueWalk(classes, skipsScalars: true)
    for entry in classes.entries {
      use(entry.name)
      for key in entry.keys { use(key.type) }
      for key in entry.cases.flatMap(\.keys) { use(key.type) }
    }
  }

  /// Returns the names, in ascending order.
  ///
  /// - Throws: Rule C1 if a type descriptor has an empty name.
  package func sorted() throws(ArchiveWritingError) -> [String] {
    guard !hasEmptyName else { throw ArchiveWritingError(.breaks(.emptyName)) }
    return names.sorted { ExactString($0) < ExactString($1) }
  }

  /// Returns whether the values of objects of an entry can have names of types in them.
  func mayBeInValues(ofObjectsOf entry: Int) -> Bool {
    mayHoldAny.indices.contains(entry &- 1) && mayHoldAny[entry - 1]
  }

  /// Remembers the names that the values of an object use.
  package mutating func use(_ object: ArchiveObject) {
    guard mayBeInValues(ofObjectsOf: object.entry) else { return }
    for case (let value?, let key) in zip(object.values, classes.storedKeys(of: object.entry)) {
      use(value, key.type)
    }
  }

  /// Remembers the names that the type and the value of a root, or of an item of the metadata, use.
  package mutating func use(_ item: ArchiveNamedValue) {
    use(item.type)
    use(item.value, item.type)
  }

  private mutating func use(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor) {
    guard type.mayHoldAny(inStructs: structsMayHoldAny) else { return }
    walk.begin(value, type)
    while let event = walk.next() {
      if case .value(.any(let type, _), .any?, _) = event { use(type) }
    }
  }

  private mutating func use(_ type: ArchiveTypeDescriptor) {
    guard type.code.rawValue >= TypeCode.optional.rawValue else { return }
    for name in type.classNames {
      if name.isEmpty { hasEmptyName = true }
      use(name)
    }
  }

  private mutating func use(_ name: String) {
    if numbers.number(of: name) > names.count { names.append(name) }
  }
}

extension ArchiveTypeDescriptor {
  /// Whether a value can contain one of type `any`, perhaps in a struct or enum.
  fileprivate func mayHoldAny(inStructs: Bool) -> Bool {
    contains { $0 == .any || inStructs && ($0 == .struct || $0 == .enum) }
  }

  /// Every class name in this descriptor.
  package var classNames: [String] { preorder.compactMap(\.className) }
}
