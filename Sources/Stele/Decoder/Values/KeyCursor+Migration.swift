/// The values that the migrations of a level have set.
struct MigratedValues {
  var values: [String: Any] = [:]
  /// The keys that the program or a later migration has requested.
  var used: Set<String> = []
}

extension KeyCursor {
  /// Runs the migrations of all levels that were written with older versions, unless they have run.
  ///
  /// They run before any key is read, because they may set keys of each other's levels.
  @inline(__always)
  mutating func migrate() throws {
    if levelPlan.hasHistory, !plan.migratedLevels.isEmpty { try migrateLevels() }
  }

  private mutating func migrateLevels() throws {
    let extras = makeExtras()
    guard !extras.hasMigrated else { return }
    extras.hasMigrated = true
    let own = level
    for level in plan.migratedLevels {
      if level != self.level { select(level) }
      extras.replacements[level] = try migrateLevel()
    }
    if level != own { select(own) }
  }

  /// Calls a function with the values of the own level and of the levels above, for reading only.
  mutating func showOldValues<Result>(_ body: (OldValues) throws -> Result) throws -> Result {
    select(plan.levels.count - 1)
    return try OldKeys(self).show { try body($0) }
  }

  private mutating func migrateLevel() throws -> MigratedValues {
    let archived = OldKeys(self)
    for migration in levelPlan.migrations { try archived.show(migration) }
    return archived.migrated
  }

  /// Returns the value that a migration has set for a key: at its level, or at another one that does not have the key itself.
  mutating func replacement(for route: Route) -> Any? {
    guard let extras, !extras.replacements.isEmpty else { return nil }
    for setter in [level] + route.setters {
      guard let value = extras.replacements[setter]?.values[route.name] else { continue }
      extras.replacements[setter]?.used.insert(route.name)
      return value
    }
    return nil
  }

  /// Takes the values that migrations of an enum have set for the keys of the payload of a case, by the names of the keys.
  mutating func replacements(ofCase name: String) -> [String: Any] {
    guard levelPlan.body.kind == .enum, let extras,
      let migrated = extras.replacements[level]
    else { return [:] }
    let prefix = name + "."
    var replacements: [String: Any] = [:]
    for (key, value) in migrated.values where key.hasPrefix(prefix) {
      replacements[String(key.dropFirst(prefix.count))] = value
      extras.replacements[level]?.used.insert(key)
    }
    return replacements
  }

  /// Finds values that migrations have set for keys that no level has.
  func checkReplacements(_ extras: KeyExtras) throws {
    for (level, migrated) in extras.replacements.sorted(by: { $0.key < $1.key }) {
      let unused = migrated.values.keys.filter { !migrated.used.contains($0) }
      guard let name = unused.sorted().first(where: { !hasKey($0, at: level, extras) }) else {
        continue
      }
      throw unknownKey(name, plan.levels[level].levelPlan)
    }
  }

  /// Returns whether a migration of a level may set a key that the program has not requested.
  private func hasKey(_ name: String, at level: Int, _ extras: KeyExtras) -> Bool {
    let levelPlan = plan.levels[level].levelPlan
    if levelPlan.hasKey(named: name) || levelPlan.declares(name) { return true }
    if extras.keyTypes.contains(where: { $0.level == level && $0.hasKey(name) }) { return true }
    return plan.levels.indices.contains { other in
      let levelPlan = plan.levels[other].levelPlan
      return other != level && levelPlan.index(of: name) == nil
        && (levelPlan.hasKey(named: name)
          || extras.keyTypes.contains { $0.level == other && $0.hasKey(name) })
    }
  }

  /// Returns the error of a migration that names a key that does not exist.
  fileprivate func unknownKey(
    _ name: String, _ levelPlan: LevelPlan, nearest: String? = nil
  ) -> DecodingError {
    let declared = levelPlan.declaration
    let names =
      (declared?.archiveClass.keys.map(\.name) ?? [])
      + (declared?.propertyNames.map(\.string).sorted() ?? [])
    let hint = (nearest ?? name.nearest(among: names)).map { nearest in
      "The nearest key is \(nearest.quoted). If \(name.quoted) is a key of an older version, declare it: .retired(\(name.quoted), ...)."
    }
    return failure(.unknownKey(name), name, of: declared?.archiveClass.name, hint: hint)
  }
}

/// The keys of the levels of an object by their names in the archive, for the migrations of one level.
private final class OldKeys {
  /// The values that earlier migrations have set.
  private(set) var migrated = MigratedValues()
  /// The keys that the migration has read, and those among them that the archive does not list.
  private var readNames: Set<ExactString> = []
  private var missingNames: [String] = []
  private let level: KeyCursor
  /// The same keys by their names in the archive: first for the level, then for the other levels.
  private var cursor: KeyCursor
  /// The session, and the plan of the level, which the cursors do not retain: the program may keep the values.
  private let session: DecodingSession
  private let plan: ReadPlan

  init(_ level: KeyCursor) {
    self.level = level
    cursor = level.withoutHistory()
    (session, plan) = (level.session, level.plan)
  }

  private var levelPlans: [LevelPlan] { cursor.plan.levels.map(\.levelPlan) }

