// Keys by name: in their slots, in the overflow key, or at another level

extension KeyCursor {
  /// The place of the value of a key.
  struct Place {
    let value: ArchivedValue
    /// Whether it is the slot of the key, where the cursor is; otherwise it is in an overflow key, or at another level of the
    /// archive.
    let isSlot: Bool
  }

  /// The slot where the cursor is.
  private var slot: Place {
    Place(value: ArchivedValue(type: type, input: input), isSlot: true)
  }

  /// Returns the route to a key of the level by its name in the program.
  func route(to name: String) -> Route { plan.route(to: name, at: level, session.plans) }

  /// Finds the value of a key by its name in the program; returns nil if there is none.
  mutating func find(_ name: String) -> Place? {
    if plan.joinsLevels { select(level) }
    if let index = expectedIndex(of: name) {
      if seek(index: index) { return slot }
      guard levelPlan.overflowType != nil else { return nil }
    }
    // A map may have any number of names, for which no routes are kept.
    if levelPlan.body.kind == .map, !levelPlan.hasHistory {
      return further([name]).map { Place(value: $0, isSlot: false) }
    }
    return find(route(to: name))
  }

  mutating func find(_ route: Route) -> Place? {
    if plan.joinsLevels { select(level) }
    if let index = route.index, seek(index: index) { return slot }
    if let upper = route.upper.first {
      enter(upper.level)
      if seek(index: upper.index) { return slot }
      select(level)
    }
    if let found = further(route.names) {
      extras?.askedOffsets.insert(found.input.offset)
      return Place(value: found, isSlot: false)
    }
    for moved in route.moved {
      if let found = take(moved, route) { return Place(value: found, isSlot: false) }
    }
    if !route.namesakes.isEmpty { makeExtras().missed.append((route, level)) }
    return nil
  }

  /// Finds a key in the overflow key of the selected level.
  private mutating func further(_ names: [String]) -> ArchivedValue? {
    guard let type = levelPlan.overflowType else { return nil }
    let pairs = overflowPairs()
    let extras = makeExtras()
    let next = extras.expectedOverflow
    var found = pairs.indices.contains(next) && pairs[next].name.isExactly(names[0]) ? next : nil
    found =
      found
      ?? names.lazy.compactMap { name in pairs.firstIndex { $0.name.isExactly(name) } }.first
    guard let found else { return nil }
    extras.expectedOverflow = found + 1
    var value = input
    value.move(to: pairs[found].offset)
    return ArchivedValue(type: type, input: value)
  }

  /// Finds a key at the level from which it has moved, and remembers that the level must not read it, too.
  private mutating func take(_ source: Route.Source, _ route: Route) -> ArchivedValue? {
    let own = level
    enter(source.level)
    defer { select(own) }
    if let index = source.index, isPresent(index, of: source.level) {
      move(to: firstPlace + index)
      makeExtras().taken.append((place, source.className, route, own))
      return ArchivedValue(type: type, input: input)
    }
    guard let found = further(route.names) else { return nil }
    makeExtras().taken.append((~found.input.offset, source.className, route, own))
    return found
  }

  /// Refuses keys that the program has requested in vain although the archive has them, unread, at another level; and keys that
  /// two levels have read.
  mutating func checkMoves(_ extras: KeyExtras) throws {
    for (index, taken) in extras.taken.enumerated() {
      let isShared = extras.taken[..<index].contains { other in
        other.slot == taken.slot && other.level != taken.level
      }
      let isAsked =
        taken.slot < 0 ? extras.askedOffsets.contains(~taken.slot) : hasAsked(taken.slot)
      guard isShared || isAsked else { continue }
      let name = taken.route.name
      throw ambiguous(
        name, taken.level,
        "its value at the level of \(taken.className.quoted) is read at another level, too",
        hint: taken.route.history?.movedFrom.isEmpty ?? true
          ? "If it is another key, declare it there: .key(\(name.quoted))."
          : "Read it at one of the levels, or remove movedFrom.")
    }
    for (route, level) in extras.missed {
      guard let source = try route.namesakes.first(where: { try isUnread($0, route, extras) })
      else { continue }
      let name = route.name
      guard source.number != level else {
        select(level)
        throw missing(PathKey(stringValue: name, intValue: nil))
      }
      let declared = route.history?.movedFrom.first.map {
        ", and none at that of \($0.quoted), from which it is declared to have moved"
      }
      throw ambiguous(
        name, level,
        "the archive has no value at that level\(declared ?? ""), but one at the level of \(source.className.quoted), which nothing has read",
        hint:
          "If the key has moved, declare it: .key(\(name.quoted), movedFrom: \(source.className.quoted)). If not, retire it there: .retired(\(name.quoted), ...)."
      )
    }
  }

