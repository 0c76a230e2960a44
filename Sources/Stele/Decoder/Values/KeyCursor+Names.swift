// Keys by name: in their slots, in the overflow key, or at another level

extension KeyCursor {
  /// The position of the value of a key.
  enum Place {
    /// In its slot, where the cursor stands now.
    case slot
    /// In the overflow key, or at another level of the archive.
    case elsewhere(ArchivedType, ValidCursor)
    /// Nowhere.
    case none
  }

  /// Finds the value of a key.
  ///
  /// - Parameters:
  ///   - name: The name of the key in the program.
  ///   - admitsNil: Whether the key may be nil.
  /// - Returns: The position of the value.
  mutating func find(_ name: String, admitsNil: Bool = false) -> Place {
    if levels.joinsLevels { select(level) }
    if let index = expectedIndex(of: name) ?? table.index(of: name) {
      if !table.note(asked: index) { fail(taken: table.name(index)) }
      if seek(index: index) { return .slot }
      return findOverflow(name)
    }
    for upper in levels.levels[level].upper {
      guard let index = upper.table.index(of: name) else { continue }
      _ = upper.table.note(asked: index)
      enter(upper)
      if seek(index: index) { return .slot }
      select(level)
      break
    }
    let place = findOverflow(name)
    if case .none = place { return findMoved(name, admitsNil: admitsNil) }
    return place
  }

  private mutating func findOverflow(_ name: String) -> Place {
    guard let type = table.overflowType else { return .none }
    let pairs = overflowPairs()
    if table.count > 0 { table.note(asked: name) }
    let extras = makeExtras()
    let next = extras.expectedOverflow
    var found = pairs.indices.contains(next) && pairs[next].name.isExactly(name) ? next : nil
    if found == nil {
      found =
        ([name] + (table.history(of: name)?.aliases ?? [])).lazy.compactMap { name in
          pairs.firstIndex { $0.name.isExactly(name) }
        }.first
    }
    guard let found else { return .none }
    if table.isTaken(.further(ExactString(pairs[found].name))) { fail(taken: pairs[found].name) }
    extras.expectedOverflow = found + 1
    var value = input
    value.move(to: pairs[found].offset)
    return .elsewhere(type, value)
  }

  /// Returns the names and offsets of the values in the overflow key.
  mutating func overflowPairs() -> [(name: String, offset: Int)] { overflowPairs(of: level) }