  /// Calls a function of the program with the values, and keeps those that it sets.
  func show<Result>(_ body: (inout OldValues) throws -> Result) throws -> Result {
    var values = OldValues(version: level.levelPlan.version, keys: names()) {
      name, className, type in
      try self.value(as: type, name, of: className)
    }
    let result: Result
    do {
      result = try body(&values)
    } catch {
      throw misspelling() ?? error
    }
    if let misspelling = misspelling() { throw misspelling }
    migrated.values.merge(values.replacements) { $1 }
    return result
  }

  /// The keys of the payload of an enum value, which are named after their case.
  private lazy var payload: (caseName: String, keys: KeyCursor)? = {
    let levelPlan = level.levelPlan
    guard levelPlan.body.kind == .enum else { return nil }
    let name = levelPlan.name(0)
    var keys = cursor
    guard let value = keys.find(name)?.value else { return nil }
    var input = value.input
    let body = session.types.openBody(value.type, &input)
    // The session keeps them.
    let plan = session.plans.anonymous.plan(of: body, session.types)
    return (name, KeyCursor(plan, input, node: value.type.node, session))
  }()

  /// Returns the names of the keys of the payload that have a value.
  private func payloadNames() -> [String] {
    guard let payload else { return [] }
    var keys = payload.keys
    return keys.names().map { "\(payload.caseName).\($0)" }
  }

  /// Returns the names of the keys that have a value.
  private func names() -> [String] {
    var names: [String] = []
    var known: Set<ExactString> = []
    for index in cursor.plan.levels.indices {
      cursor.select(index)
      for name in cursor.names() where known.insert(ExactString(name)).inserted {
        names.append(name)
      }
    }
    names += payloadNames()
    return names
      + migrated.values.keys.filter { known.insert(ExactString($0)).inserted }.sorted()
  }

  private func value<T: Decodable>(
    as type: T.Type, _ name: String, of className: String?
  ) throws -> Any? {
    if className == nil, let value = migrated.values[name] {
      migrated.used.insert(name)
      if let converted = DeclaredValue.convert(value, to: type) { return converted }
      if DeclaredValue.isNil(value) { return nil }
      throw level.declaredValueHasOtherType(type, name, value)
    }
    readNames.insert(ExactString(name))
    if let payload, name.hasPrefix(payload.caseName + ".") {
      return try payloadValue(as: type, name, payload.caseName, payload.keys)
    }
    guard let index = try index(of: name, className) else { return nil }
    var keys = cursor
    keys.select(index)
    defer { cursor = keys }
    return try keys.valueIfPresent(as: type, at: keys.find(name), name)
  }

  /// Returns the value of a key of the payload of an enum value.
  private func payloadValue<T: Decodable>(
    as type: T.Type, _ name: String, _ caseName: String, _ keys: KeyCursor
  ) throws -> T? {
    var keys = keys
    session.path.put(.key(caseName), at: level.depth)
    keys.depth = level.depth + 1
    let own = String(name.dropFirst(caseName.count + 1))
    let place = keys.find(own)
    if place == nil { missingNames.append(name) }
    return try keys.valueIfPresent(as: type, at: place, own)
  }

  /// Returns the level that has a key, or nil if none lists it.
  private func index(of name: String, _ className: String?) throws -> Int? {
    let types = session.types
    if let className {
      return levelPlans.firstIndex { levelPlan in
        types.name(ofEntry: levelPlan.entry)?.isExactly(className) == true
      }
    }
    if has(name, at: 0) { return 0 }
    let others = levelPlans.indices.dropFirst().filter { has(name, at: $0) }
    if others.isEmpty, levelPlans[0].overflowType != nil { return 0 }
    guard others.count < 2 else {
      let list = others.compactMap { types.name(ofEntry: levelPlans[$0].entry) }.map(\.quoted)
        .joined(separator: " and ").shortened(to: 400)
      throw level.ambiguous(
        name, level.level, "the archive has no value at that level, but at those of \(list)",
        hint: "Name the class in the migration: decode(_:_:of:).")
    }
    if others.isEmpty { missingNames.append(name) }
    return others.first
  }

  /// Returns whether a level lists a key, or the record has it beyond the keys of the entry.
  private func has(_ name: String, at index: Int) -> Bool {
    if levelPlans[index].index(of: name) != nil { return true }
    guard levelPlans[index].overflowType != nil else { return false }
    cursor.select(index)
    return cursor.overflowPairs().contains { $0.name.isExactly(name) }
  }

  /// Returns the error of a missing key that the migration reads instead of a similar one, or nil if there is none.
  private func misspelling() -> DecodingError? {
    defer { missingNames = [] }
    // Once for all records of the class.
    for name in missingNames
    where level.levelPlan.checkedNames.insert(ExactString(name)).inserted && !isKnown(name) {
      let names =
        levelPlans.flatMap { levelPlan in (0..<levelPlan.count).map(levelPlan.name) }
        + payloadNames()
      let unread = names.filter { !readNames.contains(ExactString($0)) }
      if let nearest = name.nearest(among: unread) {
        return level.unknownKey(name, level.levelPlan, nearest: nearest)
      }
    }
    return nil
  }

  /// Returns whether a key that the archive does not have is known to the program.
  private func isKnown(_ name: String) -> Bool {
    let classes = session.store.context.classes
    return plan.levels.contains {
      $0.levelPlan.declares(name) || $0.levelPlan.hasKey(named: name)
    }
      || levelPlans.contains { levelPlan in
        classes[levelPlan.entry]?.keys.contains { $0.name.isExactly(name) } ?? false
      }
  }
}