  /// Returns whether a level has a value for a key that nothing has read, nor keeps.
  private mutating func isUnread(
    _ source: Route.Source, _ route: Route, _ extras: KeyExtras
  ) throws -> Bool {
    guard !extras.unknownKeys.contains(where: { $0.level == source.number }) else { return false }
    if let index = source.index, isPresent(index, of: source.level) {
      return !isRead(source.level.firstPlace + index)
    }
    guard source.level.levelPlan.overflow != nil else { return false }
    enter(source.level)
    return overflowPairs().contains { pair in
      !extras.isRead(furtherAt: pair.offset)
        && route.names.contains { $0.isExactly(pair.name) }
    }
  }

  /// Returns whether the program has read the value at a place, at its level or at another one.
  func isRead(_ place: Int) -> Bool {
    hasAsked(place) || extras?.taken.contains { $0.slot == place } == true
  }

  /// Returns the error of a key whose value may be in several places.
  func ambiguous(_ name: String, _ level: Int, _ detail: String, hint: String) -> DecodingError {
    let className = plan.levels[level].levelPlan.declaration?.archiveClass.name ?? ""
    return failure(
      .ambiguousKey(name), name, of: className,
      "it is not known which value \(name.quoted) has at the level of \(className.quoted): \(detail)",
      hint: hint)
  }

  /// Returns the error of a key that the program declares or reads in a wrong way.
  func failure(
    _ reason: SteleCodingError.Reason, _ name: String, of className: String?,
    _ detail: String? = nil, hint: String? = nil
  ) -> DecodingError {
    session.path.count = depth
    var error = session.error(reason, at: start)
    error.className = className ?? error.className
    error.keyPath = name
    (error.detail, error.hint) = (detail, hint)
    let context = error.decodingContext(session.codingPath)
    guard case .missingKey = reason else { return .dataCorrupted(context) }
    return .keyNotFound(PathKey(stringValue: name, intValue: nil), context)
  }

  /// Returns the names and offsets of the values in the overflow key of the selected level.
  mutating func overflowPairs() -> [(name: String, offset: Int)] {
    guard let type = levelPlan.overflowType else { return [] }
    let (extras, identity) = (makeExtras(), ObjectIdentifier(levelPlan))
    if let pairs = extras.overflow[identity] { return pairs }
    var pairs: [(name: String, offset: Int)] = []
    var isThere = true
    var reader = beginning
    if let index = levelPlan.overflow {
      isThere = seek(index: index)
      reader = input
    }
    if isThere {
      for _ in 0..<reader.readCount() {
        let name = reader.readString()
        pairs.append((name, reader.offset))
        session.types.skip(type, &reader)
      }
    }
    extras.overflow[identity] = pairs
    return pairs
  }

  /// Returns the names in the program of all keys that have a value.
  mutating func names() -> [String] {
    var names: [String] = []
    let lowest = plan.levels[level]
    for level in lowest.upper + [lowest] {
      for index in 0..<level.levelPlan.count where index != level.levelPlan.overflow {
        guard isPresent(index, of: level), let name = level.levelPlan.programName(index) else {
          continue
        }
        names.append(name)
      }
    }
    if levelPlan.overflowType != nil { names += overflowPairs().map(\.name) }
    return names
  }

  /// Returns whether the levels above the selected one have no keys.
  mutating func hasNoKeysAbove() -> Bool {
    let own = level
    defer { select(own) }
    for upper in 0..<own {
      select(upper)
      if !names().isEmpty { return false }
    }
    return true
  }

  /// Adds the step to the value of a key to the end of the path.
  func enterPath(to place: Place, _ name: String) {
    if place.isSlot, levelPlan.name(index).isExactly(name) {
      enterPath()
    } else {
      session.path.put(.key(name), at: depth)
    }
  }
}

extension KeyCursor {
  /// Decodes the value at a place, or returns nil if there is none.
  mutating func value<T: Decodable>(
    as type: T.Type, at place: Place?, _ name: String
  ) throws -> T? {
    guard let place else { return nil }
    enterPath(to: place, name)
    return try value(
      by: place.isSlot ? typeDecoder(of: type) : session.typeDecoder(of: type), at: place)
  }

  /// Decodes the value at a place, or returns nil if there is none or the value is nil.
  mutating func valueIfPresent<T: Decodable>(
    as type: T.Type, at place: Place?, _ name: String
  ) throws -> T? {
    guard let place else { return nil }
    if place.isSlot { return try valueIfPresent(as: type) }
    enterPath(to: place, name)
    return try value(by: session.typeDecoder(of: T?.self).ifPresent, at: place)
  }

  /// Decodes the value at a place to which the path leads.
  @inline(__always)
  private mutating func value<T>(by decoder: TypeDecoder<T>, at place: Place) throws -> T {
    let session = session
    var reading = place.value.input
    let value = try decoder.decode(place.value.type, &reading, session)
    if place.isSlot {
      input = reading
      advance()
    }
    session.path.count = depth
    return value
  }

  /// Whether each value of the level is in its slot or missing.
  @inline(__always)
  var isSimple: Bool { levelPlan.isPlain && !plan.joinsLevels }

