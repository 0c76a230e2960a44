/// How one type of the program reads the bodies of one layout.
///
/// A struct has one level; a class of the program has one for itself and for each of its superclasses, even if the
/// archive lacks that class. Levels of the archive that the program does not have are skipped. A plan follows from the class table and
/// the program, so that all archives with the class table share it.
final class ReadPlan {
  struct Level {
    var levelPlan: LevelPlan
    /// The place of its first value among the values of the body.
    var firstPlace = 0
    /// The number of its first presence bit.
    var firstBit = 0
    /// The levels of the archive above this one, the topmost first, for types that read all levels as one.
    var upper: ArraySlice<Level> = []
  }

  let body: ArchivedBody
  /// The levels, the topmost superclass first.
  let levels: [Level]
  /// The first level, or one without keys if there is none.
  let first: Level
  /// Whether some of the levels are read together with those above them.
  let joinsLevels: Bool
  /// The largest number of values in a body.
  let valueCount: Int
  let presenceByteCount: Int
  /// Whether keys that a level does not list may be found at other levels.
  let hasOthers: Bool
  /// The levels that have migrations, superclasses first.
  let migratedLevels: [Int]
  /// Whether the class of the records has been split, and the plan is for a class that has been chosen for some of them.
  let isSplit: Bool
  /// Whether values have to be checked when they are complete: that unknown keys were read.
  let needsCheck: Bool
  /// Whether the declared names have been compared with the names that the program requests.
  var isChecked = false
  /// The routes to the keys that the program has requested, by level; empty before the first request.
  private var routes: [[ExactString: Route]] = []
  /// For each level its keys by their names in the archive, made when a migration first needs them.
  private var plainPlans: [Int: ReadPlan] = [:]

  private init(
    _ body: ArchivedBody, _ levels: [Level], _ types: ArchivedTypes, hasOthers: Bool = false,
    isSplit: Bool = false
  ) {
    self.body = body
    self.levels = levels
    self.hasOthers = hasOthers
    self.isSplit = isSplit
    migratedLevels = levels.indices.filter { !levels[$0].levelPlan.migrations.isEmpty }
    needsCheck = levels.contains { $0.levelPlan.declaration?.unreadUnknownKeys != nil }
    valueCount = types.schema.valueCount(body)
    presenceByteCount = types.schema.presenceByteCount(body)
    first = levels.first ?? Level(levelPlan: LevelPlan(body, nil, types))
    joinsLevels = levels.contains { !$0.upper.isEmpty }
  }

  /// Plans values, whose keys are shared by all levels of a class.
  convenience init(
    value body: ArchivedBody, _ declaration: TypeDeclaration?, _ types: ArchivedTypes
  ) {
    let declared: [TypeDeclaration?] = declaration?.levels ?? [nil]
    let levels = declared.map { Level(levelPlan: LevelPlan(body, $0, types)) }
    self.init(body, levels, types)
  }

  /// Plans records: finds the declared levels among the levels of an entry, by name or alias.
  ///
  /// Spec §10.2.
  convenience init(
    _ body: ArchivedBody, _ ranges: [LevelRange], _ declared: [TypeDeclaration], isSplit: Bool,
    _ plans: PlanStore
  ) {
    let types = plans.types
    let names = ranges.map { types.name(ofEntry: $0.entry) ?? "" }
    let places = declared.map { declaration in
      declaration.names.lazy.compactMap { name in
        names.firstIndex { $0.isExactly(name) }
      }.first
    }
    let isMigrated = zip(declared, places).contains { declaration, place in
      let version = place.flatMap { types.schema[ranges[$0].entry] }.map { Int($0.version) } ?? 0
      return !declaration.archiveClass.migrations(from: version).isEmpty
    }
    let levels = zip(declared, places).map { declaration, place in
      guard let place else {
        let none = ArchivedBody(.own, entry: 0, index: -1)
        return Level(levelPlan: LevelPlan(none, declaration, types, isMigrated: isMigrated))
      }
      return plans.level(ranges[place], declaration, isMigrated: isMigrated)
    }
    let hasOthers = ranges.count > 1 || places.contains { $0 == nil } && !ranges.isEmpty
    self.init(body, levels, types, hasOthers: hasOthers, isSplit: isSplit)
  }

  /// Plans records that a surrogate decodes, or that are read without making an object.
  ///
  /// The first level joins all levels of the archive; after it come the single levels, and then the joins of each level
  /// with all levels above it.
  convenience init(
    _ body: ArchivedBody, _ ranges: [LevelRange], ofSurrogate declaration: TypeDeclaration?,
    _ plans: PlanStore
  ) {
    var all: Level?
    if let last = ranges.last {
      all = plans.level(last, declaration)
      all?.upper = ranges.dropLast().map { plans.level($0, declaration) }[...]
    }
    let own = ranges.map { plans.level($0, nil) }
    let joined = ranges.indices.map { index in
      var level = own[index]
      level.upper = own[..<index]
      return level
    }
    let every = all.map { [$0] + (ranges.count > 1 ? own + joined : []) } ?? []
    self.init(body, every, plans.types)
  }

