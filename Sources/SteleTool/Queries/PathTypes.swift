package import Stele
package import SteleInspection
package import SteleModel

/// The types of the values that a path from an object can reach, according to the class table.
package struct PathTypes {
  private let classes: ArchiveClassTable
  /// The types, without optionals.
  package private(set) var types: Set<ArchiveTypeDescriptor> = []
  /// Whether a value can be nil, or its key can be absent.
  package private(set) var mayBeNil = false
  /// Whether other types are possible that the class table does not list.
  package private(set) var isOpen = false
  /// The steps to keys that a key with the same name in a subclass hides.
  package private(set) var hiddenKeys: Set<String> = []

  /// Begins with the type of all values.
  package init(_ type: ArchiveTypeDescriptor, in classes: ArchiveClassTable) {
    self.classes = classes
    types = [type]
  }

  /// Finds the types of the values that steps reach from the objects of a class and its subclasses.
  ///
  /// - Throws: `ArchivePathFailure` if no object has a value at the path.
  package init(
    at steps: [ArchivePath.Step], fromObjectsOf className: String, in classes: ArchiveClassTable
  ) throws(ArchivePathFailure) {
    self.init(.reference(to: className), in: classes)
    var path = ""
    for step in steps {
      let above = types
      let records = records(of: above)
      types = []
      if case .key(let name, let level) = step { add(name, level, of: records) }
      for type in above { add(step, of: type) }
      if types.isEmpty, !isOpen { throw failure(step, above, records, path) }
      path += path.isEmpty ? step.description.drop { $0 == "." } : step.description[...]
    }
  }

  private func failure(
    _ step: ArchivePath.Step, _ above: Set<ArchiveTypeDescriptor>, _ records: [Int], _ path: String
  ) -> ArchivePathFailure {
    guard case .key(let name, _) = step, let first = records.first else {
      let type = above.first?.notation().shortened(to: 200) ?? ""
      return ArchivePathFailure(reason: .noParts(type: type), path: path, suggestion: nil)
    }
    let owner = above.compactMap(\.className).min() ?? classes[first]?.name ?? ""
    let names = records.lazy.flatMap(classes.storedKeys).map(\.name)
    return ArchivePathFailure(
      reason: .noKey(name, of: owner), path: path, suggestion: name.suggestion(among: names))
  }

  /// Returns the entries of the objects and structs of some types.
  private func records(of types: Set<ArchiveTypeDescriptor>) -> [Int] {
    let names = Set(types.compactMap(\.className).map { ExactString($0) })
    let isNamed = classes.entries.map { names.contains(ExactString($0.name)) }
    let hasAny = types.contains(.reference(to: nil)) || types.contains(.weakReference(to: nil))
    return classes.entries.indices.map { $0 + 1 }.filter { number in
      switch classes[number]?.kind {
      case .class: hasAny || classes.chain(of: number).contains { isNamed[$0 - 1] }
      case .struct: isNamed[number - 1]
      default: false
      }
    }
  }

  /// Adds the types of a key of some entries.
  private mutating func add(_ name: String, _ level: String?, of records: [Int]) {
    let own = classes.entries.enumerated().map { index, entry in
      level.map { entry.name.isExactly($0) } ?? true
        ? classes.ownKeys(of: index + 1)?.last { $0.name.isExactly(name) } : nil
    }
    for record in records {
      let owners = classes.chain(of: record).filter { own[$0 - 1] != nil }
      let key = owners.last.flatMap { own[$0 - 1] }
      if key?.presence != .required { mayBeNil = true }
      if let key { add(key.type) }
      for owner in owners.dropLast() where level == nil {
        hiddenKeys.insert(KeyPathText.key(name, ofClass: classes[owner]?.name))
      }
    }
  }

  /// Adds the types that a step reaches from a value of a type; not for keys of objects and structs.
  private mutating func add(_ step: ArchivePath.Step, of type: ArchiveTypeDescriptor) {
    switch (type, step) {
    case (.reference, .key), (.weakReference, .key), (.struct, .key): return
    case (.list(let part), .index), (.set(let part), .index): add(part)
    case (.map(_, let value), .mapKey), (.map(_, let value), .key): add(value)
    // A pair has a key and a value, and an enum has keys for each case.
    case (.map, .index), (.enum, .key): isOpen = true
    default: break
    }
    mayBeNil = true
  }

  private mutating func add(_ type: ArchiveTypeDescriptor) {
    switch type {
    case .optional(let part):
      mayBeNil = true
      add(part)
    case .any, .never: isOpen = true
    case .weakReference:
      mayBeNil = true
      types.insert(type)
    default: types.insert(type)
    }
  }
}
