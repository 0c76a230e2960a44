/// A cursor that finds the values of the keys of one body, for types that read keys by hand and for `Codable` ones.
///
///     keys    | name | age | email | ...        the expected key: one comparison
///                       ^ key
///     input   presence bytes, "Ann", 41, ...    its value
///                                    ^ input
///
/// Keys that are read in the order of the archive cost one comparison each. Any other order is correct, too: a later
/// key is found by skipping the values before it, the first earlier one by measuring all values once.
///
/// The file KeyCursor+Values reads values, +Names finds keys by name and checks their names, +History applies declarations,
/// +Migration runs migrations, +Unknown keeps unknown keys. For classes whose properties are all archived, PropertyCodable
/// refuses renames without a declaration.
///
/// The functions that look at each key are mutating: for others, unoptimised code copies the cursor.
@safe
struct KeyCursor {
  // Safe: a cursor belongs to a `FieldDecoder`, which cannot outlive the call that it is passed to, or to a `DecodingValue`,
  // which retains the session; and the session retains all plans.
  let lentSession: Lent<DecodingSession>
  private let lentPlan: Lent<ReadPlan>
  private var lentLevelPlan: Lent<LevelPlan>
  // Safe: a row of the level plan, or its end mark, which matches nothing and is never passed.
  private(set) var key: UnsafeMutablePointer<LevelPlan.Row>
  /// The next value.
  var input: ValidCursor
  /// The place of the next value among the values of the body.
  private(set) var place = 0
  private(set) var firstPlace = 0
  private var firstBit = 0
  /// The level whose keys are read.
  private(set) var level = 0
  /// The offset of the presence bytes.
  private let presence: Int
  /// The offset of the value that has the keys.
  let start: Int
  /// The node of the value in ``UniformHeaders``, or -1.
  private let node: Int
  /// The number of the archive in its series.
  let archive: Int32
  /// The depth in the path of the steps to values.
  var depth: Int
  /// Whether the program has requested the list of keys, as enums do.
  var hasAskedForCases = false
  /// The first of the places that the program has read in sequence, up to the next one.
  private var runStart = 0
  /// The places before that run that the program has requested, up to the 64th.
  private var asked: UInt64 = 0
  /// The state that only few values need, or nil.
  private(set) var extras: KeyExtras?

  /// Opens a body at its presence bytes.
  ///
  /// `start` is the offset of the value, if it differs from the offset of the presence bytes; `node` is the node of the value
  /// in ``UniformHeaders``, or -1.
  @_transparent
  init(
    _ plan: ReadPlan, _ input: ValidCursor, from start: Int? = nil, node: Int = -1,
    _ session: DecodingSession
  ) {
    unsafe lentSession = Lent(session)
    unsafe lentPlan = Lent(plan)
    let levelPlan = plan.first.levelPlan
    unsafe lentLevelPlan = Lent(levelPlan)
    unsafe key = levelPlan.rows
    firstPlace = plan.first.firstPlace
    firstBit = plan.first.firstBit
    self.input = input
    presence = input.offset
    self.start = start ?? input.offset
    self.node = node
    archive = session.plans.archive
    depth = session.path.count
    if plan.presenceByteCount > 0 { self.input.skip(plan.presenceByteCount) }
    if firstPlace > 0 { unsafe key = levelPlan.rows + levelPlan.count }
  }

  @_transparent
  var session: DecodingSession { lentSession.use { $0 } }
  @_transparent
  var plan: ReadPlan { lentPlan.use { $0 } }
  @_transparent
  var levelPlan: LevelPlan { lentLevelPlan.use { $0 } }

  /// Returns the state that only few values need, and makes it at the first call.
  mutating func makeExtras() -> KeyExtras {
    if let extras { return extras }
    let new = KeyExtras()
    extras = new
    return new
  }

  mutating func select(_ index: Int) {
    guard plan.levels.indices.contains(index) else { return }
    level = index
    enter(plan.levels[index])
  }

  /// Selects the keys of a level above, for types that read several levels as one.
  mutating func enter(_ next: ReadPlan.Level) {
    unsafe lentLevelPlan = Lent(next.levelPlan)
    firstPlace = next.firstPlace
    firstBit = next.firstBit
    expect(place)
  }