  /// Returns the same keys by their names in the archive: first for one level, then for the other levels.
  func withoutHistory(_ level: Int, _ plans: PlanStore) -> ReadPlan {
    if let plain = plainPlans[level] { return plain }
    var first = levels[level]
    first.levelPlan = first.levelPlan.plain
    let others = plans.types.schema.levels(body).filter { $0.entry != first.levelPlan.entry }
      .map { plans.level($0, nil) }
    let plain = ReadPlan(body, [first] + others, plans.types)
    plainPlans[level] = plain
    return plain
  }
}

// Routes

/// The places in the bodies of a layout that may have the value of one key of the program, and the declaration of the key.
final class Route {
  /// A key of a level of the archive.
  struct Source {
    let className: String
    let level: ReadPlan.Level
    /// The index of the key, or nil if only the overflow key of the level may have it.
    let index: Int?
    /// The number of the level, or nil if only the archive has it.
    let number: Int?
  }

  let name: String
  let history: KeyHistory?
  /// The index of the key at its own level.
  let index: Int?
  /// The keys at levels above, the lowest first, for types that read several levels as one.
  let upper: [(level: ReadPlan.Level, index: Int)]
  /// The keys of other levels that the program declares to be this one, or to have been.
  let moved: [Source]
  /// For a key that is not listed: other levels that list a key of one of the names, or may have one beyond their entries, and
  /// the key of the own level whose name has other code points.
  let namesakes: [Source]
  /// Other levels whose migrations may set the value of the key.
  let setters: [Int]
  /// The names that the key may have in the overflow key.
  var names: [String] { [name] + (history?.aliases ?? []) }
  /// Whether no other level may have the key.
  var isNowhereElse: Bool { moved.isEmpty && namesakes.isEmpty }
  /// Whether the program that wrote the level knew the key, so that a record without a value had nil for it.
  let wasKnown: Bool

  fileprivate init(_ name: String, _ level: Int, in plan: ReadPlan, _ plans: PlanStore) {
    let own = plan.levels[level]
    let levelPlan = own.levelPlan
    self.name = name
    history = levelPlan.history(of: name)
    index = levelPlan.index(of: name)
    let names = [name] + (history?.aliases ?? [])
    let isListed = index != nil
    upper =
      isListed
      ? []
      : own.upper.reversed().compactMap { upper in
        upper.levelPlan.index(of: name).map { (upper, $0) }
      }
    // The entry lists each key that was nil, unless new keys go to the overflow key: then the version decides.
    wasKnown =
      history.map {
        levelPlan.version >= $0.since && (levelPlan.overflowType != nil || isListed)
      } ?? false
    setters =
      isListed
      ? []
      : plan.migratedLevels.reversed().filter {
        $0 != level && !plan.levels[$0].levelPlan.hasKey(named: name)
      }
    let isReserved = name.isEmpty || name == "super" || name == RegisteredName.overflow
    guard !isListed, upper.isEmpty, !isReserved else {
      (moved, namesakes) = ([], [])
      return
    }
    let misspelt = levelPlan.index(respelt: name).map {
      [Source(className: "", level: own, index: $0, number: level)]
    }
    let types = plans.types
    // They are not kept, as a chain of many levels may have many subclasses.
    let ranges =
      plan.hasOthers && levelPlan.declaration != nil ? types.schema.levels(plan.body) : []
    let sources = ranges.compactMap { range -> Source? in
      let other = plan.levels.firstIndex { $0.levelPlan.entry == range.entry }
      guard other != level else { return nil }
      let found = other.map { plan.levels[$0] } ?? plans.level(range, nil)
      let index = names.lazy.compactMap { found.levelPlan.index(archived: $0) }.first
      guard index != nil || found.levelPlan.overflow != nil else { return nil }
      return Source(
        className: types.name(ofEntry: range.entry) ?? "", level: found, index: index,
        number: other)
    }
    func declared(_ source: Source) -> KeyHistory? { source.level.levelPlan.history(of: name) }
    if let classes = history?.movedFrom, !classes.isEmpty {
      moved = classes.compactMap { name in
        sources.first { $0.className.isExactly(name) }
          ?? sources.first { source in
            source.level.levelPlan.declaration?.names.contains { $0.isExactly(name) } == true
          }
      }
    } else if plan.isSplit, levelPlan.entry == 0 {
      // Splitting a class declares that the keys of the record may have moved to the new levels.
      let split = ranges.last.flatMap { types.name(ofEntry: $0.entry) } ?? ""
      moved = sources.filter { source in
        source.className.isExactly(split)
          && declared(source).map { $0.retiredType != nil } ?? true
      }
    } else {
      moved = []
    }
    // A key that the other level has retired has not moved.
    let others = moved.isEmpty ? sources.filter { declared($0)?.retiredType == nil } : []
    namesakes = (misspelt ?? []) + others
  }
}

