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

  private init(_ body: ArchivedBody, _ levels: [Level], _ types: ArchivedTypes) {
    self.body = body
    self.levels = levels
    valueCount = types.schema.valueCount(body)
    presenceByteCount = types.schema.presenceByteCount(body)
    let first =
      levels.first ?? Level(table: ArchivedKeys(body, nil, types), firstPlace: 0, firstBit: 0)
    firstTable = first.table
    firstPlace = first.firstPlace
    firstBit = first.firstBit
    joinsLevels = levels.contains { !$0.upper.isEmpty }
  }

  /// Prepares values that have one level.
  convenience init(
    value body: ArchivedBody, _ declaration: TypeDeclaration?, _ types: ArchivedTypes
  ) {
    let table = ArchivedKeys(body, declaration, types)
    self.init(body, [Level(table: table, firstPlace: 0, firstBit: 0)], types)
  }

  /// Prepares the same values with one level only.
  convenience init(_ levels: KeyLevels, _ level: Level, _ types: ArchivedTypes) {
    self.init(levels.body, [level], types)
  }

  /// Prepares records: finds the declared levels among those of an entry, by name or alias.
  ///
  /// Spec §8.2.
  convenience init(
    _ body: ArchivedBody, _ ranges: [LevelRange], _ declared: [TypeDeclaration],
    _ session: DecodingSession
  ) {
    let types = session.types
    let levels = declared.map { declaration in
      let names = [declaration.archiveClass.name] + declaration.archiveClass.aliases
      for name in names {
        for range in ranges {
          guard types.name(ofEntry: range.entry)?.isExactly(name) == true else { continue }
          return Level(
            table: session.table(ofLevel: range.entry, declaration), firstPlace: range.firstPlace,
            firstBit: range.firstBit)
        }
      }
      let none = ArchivedBody(.own, entry: 0, index: -1)
      return Level(table: ArchivedKeys(none, declaration, types), firstPlace: 0, firstBit: 0)
    }
    self.init(body, levels, types)
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
      Level(
        table: session.table(ofLevel: range.entry, declaration), firstPlace: range.firstPlace,
        firstBit: range.firstBit)
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
    self.init(body, every, session.types)
  }
}

/// The keys of the values of one type of the program, or of values without a type of their own, by the bodies that the
/// archive has for them.
final class ValueKeys {
  /// What the program declares of the type, if it has one.
  let declaration: TypeDeclaration?
  private var known = ShortTable<ArchivedBody, KeyLevels>()
  private var last: KeyLevels?

  init(_ declaration: TypeDeclaration?) { self.declaration = declaration }

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
