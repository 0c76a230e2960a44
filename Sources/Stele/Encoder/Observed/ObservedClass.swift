/// What the instances of a class, a struct or an enum case have had so far: their keys by level, and the layout of the last entry.
final class ObservedClass {
  /// What the instances are.
  enum Kind {
    case structure
    case `class`(TypeDeclaration)
    /// The payload of an enum, which defines the entries.
    case payload
  }

  let kind: Kind
  /// The levels, topmost superclass first; one for a struct or case.
  let levels: [ObservedKeys]
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

  init(_ kind: Kind, _ levels: [ObservedKeys], type: Int, replacesKeys: Bool = false) {
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