  /// Returns the names and offsets of the values in the overflow key of the selected table.
  ///
  /// - Parameter level: The level of the program, or a negative number for a level that only the archive has.
  /// - Returns: The names and offsets.
  mutating func overflowPairs(of level: Int) -> [(name: String, offset: Int)] {
    guard let type = table.overflowType else { return [] }
    let extras = makeExtras()
    if let pairs = extras.overflow[level] { return pairs }
    var pairs: [(name: String, offset: Int)] = []
    var isThere = true
    var reader = beginning
    if let index = table.overflow {
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
    extras.overflow[level] = pairs
    return pairs
  }

  /// Returns the names in the program of all keys that have a value.
  mutating func names() -> [String] {
    var names: [String] = []
    let lowest = levels.levels[level]
    for level in lowest.upper.reversed() + [lowest] {
      for index in 0..<level.table.count where index != level.table.overflow {
        guard isPresent(index, of: level), let name = level.table.programName(index) else {
          continue
        }
        names.append(name)
      }
    }
    if table.overflowType != nil { names += overflowPairs().map(\.name) }
    return names
  }

  /// Returns whether the archive has a value for a key.
  mutating func hasValue(_ name: String) -> Bool {
    if case .none = find(name, admitsNil: true) { return false }
    return true
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

  /// Returns the type and the beginning of the value of a key.
  mutating func whole(_ name: String) -> ArchivedValue? {
    switch find(name) {
    case .slot: ArchivedValue(type: type, input: input)
    case .elsewhere(let type, let input): ArchivedValue(type: type, input: input)
    case .none: nil
    }
  }

  /// Adds the step to the value of a key to the end of the path.
  func enterPath(to place: Place, _ name: String) {
    if case .slot = place, table.name(index).isExactly(name) {
      enterPath()
    } else {
      session.path.put(.key(name), at: depth)
    }
  }
}

extension KeyCursor {
  /// Decodes the value at a place, or returns nil if there is none.
  mutating func value<T: Decodable>(as type: T.Type, at place: Place, _ name: String) throws -> T? {
    let session = session
    enterPath(to: place, name)
    let value: T
    switch place {
    case .slot:
      let decoder = try typeDecoder(of: type)
      var reading = input
      value = try decoder.decode(self.type, &reading, session)
      input = reading
      advance()
    case .elsewhere(let archived, var reading):
      value = try session.typeDecoder(of: type).decode(archived, &reading, session)
    case .none: return nil
    }
    session.path.count = depth
    return value
  }

  /// Decodes the value at a place, or returns nil if there is none or the value is nil.
  mutating func valueIfPresent<T: Decodable>(
    as type: T.Type, at place: Place, _ name: String
  ) throws -> T? {
    switch place {
    case .slot: return try valueIfPresent(as: type)
    case .elsewhere(let archived, var reading):
      let session = session
      enterPath(to: place, name)
      let decoder = try session.typeDecoderIfPresent(of: type)
      let value = try decoder.decode(archived, &reading, session)
      session.path.count = depth
      return value
    case .none: return nil
    }
  }

  /// Whether each value of the level is in its slot or missing.
  @inline(__always)
  var isSimple: Bool { table.isPlain && !levels.joinsLevels }

  /// Decodes the value of a key that is not in its slot: from the overflow key, another level, its declaration, or its type.
  ///
  /// Spec §10.2 to §10.4.
  @inline(never)
  mutating func valueElsewhere<T: Decodable>(as type: T.Type, _ name: String) throws -> T {
    if let value = try anyValue(as: type, name) { return value }
    if let value = try session.typeDecoder(of: type).absent { return value }
    throw missing(PathKey(stringValue: name, intValue: nil))
  }

  /// Decodes the value of a key that is not in its slot: from the overflow key, another level, or its declaration.
  mutating func anyValue<T: Decodable>(as type: T.Type, _ name: String) throws -> T? {
    guard mayBeElsewhere else { return nil }
    if table.hasHistory { return try valueWithHistory(as: type, name) }
    let place = find(name, admitsNil: type is any OptionalType.Type)
    return try value(as: type, at: place, name)
  }

  /// Returns the error of a key without a value.
  func missing(_ key: any CodingKey) -> DecodingError {
    if let failure = failureOfUnknownCase() { return failure }
    if let failure = session.keys.failure, failure.key.isExactly(key.stringValue) {
      return failure.error
    }
    let session = session
    session.path.count = depth
    let entryName = session.types.name(ofEntry: table.entry)
    let className = table.declaration?.archiveClass.name ?? entryName ?? ""
    var error = session.error(.missingKey(key.stringValue), at: start)
    error.className = className
    error.explainSpelling(
      "key", key.stringValue, among: (0..<table.count).lazy.map { [table] in table.name($0) })
    if let declared = table.declaration?.archiveClass, table.entry > 0, table.version > 0 {
      error.versions = SteleCodingError.KeyVersions(
        since: table.history(of: key.stringValue)?.since ?? 1, program: declared.version,
        archive: table.version)
    }
    let classes = levels.namesakes(of: key.stringValue, besides: level, session.keys)
    if let name = classes.first {
      error.hint =
        "If the key has moved here from \(name.shortened()), declare that: .key(\(key.stringValue.quoted), movedFrom: \(name.quoted)). Otherwise declare a default, .key(\(key.stringValue.quoted), default: ...), or make the property optional."
    }
    return .keyNotFound(key, error.decodingContext(session.codingPath))
  }

  /// Returns the error of an enum value whose case the program lacks, or nil for other values.
  ///
  /// A type that has asked for the list of keys is an enum; one that asks for a key of its own is not.
  func failureOfUnknownCase() -> DecodingError? {
    guard let extras, let unknownCase = extras.unknownCase else { return nil }
    let session = session
    session.path.count = depth
    guard hasAskedForCases else {
      let name = session.types.name(ofEntry: table.entry)
      return session.wrongType(
        [String: Any].self, .enumeration(name ?? unknownCase), at: start)
    }
    return session.failure(
      .unknownCase(unknownCase), at: start)
  }
}

extension KeyCursor {
  /// Whether a key that is not in its slot may have a value.
  @inline(__always)
  var mayBeElsewhere: Bool { !isSimple || levels.hasOthers }

  /// Finds the value of a key at the other levels of the archive, if the selected level does not list the key.
  mutating func findMoved(_ name: String, admitsNil: Bool) -> Place {
    guard levels.hasOthers else { return .none }
    let moved = levels.movedKey(name, of: level, admitsNil: admitsNil, session.keys)
    if !levels.overflowLevels(session.keys).isEmpty,
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

  /// Finds the value of a key in the overflow keys of other levels, if the selected level does not have the key.
  ///
  /// - Parameters:
  ///   - name: The name of the key in the program.
  ///   - admitsNil: Whether the key may be nil.
  ///   - listed: The position of the key among those of the entries.
  /// - Returns: The position of the value, or nil if it is not there.
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
    for other in levels.overflowLevels(session.keys) where other.number != own {
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

  /// Notes that several levels of the archive list a key, so its value cannot be distinguished from the others.
  mutating func fail(ambiguous name: String, _ classes: [String], hint: String? = nil) {
    fail(name) { className in
      let list = classes.map(\.quoted).joined(separator: " and ").shortened(to: 400)
      return (
        "the archive has no value for \(name.quoted) at the level of \(className.quoted), but at that of \(list), and it is not known for which level of the program that is",
        hint ?? "Declare it: .key(\(name.quoted), movedFrom: \((classes.first ?? "").quoted))."
      )
    }
  }

  /// Notes that the program asks for a key whose value has been read at another level.
  mutating func fail(taken name: String) {
    fail(name) { className in
      (
        "the value of \(name.quoted) has been read at another level of the class hierarchy, for which the archive has none",
        "If the key belongs to \(className.shortened()), declare it there: .key(\(name.quoted)). If it has moved, declare that at the other level: .key(\(name.quoted), movedFrom: \(className.quoted))."
      )
    }
  }

  /// Notes the error of an ambiguous key, which is thrown at the end of the object.
  private mutating func fail(
    _ name: String, _ explain: (_ className: String) -> (detail: String, hint: String)
  ) {
    // The end of the object checks for a failure only if there are extras.
    _ = makeExtras()
    guard session.keys.failure == nil else { return }
    let className = table.declaration?.archiveClass.name ?? ""
    var error = session.error(.ambiguousKey(name), at: start)
    error.className = className
    error.keyPath = name
    (error.detail, error.hint) = explain(className)
    session.keys.failure = (name, .dataCorrupted(error.decodingContext(session.codingPath)))
  }
}
