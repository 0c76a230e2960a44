/// The levels of the keys of one body, as one type of the program reads them.
///
/// A struct has one level; a class of the program has one for itself and for each of its superclasses, even if the
/// archive lacks that class. Levels of the archive that the program does not have are skipped.
final class KeyLevels {
  /// A level.
  struct Level {
    /// Its keys.
    let table: KeyTable
    /// The place of its first value among those of the body.
    let firstPlace: Int
    /// The number of its first presence bit.
    let firstBit: Int
    /// The levels of the archive above this one, for types that read all levels as one.
    var upper: [Level] = []
  }

  /// The body that has the keys.
  let body: ArchivedBody
  /// The levels, the topmost superclass first.
  let levels: [Level]
  /// The keys of the first level.
  let firstTable: KeyTable
  let firstPlace: Int
  let firstBit: Int
  /// Whether some of the levels are read together with those above them.
  let joinsLevels: Bool
  /// The largest number of values in a body.
  let valueCount: Int
  /// The number of presence bytes.
  let presenceByteCount: Int
  /// The levels of the class in the archive, the topmost first, for records only.
  let chain: [ChainLevel]
  /// Whether keys that a level does not list may be found at other levels.
  let hasOthers: Bool
  /// The only class whose objects have the levels, if objects of the same entry are of several classes.
  let owner: ObjectIdentifier?
  /// The levels that have migrations, those of superclasses first.
  let migratedLevels: [Int]
  /// Whether values have to be checked when they are complete: that unknown keys were read, or that the memory suffices.
  let needsCheck: Bool
  /// For each level its keys by their names in the archive, made when a migration first asks for them.
  var plainLevels: [Int: KeyLevels] = [:]
  /// The levels of keys that their own levels do not list.
  var movedKeys: [MovedKeyIdentity: MovedKey] = [:]
  /// The levels of the archive that have an overflow key, found at the first look-up there.
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
    // With the object, what refers to it, and the decoder of a class.
    types.pay(640 + (levels.count + chain.count) * MemoryLayout<ChainLevel>.stride)
    needsCheck =
      types.isOverBudget || levels.contains { $0.table.declaration?.unreadUnknownKeys != nil }
    valueCount = types.schema.valueCount(body)
    presenceByteCount = types.schema.presenceByteCount(body)
    let first =
      levels.first ?? Level(table: KeyTable(body, nil, types), firstPlace: 0, firstBit: 0)
    firstTable = first.table
    firstPlace = first.firstPlace
    firstBit = first.firstBit
    joinsLevels = levels.contains { !$0.upper.isEmpty }
  }

  /// Prepares values, whose keys are shared by all levels of a class.
  convenience init(
    value body: ArchivedBody, _ declaration: TypeDeclaration?, _ types: ArchivedTypes
  ) {
    let isClass = declaration?.isClass == true
    let declared: [TypeDeclaration?] = isClass ? declaration?.levels ?? [] : [declaration]
    let levels = declared.map { declaration in
      Level(table: KeyTable(body, declaration, types), firstPlace: 0, firstBit: 0)
    }
    self.init(body, levels, types)
  }

  /// Prepares the same values with other levels.
  convenience init(_ levels: KeyLevels, _ others: [Level], _ types: ArchivedTypes) {
    self.init(levels.body, others, types)
  }

  /// Prepares records: finds the declared levels among those of an entry, by name or alias.
  ///
  /// Spec §10.2.
  ///
  /// - Parameters:
  ///   - body: The body of the records.
  ///   - ranges: The levels of the entry.
  ///   - declared: The levels of the class of the program.
  ///   - sharesKeys: Whether all objects of the entry are of that class, so that the tokens of its keys hold for all.
  ///   - tables: The tables of the archive.
  convenience init(
    _ body: ArchivedBody, _ ranges: [LevelRange], _ declared: [TypeDeclaration],
    sharesKeys: Bool, _ tables: KeyTables
  ) {
    let types = tables.types
    let owner = sharesKeys ? nil : declared.last.map { ObjectIdentifier($0) }
    var chain = ranges.map { ChainLevel($0, types) }
    let places = declared.enumerated().map { level, declaration in
      let place = declaration.names.lazy.compactMap { name in
        chain.firstIndex { $0.name.isExactly(name) }
      }.first
      if let place, chain[place].level == nil { chain[place].level = level }
      return place
    }
    let isMigrated = zip(declared, places).contains { declaration, place in
      let version = place.flatMap { types.schema[ranges[$0].entry] }.map { Int($0.version) } ?? 0
      return !declaration.archiveClass.migrations(from: version).isEmpty
    }
    let levels = zip(declared, places).map { declaration, place in
      guard let place else {
        let none = ArchivedBody(.own, entry: 0, index: -1)
        return Level(
          table: KeyTable(none, declaration, types, isMigrated: isMigrated), firstPlace: 0,
          firstBit: 0)
      }
      return Level(
        table: tables.table(
          ofLevel: ranges[place].entry, declaration, isMigrated: isMigrated, owner: owner),
        ranges[place])
    }
    let hasOthers = ranges.count > 1 || places.contains { $0 == nil } && !ranges.isEmpty
    self.init(body, levels, types, chain: chain, hasOthers: hasOthers, owner: owner)
  }

  /// Prepares records that are read without making an object: all levels are read as one.
  convenience init(anonymousRecord entry: Int, _ tables: KeyTables) {
    let schema = tables.types.schema
    let body = schema.record(ofEntry: entry)
    self.init(body, schema.levels(body), ofSurrogate: nil, tables)
  }

  /// Prepares records that a surrogate decodes.
  ///
  /// The first level joins all levels of the archive; after it come the single levels, and then the joins of each level
  /// with all levels above it.
  convenience init(
    _ body: ArchivedBody, _ ranges: [LevelRange], ofSurrogate declaration: TypeDeclaration?,
    _ tables: KeyTables
  ) {
    func level(_ range: LevelRange, _ declaration: TypeDeclaration?) -> Level {
      Level(table: tables.table(ofLevel: range.entry, declaration), range)
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
      body, every, tables.types, chain: ranges.map { ChainLevel($0, tables.types) })
  }
}