  /// Expects the key of the next value, if the level has that key.
  @_transparent
  private mutating func expect(_ place: Int) {
    let levelPlan = lentLevelPlan.use { $0 }
    let index = place - firstPlace
    let isOwn = UInt(bitPattern: index) < UInt(bitPattern: levelPlan.count)
    // Safe: the index of a key, or of the end mark.
    unsafe key = levelPlan.rows + (isOwn ? index : levelPlan.count)
  }

  /// The index in the level plan of the key that was found last.
  @_transparent
  var index: Int { unsafe key - levelPlan.rows }
}

// Finding keys

extension KeyCursor {
  /// Moves to the slot of a key; returns `false` if the key has no value there.
  @_transparent
  mutating func seek(_ literal: StaticString) -> Bool {
    if isExpected(literal) { return isPresent() }
    return search(literal)
  }

  /// Returns whether a literal names the expected key.
  @_transparent
  mutating func isExpected(_ literal: StaticString) -> Bool {
    guard literal.hasPointerRepresentation else { return false }
    // No two different literals begin at the same byte, since each ends with a zero.
    return unsafe key.pointee.literal == UInt(bitPattern: literal.utf8Start)
  }

  @inline(never)
  private mutating func search(_ literal: StaticString) -> Bool {
    guard lookUp(literal.description) else { return false }
    if literal.hasPointerRepresentation {
      unsafe key.pointee.literal = UInt(bitPattern: literal.utf8Start)
    }
    return isPresent()
  }

  /// Moves to the slot of a key; returns `false` if the key has no value there.
  @_transparent
  mutating func seek<K: CodingKey>(_ codingKey: K) -> Bool {
    if isExpected(codingKey) { return isPresent() }
    return search(codingKey)
  }

  /// Returns whether a coding key is the expected one.
  ///
  /// Most coding keys are enums without payload, of one byte or none, which is compared. Others are looked up by name.
  @_transparent
  mutating func isExpected<K: CodingKey>(_ codingKey: K) -> Bool {
    guard MemoryLayout<K>.size <= 1,
      unsafe key.pointee.codingKeys == UInt(bitPattern: ObjectIdentifier(K.self))
    else { return false }
    return unsafe key.pointee.codingKey == Self.byte(codingKey)
  }

  @_transparent
  private static func byte<K: CodingKey>(_ codingKey: K) -> UInt8 {
    // Safe: the key is a byte, or nothing, and the byte is only compared with keys of the same type.
    MemoryLayout<K>.size == 1 ? unsafe unsafeBitCast(codingKey, to: UInt8.self) : 0
  }

  @inline(never)
  private mutating func search<K: CodingKey>(_ codingKey: K) -> Bool {
    guard lookUp(codingKey.stringValue) else { return false }
    if MemoryLayout<K>.size <= 1 {
      unsafe key.pointee.codingKeys = UInt(bitPattern: ObjectIdentifier(K.self))
      unsafe key.pointee.codingKey = Self.byte(codingKey)
    }
    return isPresent()
  }

  /// Moves to the slot of a key by its name; returns `false` if the level does not have the key or has a history, or if the plan
  /// joins levels.
  private mutating func lookUp(_ name: String) -> Bool {
    guard !levelPlan.hasHistory, !plan.joinsLevels,
      let index = expectedIndex(of: name) ?? levelPlan.index(of: name)
    else { return false }
    move(to: firstPlace + index)
    return true
  }

  /// Returns the index of the expected key if its name is the given one, or nil otherwise.
  func expectedIndex(of name: String) -> Int? {
    index < levelPlan.count && !levelPlan.hasHistory && levelPlan.name(index).isExactly(name)
      ? index : nil
  }

  /// Moves to a key of the level; returns `false`, and skips the key, if it has no value.
  mutating func seek(index: Int) -> Bool {
    move(to: firstPlace + index)
    // The program may only ask whether there is a value.
    rememberAsked(place..<(place + 1))
    return isPresent()
  }

