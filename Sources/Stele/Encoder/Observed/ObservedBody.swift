/// What the instances of a class, a struct or an enum case have had so far: their keys by level, and the layout of the last entry.
final class ObservedBody {
  /// What the instances are.
  enum Kind {
    case structure
    case `class`(TypeDeclaration)
    /// The payload of an enum, which defines the entries.
    case payload
  }

  let kind: Kind
  /// The levels, topmost superclass first; one for a struct or case.
  let levels: [ObservedLevel]
  /// The classes of the levels; none for structs and cases.
  let levelTypes: [ObjectIdentifier]
  /// The index of the type, for a struct.
  let type: Int
  /// Whether a key that is written again takes the place of what was written before, and is no error.
  let replacesKeys: Bool
  /// The layout of the last entry.
  private(set) var layout: RecordLayout?
  /// The types of coding keys by which instances are written.
  private var accesses: [KeyAccess] = []
  /// The access that was asked for last.
  private var lastAccess: KeyAccess?

  init(_ kind: Kind, _ levels: [ObservedLevel], type: Int, replacesKeys: Bool = false) {
    self.kind = kind
    self.replacesKeys = replacesKeys
    self.levels = levels
    self.type = type
    if case .class(let declaration) = kind {
      levelTypes = declaration.levels.map { ObjectIdentifier($0.type) }
    } else {
      levelTypes = []
    }
  }

  /// Whether the instances are structs.
  var isStructure: Bool {
    if case .structure = kind { return true }
    return false
  }

  /// Whether the instances are objects.
  var isClass: Bool { !levelTypes.isEmpty }

  /// Whether instances are written by more types of coding keys than they have levels: as a rule, a type eraser has passed its
  /// encoder on.
  var hasFurtherKeyTypes: Bool { accesses.count > levels.count }

  /// The last level: that of the class itself.
  var ownLevel: Int { levels.count - 1 }

  /// The keyed container of a value, for a level that is not below another.
  @inline(__always)
  func container<Key: CodingKey>(
    _ type: Key.Type, atMost limit: Int, of encoder: ValueEncoder
  ) -> KeyedEncodingContainer<Key> {
    if let last = lastAccess, last.type == ObjectIdentifier(type), last.limit == limit {
      return last.container(of: encoder)
    }
    let access = findAccess(type, atMost: limit)
    lastAccess = access
    return access.container(of: encoder)
  }

  /// Ends the use of the keyed containers of a value.
  func endContainers(of value: ValueCell) {
    for index in accesses.indices { accesses[index].end(value) }
  }

  @inline(never)
  private func findAccess<Key: CodingKey>(_ type: Key.Type, atMost limit: Int) -> KeyAccess {
    for known in accesses where known.type == ObjectIdentifier(type) && known.limit == limit {
      return known
    }
    var level = ownLevel
    if case .class(let declaration) = kind {
      let owner = declaration.level(ofKeyType: type)
      level = declaration.levels.firstIndex { $0.type == owner.type } ?? level
    }
    let access = TypedKeyAccess<KeyedEncodingContainer<Key>>(
      type, limit: limit, level: min(level, limit), number: accesses.count)
    accesses.append(access)
    return access
  }

  /// Takes up the pieces of one more instance, sorted by place, and returns the layout that has room for them.
  func take(_ pieces: [Piece], _ tables: inout ClassTableWriter) throws -> RecordLayout {
    for (index, level) in levels.enumerated() {
      try level.take(pieces.lazy.filter { $0.level == index }, types: &tables.types)
    }
    let layout = RecordLayout(
      entry: try entry(&tables), levels: levels, type: type, isStructure: isStructure,
      tables.types, after: self.layout)
    self.layout = layout
    return layout
  }

  private func entry(_ tables: inout ClassTableWriter) throws -> Int {
    switch kind {
    case .payload: return 0
    case .structure: return try levels[0].entry(.structure, under: 0, &tables)
    case .class:
      var number = 0
      for level in levels { number = try level.entry(.class, under: number, &tables) }
      return number
    }
  }
}

/// What the values of an enum with payloads look like, as far as they are known.
///
/// Spec §4.4.
final class ObservedEnum {
  private struct CaseState {
    let name: String
    let body: ObservedBody
  }

  private let name: String
  private let declaration: ArchiveClass?
  /// The index of the type.
  let type: Int
  private var cases: [CaseState] = []
  /// The last entry, and the sum of revisions for which it was made.
  private var last: (entry: Int, revision: Int)?

  init(name: String, declaration: ArchiveClass?, type: Int) {
    self.name = name
    self.declaration = declaration
    self.type = type
  }

  /// The index of a case, which is added when it is new.
  func index(ofCase name: String, payload: ObservedLevel) -> Int {
    if let index = cases.firstIndex(where: { $0.name.isExactly(name) }) { return index }
    cases.append(CaseState(name: name, body: ObservedBody(.payload, [payload], type: -1)))
    return cases.count - 1
  }

  /// The shape of the payload of a case.
  func body(ofCase index: Int) -> ObservedBody { cases[index].body }

  /// The entry that has all cases as they are now.
  func entry(_ tables: inout ClassTableWriter) throws(ArchiveWritingError) -> Int {
    let revision = cases.reduce(cases.count) { $0 + $1.body.levels[0].revision }
    if let last, last.revision == revision { return last.entry }
    let version = max(1, declaration?.version ?? 1)
    var result = cases.map { item in
      let since = declaration?.keys.first { $0.name.isExactly(item.name) }?.since ?? 1
      return ArchiveCase(
        item.name, since: min(max(1, since), version),
        keys: item.body.levels[0].entryKeys(tables.types))
    }
    for history in declaration?.keys ?? []
    where history.retiredType != nil && !history.name.contains(".") {
      guard !result.contains(where: { $0.name.isExactly(history.name) }) else { continue }
      result.append(
        ArchiveCase(history.name, since: min(max(1, history.since), version), isRetired: true))
    }
    let number = try tables.define(.enumeration(name, version: version, cases: result))
    last = (number, revision)
    return number
  }
}

/// What the values of a type, or of a nested container, have looked like when they asked for a keyed container.
final class ObservedType {
  /// Its keys; in an enum with payloads its cases.
  let level: ObservedLevel
  /// Whether the type is an enum, nil while no value has been seen.
  var isEnum: Bool?
  /// The instances, once there was one.
  private(set) var structure: ObservedBody?
  private var enumeration: ObservedEnum?

  init(_ level: ObservedLevel) {
    self.level = level
  }

  /// Takes up the instances of a type that is in no table.
  func take(_ structure: ObservedBody) { self.structure = structure }

  /// What has been observed of the instances of a struct.
  func makeStructure(_ types: inout TypeTable) throws(ArchiveWritingError) -> ObservedBody {
    if let structure { return structure }
    let type = try types.index(of: .structure(level.name))
    let made = ObservedBody(.structure, [level], type: type)
    structure = made
    return made
  }

  /// What has been observed of the cases of an enum.
  func makeEnumeration(_ types: inout TypeTable) throws(ArchiveWritingError) -> ObservedEnum {
    if let enumeration { return enumeration }
    let type = try types.index(of: .enumeration(level.name))
    let made = ObservedEnum(
      name: level.name, declaration: level.declaration?.archiveClass, type: type)
    enumeration = made
    return made
  }
}