extension KeyLevels {
  /// Begins another archive with the same class table.
  ///
  /// - Parameter archiveNumber: The number of the archive in its series.
  func reset(for archiveNumber: Int) {
    for index in levels.indices { levels[index].table.reset(for: archiveNumber) }
    if !plainLevels.isEmpty { plainLevels = [:] }
    if !movedKeys.isEmpty { movedKeys = [:] }
    if knownOverflowLevels != nil { knownOverflowLevels = nil }
  }

  /// Returns the same keys by their names in the archive: first those of a level, then those of the other levels.
  func withoutHistory(_ level: Int, _ tables: KeyTables) -> KeyLevels {
    if let plain = plainLevels[level] { return plain }
    let own = levels[level]
    let first = Level(
      table: own.table.withoutHistory(tables.types), firstPlace: own.firstPlace,
      firstBit: own.firstBit)
    let others = chain.filter { $0.range.entry != own.table.entry }.map { other in
      Level(table: tables.table(ofLevel: other.range.entry, nil), other.range)
    }
    let plain = KeyLevels(self, [first] + others, tables.types)
    plainLevels[level] = plain
    return plain
  }
}

extension KeyLevels.Level {
  /// Makes the level of a range of the keys of a record.
  init(table: KeyTable, _ range: LevelRange) {
    self.init(table: table, firstPlace: range.firstPlace, firstBit: range.firstBit)
  }
}

/// A level of a class as the archive has it.
struct ChainLevel {
  /// Its keys.
  let range: LevelRange
  /// The archive name of its class.
  let name: String
  /// The level of the program that has its keys, or nil if the program has none.
  var level: Int?

  init(_ range: LevelRange, _ types: ArchivedTypes) {
    self.range = range
    name = types.name(ofEntry: range.entry) ?? ""
  }
}

/// The keys of the values of one type of the program, or of values without a type of their own, by the bodies of the archive.
final class ValueKeys {
  /// The declaration of the type, if there is one.
  let declaration: TypeDeclaration?
  private var known = ShortTable<ArchivedBody, KeyLevels>()
  private var last: KeyLevels?
  /// The greatest number of bodies that are kept for another archive.
  private static let reusedCount = 16
  /// The number of levels of the type: one, if it is not a class.
  let levelCount: Int

  init(_ declaration: TypeDeclaration?) {
    self.declaration = declaration
    levelCount = declaration?.isClass == true ? declaration?.levels.count ?? 1 : 1
  }

