// Keys that the program has moved to another level of the class hierarchy

/// Identifies a key of a level of the archive.
enum LevelKey: Hashable {
  /// A key of its entry, by its index.
  case listed(Int)
  /// A key in the overflow key of some records.
  case further(ExactString)
}

extension KeyTable {
  /// The index of a key by its name in the archive, or nil if the level does not list it.
  func index(archived name: String) -> Int? {
    (0..<count).first { self.name($0).isExactly(name) && $0 != overflow }
  }

  /// Whether the program reads a key of the archive at this level, as far as that is known: because it has done so,
  /// because it declares the key, or because the class has a property of the name.
  func isClaimed(_ key: LevelKey) -> Bool {
    guard declaration != nil else { return false }
    switch key {
    case .listed(let index): return hasAsked(index) || claims(name(index), at: index)
    case .further(let name): return hasAsked(name.string) || claims(name.string)
    }
  }

  /// Whether the program reads a key of a name at this level, as far as that is known.
  func claims(_ name: String) -> Bool {
    let index = index(of: name)
    return index.map { isClaimed(.listed($0)) } == true || claims(name, at: index)
  }

  private func claims(_ name: String, at index: Int?) -> Bool {
    guard let declaration else { return false }
    if let history = declaration.history(of: name) { return history.retiredType == nil }
    let isAlias = declaration.archiveClass.keys.contains { history in
      history.retiredType == nil && index != nil && self.index(of: history.name) == index
    }
    return isAlias || declaration.propertyNames.contains(ExactString(name))
  }

  /// Whether the class has a property that the level does not list, so that one of its keys may have another name.
  var lacksProperty: Bool {
    declaration?.propertyNames.contains { index(of: $0.string) == nil } ?? false
  }

  /// Whether the program that wrote the level is not older than the one that reads it.
  var isCurrent: Bool { entry > 0 && version >= declaration?.archiveClass.version ?? 1 }

  /// Whether the program that wrote the level knew a key, so that a record without a value had nil for it.
  ///
  /// The entry lists each key that was nil, unless new keys go to the overflow key: then the version decides.
  func wasKnown(_ name: String, _ history: KeyHistory) -> Bool {
    version >= history.since && (overflowType != nil || index(of: name) != nil)
  }

  /// Notes that the value of a key is read at another level.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - reader: The class that reads it.
  ///   - isDeclared: Whether the program declares that the key has moved.
  func note(moved key: LevelKey, to reader: TypeDeclaration, isDeclared: Bool) {
    if isDeclared {
      declaredMoves.insert(key)
    } else {
      readers[key] = ObjectIdentifier(reader)
    }
  }

  /// Whether the value of a key is read at the level of another class.
  func isMoved(_ key: LevelKey) -> Bool {
    isTaken(key) || !declaredMoves.isEmpty && declaredMoves.contains(key)
  }

  /// Whether the value of a key is read at the level of another class than the given one.
  func isMoved(_ key: LevelKey, elsewhereThanTo reader: TypeDeclaration) -> Bool {
    readers[key].map { $0 != ObjectIdentifier(reader) } ?? false
  }
}

/// A level of the archive that has an overflow key.
struct OverflowLevel {
  /// The archive name of its class.
  let className: String
  /// The level.
  let level: KeyLevels.Level
  /// The level of the program, or a negative number if the program has none.
  let number: Int
}

/// The position of the value of a key that its own level does not list.
enum MovedKey {
  /// At another level of the archive.
  case found(KeyLevels.Level, index: Int)
  /// At one of several levels, by their class names, between which only the program can decide.
  case ambiguous([String])
  /// Nowhere.
  case none
}

/// The choice among the keys of other levels for a key that its own level does not have.
///
/// A key has moved if exactly one of them is not claimed by a class of the program, and no other level may look for it.
///
/// Spec §10.2.
package struct MovedKeyChoice<Candidate> {
  /// The key that has moved, if there is one.
  package let moved: Candidate?
  /// The keys among which only the program can choose, or none.
  package let ambiguous: [Candidate]

  /// Chooses a key.
  package init(
    among candidates: [Candidate], isClaimed: (Candidate) throws -> Bool,
    hasRival: () throws -> Bool
  ) rethrows {
    let free = try candidates.filter { try !isClaimed($0) }
    let isAmbiguous = try !free.isEmpty && (free.count > 1 || hasRival())
    moved = isAmbiguous ? nil : free.first
    ambiguous = isAmbiguous ? free : []
  }
}

/// Identifies a search for a moved key.
struct MovedKeyIdentity: Hashable {
  let level: Int
  let name: ExactString
  let admitsNil: Bool
}

extension KeyLevels {
  /// A key of another level.
  struct Candidate {
    let className: String
    let level: Level
    let key: LevelKey
    /// The index of the key in its entry, or of its value among those that are beyond entries.
    let index: Int
  }