  /// Decodes the value of a key that ``seek(_:)`` has not found: from the overflow key, another level, its declaration, or its
  /// type; at a level with a history, as a rule from its slot.
  ///
  /// Spec §10.2 to §10.4.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func valueByName<T: Decodable>(as type: T.Type, _ name: String) throws -> T {
    if let value = try anyValue(as: type, name) { return value }
    if let value = try session.typeDecoder(of: type).absent { return value }
    throw missing(PathKey(stringValue: name, intValue: nil))
  }

  /// Decodes the value of a key that ``seek(_:)`` has not found, or returns nil if neither the archive nor its declaration has
  /// one.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func anyValue<T: Decodable>(as type: T.Type, _ name: String) throws -> T? {
    guard mayBeFound(byName: name) else { return nil }
    if levelPlan.hasHistory { return try valueWithHistory(as: type, name) }
    return try value(as: type, at: find(name), name)
  }

  /// Returns the error of a key without a value.
  func missing(_ key: any CodingKey) -> DecodingError {
    if let failure = failureOfUnknownCase() { return failure }
    let session = session
    session.path.count = depth
    var error = session.error(.missingKey(key.stringValue), at: start)
    error.className =
      levelPlan.declaration?.archiveClass.name ?? session.types.name(ofEntry: levelPlan.entry) ?? ""
    error.explainSpelling(
      "key", key.stringValue,
      among: (0..<levelPlan.count).lazy.map { [levelPlan] in levelPlan.name($0) })
    if let declared = levelPlan.declaration?.archiveClass, levelPlan.entry > 0,
      levelPlan.version > 0
    {
      error.versions = SteleCodingError.KeyVersions(
        since: levelPlan.history(of: key.stringValue)?.since ?? 1, program: declared.version,
        archive: levelPlan.version)
    }
    let namesakes = route(to: key.stringValue).namesakes
    if let name = namesakes.first(where: { $0.number != level })?.className {
      error.hint =
        "If the key has moved here from \(name.shortened()), declare that: .key(\(key.stringValue.quoted), movedFrom: \(name.quoted)). Otherwise declare a default, .key(\(key.stringValue.quoted), default: ...), or make the property optional."
    }
    return .keyNotFound(key, error.decodingContext(session.codingPath))
  }

  /// Returns the error of an enum value whose case the program lacks, or nil for other values.
  ///
  /// A type that has requested the list of keys is an enum; one that requests its own keys is not.
  func failureOfUnknownCase() -> DecodingError? {
    guard let extras, let unknownCase = extras.unknownCase else { return nil }
    let session = session
    session.path.count = depth
    guard hasAskedForCases else {
      let name = session.types.name(ofEntry: levelPlan.entry)
      return session.wrongType(
        [String: Any].self, .enum(name ?? unknownCase), at: start)
    }
    return session.failure(
      .unknownCase(unknownCase), at: start)
  }
}

extension KeyCursor {
  /// Returns whether a search by name may find a key that ``seek(_:)`` has not found, or its name with other code points.
  func mayBeFound(byName name: String) -> Bool {
    !isSimple || plan.hasOthers || levelPlan.hasOtherThanASCII
      || !name.utf8.allSatisfy { $0 < 0x80 }
  }
}

// Checking declared names

extension KeyCursor {
  /// Refuses declared names without effect, once an object or value is complete: of keys that the program does not request, and
  /// aliases that the archive does not have, if there is the name that must have been meant.
  mutating func checkNames(of level: Int, _ extras: KeyExtras) throws {
    let levelPlan = plan.levels[level].levelPlan
    guard levelPlan.hasHistory, levelPlan.body.kind != .enum,
      let declaration = levelPlan.declaration
    else { return }
    select(level)
    let asked = plan.asked(at: level)
    for key in declaration.archiveClass.keys where key.retiredType == nil {
      guard let route = asked.first(where: { $0.name.isExactly(key.name) }) else {
        let meant = asked.first { $0.history == nil && $0.name.isSlip(for: key.name) }?.name
        let isNested = extras.keyTypes.contains { $0.level < 0 && $0.hasKey(key.name) }
        guard meant != nil || isNested else { continue }
        throw failure(
          .invalidDeclaration(.noProperty(key: key.name, nearest: meant)), key.name,
          of: declaration.archiveClass.name,
          meant != nil
            ? nil
            : "\(key.name.quoted) is declared, but is a key of a nested container, which has no history",
          hint: meant != nil
            ? nil : "Take a struct with a declaration of its own in place of the nested container.")
      }
      guard route.index == nil, levelPlan.version <= declaration.archiveClass.version else {
        continue
      }
      let unread = (0..<levelPlan.count).lazy.map(levelPlan.name).first { name in
        levelPlan.history(of: name) == nil
          && route.names.dropFirst().contains { $0.isSlip(for: name) }
          && !asked.contains { $0.name.isExactly(name) }
      }
      guard let unread else { continue }
      throw failure(
        .missingKey(key.name), key.name, of: declaration.archiveClass.name,
        "the archive has no value for \(key.name.quoted), nor for an alias of it, but one for \(unread.quoted), which nothing has read",
        hint:
          "If that is an earlier name, declare it: aliases: [\(unread.quoted)]. If not, retire it: .retired(\(unread.quoted), ...)."
      )
    }
  }
}