  /// Begins another archive with the same class table.
  ///
  /// - Parameter archiveNumber: The number of the archive in its series.
  func reset(for archiveNumber: Int) {
    guard known.count > 0 else { return }
    last = nil
    var areOwn = known.count <= Self.reusedCount
    known.forEach { _, levels in
      // Other bodies depend on types that the class table does not have, or on tables of records.
      areOwn = areOwn && levels.body.kind == .own
      levels.reset(for: archiveNumber)
    }
    if !areOwn { known.removeAll() }
  }

  /// Returns the level of a type of coding keys.
  func level(ofKeyType type: Any.Type) -> Int {
    guard let declaration, levelCount > 1 else { return 0 }
    return declaration.levelIndex(ofKeyType: type)
  }

  /// Returns the keys of an object that is read as a value: those of all levels.
  func levels(ofRecord entry: Int, _ tables: KeyTables) -> KeyLevels {
    let schema = tables.types.schema
    let body = schema.record(ofEntry: entry)
    if let last, last.body == body { return last }
    let levels =
      known[body]
      ?? KeyLevels(body, schema.levels(body), ofSurrogate: declaration, tables)
    known.set(levels, for: body)
    last = levels
    return levels
  }

  /// Returns the keys of a body.
  @inline(__always)
  func levels(of body: ArchivedBody, _ types: ArchivedTypes) -> KeyLevels {
    if let last, last.body == body { return last }
    return otherLevels(of: body, types)
  }

  @inline(never)
  private func otherLevels(of body: ArchivedBody, _ types: ArchivedTypes) -> KeyLevels {
    if let levels = known[body] {
      last = levels
      return levels
    }
    let levels = KeyLevels(value: body, declaration, types)
    known.set(levels, for: body)
    last = levels
    return levels
  }
}

/// The keys of the classes of an archive, and of values without a type of their own.
final class KeyTables {
  private struct LevelIdentity: Hashable {
    let entry: Int
    let declaration: ObjectIdentifier?
    let isMigrated: Bool
    let owner: ObjectIdentifier?
  }

  /// The types of the archive.
  let types: ArchivedTypes
  /// The keys of values that have no type of their own.
  let anonymous = ValueKeys(nil)
  /// A key of the decoded object whose value cannot be distinguished from others, and the reason.
  var failure: (key: String, error: DecodingError)?
  private var levels = ShortTable<LevelIdentity, KeyTable>()
  /// The keys of records that are read without making an object.
  private var anonymousRecords: [Int: KeyLevels] = [:]
  /// The number of the archive in its series.
  private(set) var archiveNumber = 1

  init(_ types: ArchivedTypes) { self.types = types }

  /// The number of tables of levels.
  var count: Int { levels.count }

  /// Begins another archive with the same class table.
  func reset() {
    archiveNumber &+= 1
    if failure != nil { failure = nil }
    anonymous.reset(for: archiveNumber)
    if !anonymousRecords.isEmpty { anonymousRecords = [:] }
  }

  /// Returns the keys of a level of a class, which the records of all subclasses share.
  ///
  /// - Parameters:
  ///   - entry: The entry of the level.
  ///   - declaration: The declaration of the level.
  ///   - isMigrated: Whether migration hooks of other levels may set values of the keys.
  ///   - owner: The only class whose objects have the level, if there is one.
  /// - Returns: The keys.
  func table(
    ofLevel entry: Int, _ declaration: TypeDeclaration?, isMigrated: Bool = false,
    owner: ObjectIdentifier? = nil
  ) -> KeyTable {
    let identity = LevelIdentity(
      entry: entry, declaration: declaration.map { ObjectIdentifier($0) }, isMigrated: isMigrated,
      owner: owner)
    if let known = levels[identity] {
      known.reset(for: archiveNumber)
      return known
    }
    let table = KeyTable(
      types.schema.record(ofEntry: entry), declaration, types, isMigrated: isMigrated,
      archiveNumber: archiveNumber)
    levels.set(table, for: identity)
    return table
  }

  /// Returns the keys of records that are read without making an object.
  func anonymousLevels(ofRecord entry: Int) -> KeyLevels {
    if let known = anonymousRecords[entry] { return known }
    let levels = KeyLevels(anonymousRecord: entry, self)
    anonymousRecords[entry] = levels
    return levels
  }
}
