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

/// A level of the archive that has keys beyond those of its entry.
struct OverflowLevel {
  /// The archive name of its class.
  let className: String
  /// The level.
  let level: KeyLevels.Level
  /// The level of the program, or a negative number if the program has none.
  let number: Int
}

/// Where the value of a key is that its own level does not list.
enum MovedKey {
  /// At another level of the archive.
  case found(KeyLevels.Level, index: Int)
  /// At one of several levels, by their class names; only the program can tell at which.
  case ambiguous([String])
  /// Nowhere.
  case none
}

/// By what a search for a moved key is remembered.
struct MovedKeyIdentity: Hashable {
  let level: Int
  let name: ExactString
  let admitsNil: Bool
}

extension KeyLevels {
  /// A key of another level.
  fileprivate struct Candidate {
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
  /// Spec §8.2.
  ///
  /// - Parameters:
  ///   - name: The name that the program has for the key.
  ///   - level: The level that reads it.
  ///   - admitsNil: Whether the key may be nil, so that a current program may have left it out.
  ///   - session: What decodes the archive.
  /// - Returns: Where the key is.
  func movedKey(
    _ name: String, of level: Int, admitsNil: Bool, _ session: DecodingSession
  ) -> MovedKey {
    let identity = MovedKeyIdentity(level: level, name: ExactString(name), admitsNil: admitsNil)
    if let known = movedKeys[identity] { return known }
    let found = findMovedKey(name, of: level, admitsNil: admitsNil, session)
    movedKeys[identity] = found
    return found
  }

  private func findMovedKey(
    _ name: String, of level: Int, admitsNil: Bool, _ session: DecodingSession
  ) -> MovedKey {
    let aliases = levels[level].table.history(of: name)?.aliases ?? []
    let listed = candidates([name] + aliases, besides: level, session)
    let (moved, ambiguous) = choose(name, of: level, admitsNil: admitsNil, among: listed)
    if !ambiguous.isEmpty { return .ambiguous(ambiguous) }
    return moved.map { .found($0.level, index: $0.index) } ?? .none
  }

  /// Chooses that key of other levels which a level does not have, and notes who reads it.
  ///
  /// - Parameters:
  ///   - name: The name that the program has for the key.
  ///   - level: The level that reads it.
  ///   - admitsNil: Whether the key may be nil, so that a current program may have left it out.
  ///   - found: The keys of the other levels.
  ///   - isListed: Whether the entry of a further level lists the key, too.
  /// - Returns: The one, or the classes among which only the program can tell.
  fileprivate func choose(
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
    let candidates = found.filter { candidate in
      let table = candidate.level.table
      return !table.isClaimed(candidate.key)
        && !table.isMoved(candidate.key, elsewhereThanTo: reader)
        && !(isCurrent && table.isCurrent && table.lacksProperty)
    }
    guard let moved = candidates.first else { return (nil, []) }
    guard candidates.count == 1, !isListed, !hasRival(of: level, name) else {
      let mayBeNil = admitsNil && levels.allSatisfy(\.table.isCurrent)
      return (nil, mayBeNil ? [] : candidates.map(\.className))
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

  /// The levels of the archive that have keys beyond those of their entries.
  func overflowLevels(_ session: DecodingSession) -> [OverflowLevel] {
    if let knownOverflowLevels { return knownOverflowLevels }
    let found = chain.enumerated().compactMap { place, other -> OverflowLevel? in
      let level = self.level(other, session)
      guard level.table.overflow != nil else { return nil }
      return OverflowLevel(
        className: other.name, level: level, number: other.level ?? -1 - place)
    }
    knownOverflowLevels = found
    return found
  }

  /// The other levels of the archive that list a key of one of several names.
  private func candidates(
    _ names: [String], besides level: Int, _ session: DecodingSession
  ) -> [Candidate] {
    chain.filter { $0.level != level }.compactMap { other in
      let found = self.level(other, session)
      let index = names.lazy.compactMap { found.table.index(archived: $0) }.first
      return index.map {
        Candidate(className: other.name, level: found, key: .listed($0), index: $0)
      }
    }
  }

  /// A level of the archive as the program reads it, if it does.
  private func level(_ other: ChainLevel, _ session: DecodingSession) -> Level {
    other.level.map { levels[$0] }
      ?? Level(table: session.table(ofLevel: other.range.entry, nil, owner: owner), other.range)
  }

  /// The classes of the other levels of the archive that list a key, whoever reads it there.
  func namesakes(of name: String, besides level: Int, _ session: DecodingSession) -> [String] {
    guard hasOthers, !Self.isReserved(name) else { return [] }
    return candidates([name], besides: level, session).map(\.className)
  }

  /// Whether a name is that of no property: of a value without keys, of the keys of a superclass, or of further keys.
  private static func isReserved(_ name: String) -> Bool {
    name.isEmpty || name == "super" || name == ArchivedKeys.overflowName
  }
}

extension KeyCursor {
  /// Whether the value of a key that the level does not list may be elsewhere.
  @inline(__always)
  var mayBeElsewhere: Bool { !isSimple || levels.hasOthers }

  /// Finds the value of a key that the level does not list at the other levels of the archive.
  mutating func findMoved(_ name: String, admitsNil: Bool) -> Place {
    guard levels.hasOthers else { return .none }
    let moved = levels.movedKey(name, of: level, admitsNil: admitsNil, session)
    if !levels.overflowLevels(session).isEmpty,
      let place = findMovedOverflow(name, admitsNil: admitsNil, besides: moved)
    {
      return place
    }
    switch moved {
    case .found(let other, let index):
      let own = level
      enter(other)
      defer { select(own) }
      return seek(index: index) ? .elsewhere(type, input) : .none
    case .ambiguous(let classes):
      fail(ambiguous: name, classes)
      return .none
    case .none: return .none
    }
  }

  /// Finds the value of a key that the level does not have among those that did not fit into the entries of other levels.
  ///
  /// - Parameters:
  ///   - name: The name that the program has for the key.
  ///   - admitsNil: Whether the key may be nil.
  ///   - listed: Where the key is among those of the entries.
  /// - Returns: Where the value is, or nil if it is not there.
  private mutating func findMovedOverflow(
    _ name: String, admitsNil: Bool, besides listed: MovedKey
  ) -> Place? {
    var listing: [String] = []
    switch listed {
    case .ambiguous: return nil
    case .found(let other, _): listing = [session.types.name(ofEntry: other.table.entry) ?? ""]
    case .none: break
    }
    let own = level
    let names = [name] + (table.history(of: name)?.aliases ?? [])
    var found: [KeyLevels.Candidate] = []
    var values: [(ArchivedType, ValidCursor)] = []
    for other in levels.overflowLevels(session) where other.number != own {
      enter(other.level)
      let pairs = overflowPairs(of: other.number)
      let place = names.lazy.compactMap { name in
        pairs.firstIndex { $0.name.isExactly(name) }
      }.first
      guard let place, let type = table.overflowType else { continue }
      var value = input
      value.move(to: pairs[place].offset)
      found.append(
        KeyLevels.Candidate(
          className: other.className, level: other.level,
          key: .further(ExactString(pairs[place].name)), index: values.count))
      values.append((type, value))
    }
    select(own)
    guard !found.isEmpty else { return nil }
    let (moved, ambiguous) = levels.choose(
      name, of: own, admitsNil: admitsNil, among: found, isListed: !listing.isEmpty)
    if !ambiguous.isEmpty {
      fail(ambiguous: name, listing + ambiguous)
      return Place.none
    }
    return moved.map { .elsewhere(values[$0.index].0, values[$0.index].1) }
  }

  /// Notes that several levels of the archive list a key, and that it is not known which value is that of the key.
  mutating func fail(ambiguous name: String, _ classes: [String], hint: String? = nil) {
    fail(name) { className in
      let list = classes.map(\.quoted).joined(separator: " and ").shortened(to: 400)
      return (
        "the archive has no value for \(name.quoted) at the level of \(className.quoted), but at that of \(list), and it is not known for which level of the program that is",
        hint ?? "Declare it: .key(\(name.quoted), movedFrom: \((classes.first ?? "").quoted))."
      )
    }
  }

  /// Notes that a key is asked for whose value has been read at another level.
  mutating func fail(taken name: String) {
    fail(name) { className in
      (
        "the value of \(name.quoted) has been read at another level of the class hierarchy, for which the archive has none",
        "If the key belongs to \(className.shortened()), declare it there: .key(\(name.quoted)). If it has moved, declare that at the other level: .key(\(name.quoted), movedFrom: \(className.quoted))."
      )
    }
  }

  /// Notes why a key is ambiguous, which is thrown at the end of the object.
  private mutating func fail(
    _ name: String, _ explain: (_ className: String) -> (detail: String, hint: String)
  ) {
    // The end of the object looks for a failure only where there are extras.
    _ = makeExtras()
    guard session.keyFailure == nil else { return }
    let className = table.declaration?.archiveClass.name ?? ""
    var error = session.error(.ambiguousKey(name), at: start)
    error.className = className
    error.keyPath = name
    (error.detail, error.hint) = explain(className)
    session.keyFailure = (name, .dataCorrupted(error.decodingContext(session.codingPath)))
  }
}