  /// Returns whether a key of a level has a value.
  func isPresent(_ index: Int, of level: ReadPlan.Level) -> Bool {
    let bit = Int(level.levelPlan[index].bit)
    guard bit >= 0 else { return true }
    let number = bit + level.firstBit
    return input.byte(at: presence + number >> 3) >> UInt8(number & 7) & 1 == 1
  }

  /// The beginning of the presence bytes.
  var beginning: ValidCursor {
    var beginning = input
    beginning.move(to: presence)
    return beginning
  }

  /// The step to the value that was found.
  @_transparent
  var step: PathStep { .slot(lentLevelPlan, index) }

  /// Adds the step to the found value to the end of the path.
  @_transparent
  func enterPath() { session.path.put(step, at: depth) }

  /// Returns the same keys by their names in the archive, first for the selected level, then for the other
  /// levels of the archive.
  func withoutHistory() -> KeyCursor {
    let plain = plan.withoutHistory(level, session.plans)
    var keys = KeyCursor(plain, beginning, from: start, node: node, session)
    keys.depth = depth
    return keys
  }

  /// Returns whether the found key has a value; skips the key if not.
  @_transparent
  mutating func isPresent() -> Bool {
    let bit = Int(unsafe key.pointee.bit)
    guard bit >= 0 else { return true }
    let number = bit &+ firstBit
    let byte = input.byte(at: presence &+ number &>> 3)
    if byte &>> UInt8(truncatingIfNeeded: number & 7) & 1 == 1 { return true }
    advance()
    return false
  }

  /// Ends the run of places that have been read in sequence.
  private mutating func endRun() {
    rememberAsked(runStart..<place)
    runStart = place
  }

  /// Remembers that the program has requested the keys at some places, whether or not it reads the values.
  mutating func rememberAsked(_ places: Range<Int>) {
    let near = places.clamped(to: 0..<64)
    // Shifting by 64 leaves no bit.
    asked |= (~0 as UInt64) << near.lowerBound & ~((~0 as UInt64) << near.upperBound)
    guard places.upperBound > 64 else { return }
    makeExtras().askedFar.formUnion(max(64, places.lowerBound)..<places.upperBound)
  }

  /// Returns whether the program has requested the key at a place of this value.
  func hasAsked(_ place: Int) -> Bool {
    if place >= runStart, place < self.place { return true }
    let known = asked | (extras?.asked ?? 0)
    return place < 64 ? known >> UInt64(place) & 1 == 1 : extras?.askedFar.contains(place) == true
  }

  /// Shares the requested keys with the other cursors of the same value.
  mutating func shareAsked() {
    endRun()
    makeExtras().asked |= asked
  }

  /// Moves to the next key, after the value of the found key has been read, or if the key has none.
  @_transparent
  mutating func advance() {
    unsafe key += 1
    place &+= 1
  }

  /// Moves after a value that was found and read before.
  @_transparent
  mutating func advance(from place: Int, _ level: Int, to input: ValidCursor) {
    if self.level != level { select(level) }
    if self.place != place {
      endRun()
      (self.place, runStart) = (place, place)
    }
    self.input = input
    self.place = place &+ 1
    expect(place &+ 1)
  }

  /// The type of the value of the key that was found.
  @_transparent
  var type: ArchivedType {
    if unsafe node < 0 || key.pointee.nestedOrdinal < 0 { return unsafe key.pointee.type }
    if unsafe Int(key.pointee.node) == node { return unsafe key.pointee.nestedType }
    return unsafe key.pointee.findNestedType(node, session.types)
  }
}

// Moving

extension KeyCursor {
  /// Moves to a value, in either direction, and expects its key.
  @_transparent
  mutating func move(to target: Int) {
    if target != place { moveFar(to: target) }
    expect(target)
  }

  @inline(never)
  private mutating func moveFar(to target: Int) {
    endRun()
    let known = extras?.offsets.count ?? 0
    // After the program has gone back, no value is skipped more than four times.
    if target > place, target >= known, known == 0 || target - place <= 4 {
      var offsets: [Int]?
      skip(place..<target, &offsets)
    } else {
      measure(to: target)
    }
    (place, runStart) = (target, target)
  }

