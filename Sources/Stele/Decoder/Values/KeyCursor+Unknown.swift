extension KeyCursor {
  /// Returns the unknown keys of the level, for a property that holds them; they are filled in when the value has been decoded.
  @inline(never)
  mutating func unknownKeys<T>(as type: T.Type) throws -> T {
    let kept = KeptKeys(session.keptArchive)
    makeExtras().unknownKeys.append((kept, level))
    guard let keys = UnknownKeys(kept) as? T else { throw SteleCodingError(.coderIsFinished) }
    return keys
  }

  /// Fills the properties for unknown keys with the keys that were not requested.
  mutating func completeUnknownKeys(_ extras: KeyExtras) {
    let waiting = extras.unknownKeys
    extras.unknownKeys = []
    let end = input
    for (kept, level) in waiting {
      select(level)
      let isRecord = levelPlan.body.kind == .record || levelPlan.body.kind == .own
      let caseIndex = session.types.schema[levelPlan.entry].flatMap { own in
        own.kind == .enum ? Int(levelPlan.body.index - own.firstBody) : nil
      }
      kept.complete(
        entry: isRecord ? levelPlan.entry : 0, caseIndex: caseIndex,
        isRecord ? unknownKeys() : [],
        in: session.store.reader(at: end), lostKey: extras.lostKey)
    }
    input = end
  }

  /// Finds the keys of the level that have values and that the program has not requested.
  private mutating func unknownKeys() -> [KeptKey] {
    var found: [KeptKey] = []
    for index in 0..<levelPlan.count where isUnknown(index) && seek(index: index) {
      found.append(
        KeptKey(
          index: index, stored: levelPlan.firstKey + index, offset: input.offset,
          nested: type.form == .uniform ? session.types.numbers(of: type) : nil))
    }
    for pair in overflowPairs() where extras?.isRead(furtherAt: pair.offset) != true {
      found.append(
        KeptKey(
          index: levelPlan.overflow ?? -1, stored: nil, offset: pair.offset,
          furtherName: pair.name))
    }
    return found
  }

  private func isUnknown(_ index: Int) -> Bool {
    index != levelPlan.overflow && !isRead(firstPlace + index)
      && levelPlan.history(of: levelPlan.name(index))?.retiredType == nil
  }

  /// Completes the unknown keys of a part of a value, or tells the enclosing value that the part has some.
  mutating func endPart(_ outer: KeyExtras?) {
    if let extras, !extras.unknownKeys.isEmpty { return completeUnknownKeys(extras) }
    guard let outer, outer.lostKey == nil,
      levelPlan.body.kind == .own || levelPlan.body.kind == .record
    else { return }
    outer.lostKey = unknownKeys().first.map { $0.furtherName ?? levelPlan.name($0.index) }
  }

  /// Refuses a type that has unknown keys and does not read them.
  func check(_ extras: KeyExtras) throws {
    for (index, level) in plan.levels.enumerated() {
      guard let flaw = level.levelPlan.declaration?.unreadUnknownKeys,
        !extras.unknownKeys.contains(where: { $0.level == index })
      else { continue }
      var error = flaw
      (error.object, error.offset) = (session.path.object(to: depth), start)
      throw DecodingError.dataCorrupted(error.decodingContext(session.codingPath))
    }
  }
}
