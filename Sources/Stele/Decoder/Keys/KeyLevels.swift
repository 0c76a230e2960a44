/// The levels of the keys that values of one kind have, as one type of the program sees them.
///
/// A struct has one; a class of the program has one for itself and for each of its superclasses, which the archive may
/// lack. Levels of the archive that the program does not have are passed over.
final class KeyLevels {
  /// A level.
  struct Level {
    /// Its keys.
    let table: ArchivedKeys
    /// The place of its first value among those of the body.
    let firstPlace: Int
    /// The number of its first presence bit.
    let firstBit: Int
    /// Levels of the archive above this one that have names which this one lacks, for readers that read all levels as one.
    var upper: [Level] = []
  }

  /// The keys of which values.
  let body: ArchivedBody
  /// The levels, the topmost superclass first.
  let levels: [Level]
  /// The keys of the first level, and where its values are.
  let firstTable: ArchivedKeys
  let firstPlace: Int
  let firstBit: Int
  /// Whether some of the levels are read together with those above them.
  let joinsLevels: Bool
  /// The number of values that bodies have at most.
  let valueCount: Int
  /// The number of presence bytes.
  let presenceByteCount: Int
  /// The levels of the class in the archive, the topmost first, for records only.
  let chain: [ChainLevel]
  /// Whether keys that a level does not list may be found at other levels.
  let hasOthers: Bool
  /// The class whose objects alone have the levels, if objects of other classes are made of the same entry.
  let owner: ObjectIdentifier?
  /// The levels whose migrations have to run, those of superclasses first.
  let migratedLevels: [Int]
  /// For each level its keys by the names that the archive has for them, once a migration has asked for them.
  var plainLevels: [Int: KeyLevels] = [:]
  /// Where keys are that their levels do not list.
  var movedKeys: [MovedKeyIdentity: MovedKey] = [:]
  /// The levels of the archive that have keys beyond those of their entries, once keys are looked for there.
  var knownOverflowLevels: [OverflowLevel]?

  private init(
    _ body: ArchivedBody, _ levels: [Level], _ types: ArchivedTypes, chain: [ChainLevel] = [],
    hasOthers: Bool = false, owner: ObjectIdentifier? = nil
  ) {
    self.body = body
    self.owner = owner
    self.levels = levels
    self.chain = chain
    self.hasOthers = hasOthers
    migratedLevels = levels.indices.filter { !levels[$0].table.migrations.isEmpty }
    valueCount = types.schema.valueCount(body)
    presenceByteCount = types.schema.presenceByteCount(body)
    let first =
      levels.first ?? Level(table: ArchivedKeys(body, nil, types), firstPlace: 0, firstBit: 0)
    firstTable = first.table
    firstPlace = first.firstPlace
    firstBit = first.firstBit
    joinsLevels = levels.contains { !$0.upper.isEmpty }
  }

  /// Prepares values, whose keys are those of each level of a class.
  convenience init(
    value body: ArchivedBody, _ declaration: TypeDeclaration?, _ types: ArchivedTypes
  ) {
    let isClass = declaration?.isClass == true
    let declared: [TypeDeclaration?] = isClass ? declaration?.levels ?? [] : [declaration]
    let levels = declared.map { declaration in
      Level(table: ArchivedKeys(body, declaration, types), firstPlace: 0, firstBit: 0)
    }
    self.init(body, levels, types)
  }

  /// Prepares the same values with other levels.
  convenience init(_ levels: KeyLevels, _ others: [Level], _ types: ArchivedTypes) {
    self.init(levels.body, others, types)
  }

  /// Prepares records: finds the declared levels among those of an entry, by name, alias, or a default name that
  /// a class had.
  ///
  /// Spec §8.2.
  ///
  /// - Parameters:
  ///   - body: The keys of the records.
  ///   - ranges: The levels of the entry.
  ///   - declared: The levels of the class of the program.
  ///   - sharesKeys: Whether all objects of the entry are of that class, so that what is found out of its keys holds for all.
  ///   - session: What decodes the archive.
  convenience init(
    _ body: ArchivedBody, _ ranges: [LevelRange], _ declared: [TypeDeclaration],
    sharesKeys: Bool, _ session: DecodingSession
  ) {
    let types = session.types
    let owner = sharesKeys ? nil : declared.last.map { ObjectIdentifier($0) }
    var chain = ranges.map { ChainLevel($0, types) }
    var places = declared.enumerated().map { level, declaration in
      let place = declaration.currentNames.lazy.compactMap { name in
        chain.firstIndex { $0.name.isExactly(name) }
      }.first
      if let place, chain[place].level == nil { chain[place].level = level }
      return place
    }
    // The class itself comes first: it is the one that the object was found to be of.
    for level in declared.indices.reversed() where places[level] == nil {
      guard !declared[level].formerNames.isEmpty else { continue }
      let place = chain.firstIndex {
        $0.level == nil && types.mayName(declared[level], formerly: $0.name)
      }
      guard let place else { continue }
      places[level] = place
      chain[place].level = level
    }
    let isMigrated = zip(declared, places).contains { declaration, place in
      let version = place.flatMap { types.schema[ranges[$0].entry] }.map { Int($0.version) } ?? 0
      return !declaration.archiveClass.migrations(from: version).isEmpty
    }
    let levels = zip(declared, places).map { declaration, place in
      guard let place else {
        let none = ArchivedBody(.own, entry: 0, index: -1)
        return Level(
          table: ArchivedKeys(none, declaration, types, isMigrated: isMigrated), firstPlace: 0,
          firstBit: 0)
      }
      return Level(
        table: session.table(
          ofLevel: ranges[place].entry, declaration, isMigrated: isMigrated, owner: owner),
        ranges[place])
    }
    let hasOthers = ranges.count > 1 || places.contains { $0 == nil } && !ranges.isEmpty
    self.init(body, levels, types, chain: chain, hasOthers: hasOthers, owner: owner)
  }

