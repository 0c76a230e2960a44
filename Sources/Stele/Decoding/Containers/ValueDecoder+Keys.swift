extension ValueDecoder {
  /// Where the value of a key is.
  enum Place {
    /// In the body.
    case slot(Int)
    /// Among those that did not fit into the entry, at an offset.
    case overflow(ReadingPlan, Int)
    /// Nowhere.
    case none
  }

  /// Finds the value of a key.
  func find(_ name: String, _ keys: LevelKeys, level: Int) throws(ArchiveError) -> Place {
    guard let body else { return .none }
    var place = expected
    if keys.repeatsNames || !keys.range.contains(place)
      || !body.slots[place].name.isExactly(name)
    {
      guard let other = keys.place(of: name) else { return try findOverflow(name, keys, level) }
      place = other
    }
    if keys.unaskedCount > 0 { keys.note(asked: place) }
    if try body.slots[place].isPresent(presence, input) { return .slot(place) }
    if place == nextPlace { complete(place, at: nextOffset) }
    expected = place + 1
    return try findOverflow(name, keys, level)
  }

  private func findOverflow(
    _ name: String, _ keys: LevelKeys, _ level: Int
  ) throws(ArchiveError) -> Place {
    guard let place = keys.overflow, let plan = body?.slots[place].plan.second else { return .none }
    let pairs = try overflowPairs(keys, level)
    if !keys.range.isEmpty { keys.note(asked: name) }
    let next = expectedOverflow
    if pairs.indices.contains(next), pairs[next].name.isExactly(name) {
      expectedOverflow = next + 1
      return .overflow(plan, pairs[next].offset)
    }
    let names = [name] + (keys.history(of: name)?.aliases ?? [])
    for name in names {
      guard let index = pairs.firstIndex(where: { $0.name.isExactly(name) }) else { continue }
      expectedOverflow = index + 1
      return .overflow(plan, pairs[index].offset)
    }
    return .none
  }

  /// The names and places of the values that did not fit into the entry.
  func overflowPairs(
    _ keys: LevelKeys, _ level: Int
  ) throws(ArchiveError) -> [(name: String, offset: Int)] {
    guard let place = keys.overflow, let body else { return [] }
    if let pairs = overflow[level] { return pairs }
    var pairs: [(name: String, offset: Int)] = []
    if try body.slots[place].isPresent(presence, input), let plan = body.slots[place].plan.second {
      var reader = try reader(at: place, in: body)
      for _ in 0..<(try reader.readCount(bytesEach: 2)) {
        let name = try reader.readString()
        pairs.append((name, reader.offset))
        try graph.skip(plan, &reader)
      }
    }
    overflow[level] = pairs
    return pairs
  }

  /// Reads the value at a place.
  func read<T: Decodable>(_ type: T.Type, at place: Place, _ name: String) throws -> T? {
    // What can be done elsewhere is, because every level of nested values takes the stack of this function.
    guard let value = try whole(at: place) else { return nil }
    let reader = try reader(of: type, at: place)
    var reading = input
    try reading.move(to: value.offset)
    let result = try reader.read(value.plan, &reading, at: site(at: place, name))
    if case .slot(let place) = place { complete(place, at: reading.offset) }
    return result
  }

  /// Reads the value at a place, if there is one, and if it is not nil.
  func readIfPresent<T: Decodable>(_ type: T.Type, at place: Place, _ name: String) throws -> T? {
    guard case .slot(let number) = place, let body else {
      return try read(T?.self, at: place, name) ?? nil
    }
    let slot = body.slots[number]
    let reader = try slot.readerIfPresent(of: type, in: graph)
    var reading = try self.reader(at: number, in: body)
    let result = try reader.read(slot.plan, &reading, at: site(at: place, name))
    complete(number, at: reading.offset)
    return result
  }

  /// Whether the levels above another one have no keys.
  func hasNoKeys(above level: Int) throws(ArchiveError) -> Bool {
    guard let body else { return true }
    for upper in 0..<level where try !names(levelKeys(upper, in: body), level: upper).isEmpty {
      return false
    }
    return true
  }

  /// The site of a key.
  func site(at place: Place, _ name: String) -> Site {
    guard case .slot(let number) = place, let slot = body?.slots[number], slot.name.isExactly(name)
    else { return Site(decoder: self, step: .key(name)) }
    return Site(decoder: self, step: .place(number))
  }

  private func reader<T: Decodable>(of type: T.Type, at place: Place) throws -> TypeReader<T> {
    guard case .slot(let place) = place, let body else { return try graph.reader(of: type) }
    return try body.slots[place].reader(of: type, in: graph)
  }

  /// The plan and offset of the value at a place.
  func whole(at place: Place) throws -> WholeValue? {
    switch place {
    case .slot(let place):
      guard let body else { return nil }
      return WholeValue(
        plan: body.slots[place].plan, offset: try reader(at: place, in: body).offset)
    case .overflow(let plan, let offset):
      return WholeValue(plan: plan, offset: offset)
    case .none:
      return nil
    }
  }

  /// Whether a value is nil.
  func isNil(_ value: WholeValue) throws(ArchiveError) -> Bool {
    guard value.plan.isWrapped || value.plan.isOptionalReference || value.plan.code == .weak else {
      return false
    }
    guard value.offset > 0 else { return true }
    var reading = input
    try reading.move(to: value.offset)
    var plan = value.plan
    while plan.isWrapped {
      guard plan.code == .any else {
        guard try reading.readByte() != 0 else { return true }
        // Only the outermost optional counts.
        return false
      }
      plan = try graph.openAny(plan, &reading)
    }
    guard plan.isOptionalReference || plan.code == .weak else { return false }
    return try graph.readReference(plan, &reading) == 0
  }
}