  /// Finds a key that a level does not list at the other levels of the archive.
  ///
  /// A key has moved if exactly one other level lists it that is not known to have a key of that name in the program, and if
  /// no further level of the program may look for it.
  ///
  /// Spec §10.2.
  ///
  /// - Parameters:
  ///   - name: The name of the key in the program.
  ///   - level: The level that reads it.
  ///   - admitsNil: Whether the key may be nil, so that a current program may have left it out.
  ///   - tables: The tables of the archive.
  /// - Returns: The position of the key.
  func movedKey(
    _ name: String, of level: Int, admitsNil: Bool, _ tables: KeyTables
  ) -> MovedKey {
    let identity = MovedKeyIdentity(level: level, name: ExactString(name), admitsNil: admitsNil)
    if let known = movedKeys[identity] { return known }
    let found = findMovedKey(name, of: level, admitsNil: admitsNil, tables)
    movedKeys[identity] = found
    return found
  }

  private func findMovedKey(
    _ name: String, of level: Int, admitsNil: Bool, _ tables: KeyTables
  ) -> MovedKey {
    let aliases = levels[level].table.history(of: name)?.aliases ?? []
    let listed = candidates([name] + aliases, besides: level, tables)
    let (moved, ambiguous) = choose(name, of: level, admitsNil: admitsNil, among: listed)
    if !ambiguous.isEmpty { return .ambiguous(ambiguous) }
    return moved.map { .found($0.level, index: $0.index) } ?? .none
  }

  /// Chooses the key of another level that a level reads, and notes that the level reads it.
  ///
  /// - Parameters:
  ///   - name: The name of the key in the program.
  ///   - level: The level that reads it.
  ///   - admitsNil: Whether the key may be nil, so that a current program may have left it out.
  ///   - found: The keys of the other levels.
  ///   - isListed: Whether the entry of a further level lists the key, too.
  /// - Returns: The key, or the classes between which only the program can decide.
  func choose(
    _ name: String, of level: Int, admitsNil: Bool, among found: [Candidate],
    isListed: Bool = false
  ) -> (moved: Candidate?, ambiguous: [String]) {
    let table = levels[level].table
    guard let reader = table.declaration, !Self.isReserved(name) else { return (nil, []) }
    if let source = table.history(of: name)?.movedFrom {
      guard let moved = Self.first(of: found, named: source) else { return (nil, []) }
      moved.level.table.note(moved: moved.key, to: reader, isDeclared: true)
      return (moved, [])
    }
    // The program that wrote the record may be the same one, and have left out a nil by hand.
    let isCurrent = admitsNil && table.isCurrent
    let choice = MovedKeyChoice(among: found) { candidate in
      let table = candidate.level.table
      return table.isClaimed(candidate.key)
        || table.isMoved(candidate.key, elsewhereThanTo: reader)
        || isCurrent && table.isCurrent && table.lacksProperty
    } hasRival: {
      isListed || hasRival(of: level, name)
    }
    guard let moved = choice.moved else {
      let mayBeNil = admitsNil && levels.allSatisfy(\.table.isCurrent)
      return (nil, mayBeNil ? [] : choice.ambiguous.map(\.className))
    }
    moved.level.table.note(moved: moved.key, to: reader, isDeclared: false)
    return (moved, [])
  }

  /// Whether another level of the program may look elsewhere for a key that one level looks for.
  private func hasRival(of level: Int, _ name: String) -> Bool {
    levels.indices.contains { rival in
      rival != level && levels[rival].table.index(archived: name) == nil
        && levels[rival].table.claims(name)
        && levels[rival].table.history(of: name)?.movedFrom == nil
    }
  }

  /// The candidate whose class has a name in the archive, or else in the program.
  private static func first(of candidates: [Candidate], named name: String) -> Candidate? {
    candidates.first { $0.className.isExactly(name) }
      ?? candidates.first { candidate in
        candidate.level.table.declaration?.names.contains { $0.isExactly(name) } == true
      }
  }

  /// The levels of the archive that have an overflow key.
  func overflowLevels(_ tables: KeyTables) -> [OverflowLevel] {
    if let knownOverflowLevels { return knownOverflowLevels }
    let found = chain.enumerated().compactMap { place, other -> OverflowLevel? in
      let level = self.level(other, tables)
      guard level.table.overflow != nil else { return nil }
      return OverflowLevel(
        className: other.name, level: level, number: other.level ?? -1 - place)
    }
    knownOverflowLevels = found
    return found
  }

  /// The other levels of the archive that list a key of one of several names.
  private func candidates(
    _ names: [String], besides level: Int, _ tables: KeyTables
  ) -> [Candidate] {
    chain.filter { $0.level != level }.compactMap { other in
      let found = self.level(other, tables)
      let index = names.lazy.compactMap { found.table.index(archived: $0) }.first
      return index.map {
        Candidate(className: other.name, level: found, key: .listed($0), index: $0)
      }
    }
  }

  /// A level of the archive as the program reads it, if it does.
  private func level(_ other: ChainLevel, _ tables: KeyTables) -> Level {
    other.level.map { levels[$0] }
      ?? Level(table: tables.table(ofLevel: other.range.entry, nil, owner: owner), other.range)
  }

  /// The classes of the other levels of the archive that list a key, whether or not it is read there.
  func namesakes(of name: String, besides level: Int, _ tables: KeyTables) -> [String] {
    guard hasOthers, !Self.isReserved(name) else { return [] }
    return candidates([name], besides: level, tables).map(\.className)
  }

  /// Whether a name is that of no property: of a value without keys, of the keys of a superclass, or the overflow key.
  private static func isReserved(_ name: String) -> Bool {
    name.isEmpty || name == "super" || name == KeyTable.overflowName
  }
}
