/// What the bodies of a struct, a class or an enum case look like, as far as they are known.
@safe
final class BodyShape {
  /// What becomes of the bodies.
  enum Kind {
    case structure
    case `class`(TypeDeclaration)
    /// The payload of an enum, which defines the entries.
    case payload
  }

  let kind: Kind
  /// The levels, topmost superclass first; one for a struct or case.
  let levels: [LevelShape]
  /// The classes of the levels; none for structs and cases.
  let levelTypes: [ObjectIdentifier]
  /// The layout of the last entry.
  private(set) var layout: RecordLayout? {
    didSet { unsafe latest.pointee = unsafe layout?.expected }
  }
  // Safe: an allocation of one pointer, which is initialised; it needs no deinitialisation.
  /// Where the keys of the last layout are.
  let latest: UnsafeMutablePointer<UnsafeMutablePointer<ExpectedKey>?>
  /// Whether what is known comes from another archive, and holds in this one only if the first body has the same keys.
  @safe @exclusivity(unchecked) var isPredicted = false
  /// The number of the plan of the type, for a struct.
  let type: Int
  /// Whether a key that is written again takes the place of what was written before, and is no error.
  let replacesKeys: Bool
  private var keyTables: [(type: ObjectIdentifier, limit: Int, table: KeyTable)] = []
  /// The table that was asked for last.
  // Safe: an encoder is for one thread, and nothing is called while it changes.
  @exclusivity(unchecked) private var lastTable:
    (type: ObjectIdentifier, limit: Int, table: KeyTable)?

  init(_ kind: Kind, _ levels: [LevelShape], type: Int, replacesKeys: Bool = false) {
    self.kind = kind
    self.replacesKeys = replacesKeys
    self.levels = levels
    self.type = type
    unsafe latest = .allocate(capacity: 1)
    unsafe latest.initialize(to: nil)
    if case .class(let declaration) = kind {
      levelTypes = declaration.levels.map { ObjectIdentifier($0.type) }
    } else {
      levelTypes = []
    }
  }

  deinit {
    // Safe: frames keep the body as long as they look there.
    unsafe latest.deallocate()
  }

  /// Whether the bodies are those of structs.
  var isStructure: Bool {
    if case .structure = kind { return true }
    return false
  }

  /// Whether the bodies are those of objects.
  var isClass: Bool { !levelTypes.isEmpty }

  /// The last level: that of the class itself.
  var ownLevel: Int { levels.count - 1 }

  /// Whether another archive would have the same entry for an object with the same keys.
  ///
  /// The one body had the keys of one level, all of simple types and none of them optional, in the order in which they were
  /// used first.
  func isPredictable(_ types: [TypePlan]) -> Bool {
    guard let layout, levels.count == 1, keyTables.isEmpty, levels[0].isPredictable,
      layout.slots.count == levels[0].keys.count
    else { return false }
    return layout.slots.enumerated().allSatisfy { index, slot in
      slot.key == index && slot.bit < 0 && types[slot.type].isSimple
    }
  }

  /// Forgets the prediction, except for the keys that have come as predicted.
  func refute(keyCount: Int) {
    isPredicted = false
    layout = nil
    levels[0].restart(keyCount: keyCount)
  }

  /// The numbers of the keys of a type of coding keys, of a level that is not below another.
  func keyTable<Key: CodingKey>(
    _ type: Key.Type, atMost limit: Int
  ) -> TypedKeyTable<Key, KeyedEncodingContainer<Key>> {
    let identifier = ObjectIdentifier(type)
    if let last = unsafe lastTable, last.type == identifier, last.limit == limit {
      // Safe, here and below: the table was made for the type.
      return unsafe unsafeDowncast(
        last.table, to: TypedKeyTable<Key, KeyedEncodingContainer<Key>>.self)
    }
    for known in keyTables where known.type == identifier && known.limit == limit {
      unsafe lastTable = known
      return unsafe unsafeDowncast(
        known.table, to: TypedKeyTable<Key, KeyedEncodingContainer<Key>>.self)
    }
    var level = ownLevel
    if case .class(let declaration) = kind {
      let owner = declaration.level(ofKeyType: type)
      level = declaration.levels.firstIndex { $0.type == owner.type } ?? level
    }
    level = min(level, limit)
    let table = TypedKeyTable<Key, KeyedEncodingContainer<Key>>(levels[level], level: level)
    keyTables.append((identifier, limit, table))
    return table
  }

  /// Takes up the pieces of one more instance, sorted by place, and gives the layout that has room for them.
  func take(_ pieces: [Piece], _ tables: inout ClassTableWriter) throws -> RecordLayout {
    for (index, level) in levels.enumerated() {
      try level.take(pieces.lazy.filter { Int($0.level) == index }, types: &tables.types)
    }
    let layout = RecordLayout(entry: try entry(&tables), levels: levels, tables.types)
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