  /// Moves to a value, and remembers its offset and the offsets of the values before it.
  private mutating func measure(to target: Int) {
    let extras = makeExtras()
    if extras.offsets.isEmpty { extras.offsets = [presence + plan.presenceByteCount] }
    let known = extras.offsets.count
    if target >= known {
      input.move(to: extras.offsets[known - 1])
      // Taken out, so that the list is not copied to grow.
      var offsets: [Int]? = extras.offsets
      extras.offsets = []
      skip((known - 1)..<target, &offsets)
      extras.offsets = offsets ?? []
    }
    input.move(to: extras.offsets[target])
  }

  /// Skips values, all at once or, to append the end of each to a list, one by one.
  private mutating func skip(_ places: Range<Int>, _ ends: inout [Int]?) {
    guard !places.isEmpty else { return }
    let types = session.types
    switch plan.body.kind {
    case .enum: types.skip(levelPlan[0].type, &input)
    case .map: types.skip(types[Int(plan.body.index)], &input)
    case .record, .own:
      for level in types.schema.levels(plan.body) where level.places.overlaps(places) {
        let places = places.clamped(to: level.places)
        guard ends != nil else {
          types.skip(level, places, presence: presence, node: node, &input)
          continue
        }
        for place in places {
          types.skip(level, place..<(place + 1), presence: presence, node: node, &input)
          ends?.append(input.offset)
        }
      }
      return
    }
    ends?.append(input.offset)
  }

  /// Returns the end of the value, however much of the value has been read.
  @_transparent
  mutating func finish() throws -> ValidCursor {
    if place != plan.valueCount { moveFar(to: plan.valueCount) }
    try completeRecord()
    return input
  }

  /// Completes the record, apart from its values.
  ///
  /// - Throws: The errors of keys that were deferred.
  @_transparent
  mutating func completeRecord() throws {
    if extras != nil || lentPlan.use({ $0.needsCheck }) { try completeExtras() }
  }

  @inline(never)
  private mutating func completeExtras() throws {
    let extras = makeExtras()
    if !plan.isChecked {
      plan.isChecked = true
      for level in plan.levels.indices { try checkNames(of: level, extras) }
    }
    if !extras.missed.isEmpty || !extras.taken.isEmpty {
      let end = input
      try checkMoves(extras)
      input = end
    }
    try checkReplacements(extras)
    if plan.needsCheck { try check(extras) }
    if !extras.unknownKeys.isEmpty { completeUnknownKeys(extras) }
  }
}

/// The state that only few values need while they are decoded.
final class KeyExtras {
  /// The offsets of the first values, once keys are read in another order than the archive has.
  var offsets: [Int] = []
  /// The names and offsets of the values in the overflow key, by the identity of the level plan.
  var overflow: [ObjectIdentifier: [(name: String, offset: Int)]] = [:]
  /// The index of the next expected value among those in the overflow key.
  var expectedOverflow = 0
  /// The case of an enum value that the program lacks.
  var unknownCase: String?
  /// The properties for unknown keys, with their levels.
  var unknownKeys: [(kept: KeptKeys, level: Int)] = []
  /// A key of a nested container that the program has not requested.
  var lostKey: String?
  /// The places that cursors of the value have requested, if there are several cursors: up to the 64th, and the later ones.
  var asked: UInt64 = 0
  var askedFar: Set<Int> = []
  /// The offsets of the values in overflow keys that the program has requested.
  var askedOffsets: Set<Int> = []
  /// The keys that the program has requested in vain, and that other levels list.
  var missed: [(route: Route, level: Int)] = []
  /// The keys that have moved: the place of each value, or the complement of its offset in an overflow key, the class that had
  /// it, and the level that has read it.
  var taken: [(slot: Int, className: String, route: Route, level: Int)] = []
  /// The values that migrations have set, by level.
  var replacements: [Int: MigratedValues] = [:]
  /// Whether the migrations have run.
  var hasMigrated = false
  /// For each container that reads a level, or -1 for one of a nested value, a function that returns whether the keys of the
  /// container include a name.
  var keyTypes: [(level: Int, hasKey: (String) -> Bool)] = []

  /// Returns whether the program has read the value at an offset in an overflow key.
  func isRead(furtherAt offset: Int) -> Bool {
    askedOffsets.contains(offset) || taken.contains { $0.slot == ~offset }
  }
}
