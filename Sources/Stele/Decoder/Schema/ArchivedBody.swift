/// Which keys a value of the archive has.
struct ArchivedBody: Hashable, BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The keys of the whole chain of a class.
    case record
    /// The keys of a struct, or of the payload of a case.
    case own
    /// The only key of an enum value, which is its case; the value of the key is the payload.
    case enumeration
    /// None; a map of strings is read as if they were keys.
    case map
  }

  let kind: Kind
  /// The number of the entry, or 0.
  let entry: Int32
  /// The index of the body in the schema, or that of the type of a map.
  let index: Int32

  init(_ kind: Kind, entry: Int, index: Int) {
    self.kind = kind
    self.entry = Int32(truncatingIfNeeded: entry)
    self.index = Int32(truncatingIfNeeded: index)
  }
}

extension CompiledSchema {
  /// The body of the records of a class.
  func record(ofEntry entry: Int) -> ArchivedBody {
    ArchivedBody(.record, entry: entry, index: self[entry]?.bodies.lowerBound ?? 0)
  }

  /// The body of the payload of a case.
  func payload(ofEntry entry: Int, caseIndex: Int) -> ArchivedBody {
    ArchivedBody(.own, entry: entry, index: (self[entry]?.bodies.lowerBound ?? 0) + caseIndex)
  }

  /// The name of a case by its body.
  func caseName(_ body: ArchivedBody) -> String {
    guard let entry = self[Int(body.entry)] else { return "" }
    let index = Int(entry.firstCase + body.index - entry.firstBody)
    return caseNames.indices.contains(index) ? caseNames[index] : ""
  }

  /// The stored keys of a level of a body.
  func ownKeys(_ body: ArchivedBody) -> Range<Int> {
    switch body.kind {
    case .record, .own:
      bodies.indices.contains(Int(body.index)) ? bodies[Int(body.index)].keys : 0..<0
    case .enumeration, .map: 0..<0
    }
  }

  /// How many values a body has at most.
  func valueCount(_ body: ArchivedBody) -> Int {
    switch body.kind {
    case .record: keyCount(ofChain: Int(body.entry))
    case .own: ownKeys(body).count
    // The payload of the case, or the map itself.
    case .enumeration, .map: 1
    }
  }

  /// How many presence bytes a body has.
  func presenceByteCount(_ body: ArchivedBody) -> Int {
    switch body.kind {
    case .record:
      self[Int(body.entry)] == nil ? 0 : (optionalCount(ofChain: Int(body.entry)) + 7) / 8
    case .own:
      bodies.indices.contains(Int(body.index)) ? bodies[Int(body.index)].presenceByteCount : 0
    case .enumeration, .map: 0
    }
  }
}

/// A run of keys in a record: those of one level of the chain.
struct LevelRange {
  /// The entry of the level.
  let entry: Int
  /// The body of the level.
  let body: CompiledBody
  /// The place of its first value among those of the record.
  let firstPlace: Int
  /// The number of its first presence bit.
  let firstBit: Int

  /// The places of its values.
  var places: Range<Int> { firstPlace..<(firstPlace + body.keys.count) }
}

extension CompiledSchema {
  /// The runs of keys that a body consists of, the topmost superclass first.
  func levels(_ body: ArchivedBody) -> [LevelRange] {
    guard body.kind == .record else {
      guard body.kind == .own, bodies.indices.contains(Int(body.index)) else { return [] }
      return [
        LevelRange(
          entry: Int(body.entry), body: bodies[Int(body.index)], firstPlace: 0, firstBit: 0)
      ]
    }
    return chain(of: Int(body.entry)).compactMap { entry in
      guard let level = self[entry], let own = self.body(ofEntry: entry) else { return nil }
      return LevelRange(
        entry: entry, body: own, firstPlace: Int(level.inheritedKeyCount),
        firstBit: Int(level.inheritedOptionalCount))
    }
  }
}