extension ReadPlan {
  /// Returns the route to a key, which is decided when the program first requests it.
  func route(to name: String, at level: Int, _ plans: PlanStore) -> Route {
    // Read once, since each access is checked.
    let (key, known) = (ExactString(name), routes)
    if !known.isEmpty, let route = known[level][key] { return route }
    let route = Route(name, level, in: self, plans)
    if known.isEmpty { routes = Array(repeating: [:], count: levels.count) }
    routes[level][key] = route
    return route
  }

  /// Returns the routes to the keys of a level that the program has requested.
  func asked(at level: Int) -> [Route] {
    routes.isEmpty ? [] : routes[level].values.sorted { $0.name < $1.name }
  }
}

// Plans by body and by entry

/// The plans of one type of the program, or of values without their own type, by the bodies of the archive.
final class TypePlans {
  let declaration: TypeDeclaration?
  private var known = ShortTable<ArchivedBody, ReadPlan>()
  private var last: ReadPlan?
  /// Whether some of the bodies are not structs or payloads of the class table.
  private var hasForeign = false
  /// The number of levels of the type: one, if it is not a class.
  let levelCount: Int

  init(_ declaration: TypeDeclaration?) {
    self.declaration = declaration
    levelCount = declaration?.levels.count ?? 1
  }

  /// Returns the plan of an object that is read as a value: the plan of all levels.
  func plan(ofRecord entry: Int, _ plans: PlanStore) -> ReadPlan {
    let schema = plans.types.schema
    let body = schema.record(ofEntry: entry)
    return plan(of: body) { ReadPlan(body, schema.levels(body), ofSurrogate: declaration, plans) }
  }

  @inline(__always)
  func plan(of body: ArchivedBody, _ types: ArchivedTypes) -> ReadPlan {
    if let last, last.body == body { return last }
    return plan(of: body) { ReadPlan(value: body, declaration, types) }
  }

  @inline(never)
  private func plan(of body: ArchivedBody, make: () -> ReadPlan) -> ReadPlan {
    if let last, last.body == body { return last }
    let plan = known[body] ?? make()
    known.set(plan, for: body)
    if body.kind != .own { hasForeign = true }
    last = plan
    return plan
  }

  /// Forgets the plans if some depend on types that the class table does not have.
  func forgetForeign() {
    guard hasForeign else { return }
    known.removeAll()
    (last, hasForeign) = (nil, false)
  }
}

/// The plans for one class table.
final class PlanStore {
  private struct LevelIdentity: Hashable {
    let entry: Int
    let declaration: ObjectIdentifier?
    let isMigrated: Bool
  }

  let types: ArchivedTypes
  /// The plans of values without their own type.
  let anonymous = TypePlans(nil)
  // Safe: a plan is made before the table is accessed.
  @safe @exclusivity(unchecked) private var levels = ShortTable<LevelIdentity, LevelPlan>()
  /// The number of the archive in its series.
  private(set) var archive: Int32 = 0

  init(_ types: ArchivedTypes) { self.types = types }

  /// Begins another archive with the same class table.
  func beginArchive() {
    archive &+= 1
    anonymous.forgetForeign()
  }

  var count: Int { levels.count }

  /// Returns the keys of a level of a class, which the records of all subclasses share.
  ///
  /// `isMigrated` is whether migration hooks of other levels may set values of the keys.
  func level(
    _ range: LevelRange, _ declaration: TypeDeclaration?, isMigrated: Bool = false
  ) -> ReadPlan.Level {
    let identity = LevelIdentity(
      entry: range.entry, declaration: declaration.map { ObjectIdentifier($0) },
      isMigrated: isMigrated)
    let levelPlan =
      levels[identity]
      ?? LevelPlan(
        types.schema.record(ofEntry: range.entry), declaration, types, isMigrated: isMigrated)
    levels.set(levelPlan, for: identity)
    return ReadPlan.Level(
      levelPlan: levelPlan, firstPlace: range.firstPlace, firstBit: range.firstBit)
  }

  /// Returns the plan of records that are read without making an object.
  func anonymousPlan(ofRecord entry: Int) -> ReadPlan { anonymous.plan(ofRecord: entry, self) }
}