  /// Prepares records whose class is not asked for: all levels are read as one.
  convenience init(anonymousRecord entry: Int, _ session: DecodingSession) {
    let schema = session.types.schema
    let body = schema.record(ofEntry: entry)
    self.init(body, schema.levels(body), ofSurrogate: nil, session)
  }

  /// Prepares records that a surrogate decodes: each level of the archive, and after them, as one level each, every level
  /// with those above it, all of them first.
  convenience init(
    _ body: ArchivedBody, _ ranges: [LevelRange], ofSurrogate declaration: TypeDeclaration?,
    _ session: DecodingSession
  ) {
    func level(_ range: LevelRange, _ declaration: TypeDeclaration?) -> Level {
      Level(table: session.table(ofLevel: range.entry, declaration), range)
    }
    var all: Level?
    if let last = ranges.last {
      all = level(last, declaration)
      all?.upper = ranges.dropLast().reversed().map { level($0, declaration) }
    }
    let own = ranges.map { level($0, nil) }
    let joined = ranges.indices.map { index in
      var level = own[index]
      level.upper = own[..<index].reversed()
      return level
    }
    let every = all.map { [$0] + (ranges.count > 1 ? own + joined : []) } ?? []
    self.init(
      body, every, session.types, chain: ranges.map { ChainLevel($0, session.types) })
  }
}

extension KeyLevels {
  /// The same keys by the names that the archive has for them: those of a level first, then those of the other levels of
  /// the archive.
  func withoutHistory(_ level: Int, _ session: DecodingSession) -> KeyLevels {
    if let plain = plainLevels[level] { return plain }
    let own = levels[level]
    let first = Level(
      table: own.table.withoutHistory(session.types), firstPlace: own.firstPlace,
      firstBit: own.firstBit)
    let others = chain.filter { $0.range.entry != own.table.entry }.map { other in
      Level(table: session.table(ofLevel: other.range.entry, nil), other.range)
    }
    let plain = KeyLevels(self, [first] + others, session.types)
    plainLevels[level] = plain
    return plain
  }
}

extension KeyLevels.Level {
  /// The level of a range of the keys of a record.
  init(table: ArchivedKeys, _ range: LevelRange) {
    self.init(table: table, firstPlace: range.firstPlace, firstBit: range.firstBit)
  }
}

/// The keys of the values of one type of the program, or of values without a type of their own, by the bodies that the
/// archive has for them.
final class ValueKeys {
  /// The declaration of the type, if there is one.
  let declaration: TypeDeclaration?
  private var known = ShortTable<ArchivedBody, KeyLevels>()
  private var last: KeyLevels?

  /// How many levels the type has: one, if it is no class.
  let levelCount: Int

  init(_ declaration: TypeDeclaration?) {
    self.declaration = declaration
    levelCount = declaration?.isClass == true ? declaration?.levels.count ?? 1 : 1
  }

  /// The level that a type of coding keys belongs to.
  func level(ofKeyType type: Any.Type) -> Int {
    guard let declaration, levelCount > 1 else { return 0 }
    let owner = declaration.level(ofKeyType: type)
    return declaration.levels.firstIndex { $0 === owner } ?? levelCount - 1
  }

  /// The keys of an object that is read as a value: those of all levels.
  func levels(ofRecord entry: Int, _ session: DecodingSession) -> KeyLevels {
    let schema = session.types.schema
    let body = schema.record(ofEntry: entry)
    if let last, last.body == body { return last }
    let levels =
      known[body]
      ?? KeyLevels(body, schema.levels(body), ofSurrogate: declaration, session)
    known.set(levels, for: body)
    last = levels
    return levels
  }

  /// The keys of a body.
  @inline(__always)
  func levels(of body: ArchivedBody, _ types: ArchivedTypes) -> KeyLevels {
    if let last, last.body == body { return last }
    return otherLevels(of: body, types)
  }

  @inline(never)
  private func otherLevels(of body: ArchivedBody, _ types: ArchivedTypes) -> KeyLevels {
    let levels = known[body] ?? KeyLevels(value: body, declaration, types)
    known.set(levels, for: body)
    last = levels
    return levels
  }
}
