/// A reference that has been found in a value.
struct FoundReference: BitwiseCopyable {
  /// The number of the object.
  let number: Int
  /// The type of the reference.
  let type: ArchivedType
  /// Whether it stands in an element of a set or in a key of a map.
  let isHashed: Bool

  /// Whether it keeps its object.
  var isStrong: Bool { type.isReference }
}

/// Notes the references in validated values, nil left out; it serves to move over values, too.
struct ReferenceFinder: ValueVisitor {
  static var isInterested: Bool { false }
  static var findsReferences: Bool { true }
  /// Whether anybody asks for references.
  var isAsked = false
  /// The references that have been found.
  var found: [FoundReference] = []

  mutating func reference(_ number: Int, _ type: CompiledType, at index: Int, isHashed: Bool) {
    guard isAsked, number > 0 else { return }
    found.append(
      FoundReference(
        number: number, type: ArchivedType(type, index: index), isHashed: isHashed))
  }
}

// All of these take values that have been validated, so nothing can be refused.

extension ArchivedTypes {
  /// Finds the references in what a function moves over.
  private func find(_ move: () -> Void) -> [FoundReference] {
    values.visitor.isAsked = true
    move()
    values.visitor.isAsked = false
    var found: [FoundReference] = []
    // Taken out, so that references may be searched for while these are looked at.
    swap(&found, &values.visitor.found)
    return found
  }

  /// The references in a value.
  func references(in type: ArchivedType, at start: ValidCursor) -> [FoundReference] {
    var input = start
    return find { skip(type, &input) }
  }

  /// Passes on the references in a record, at its presence bytes.
  func forEachReference(
    inRecordOf entry: Int, at start: ValidCursor, _ body: (FoundReference) -> Void
  ) {
    var input = start
    var found = find {
      input.withCursor { input throws(ArchiveError) in
        try values.walkRecord(ofEntry: entry, object: 0, &input)
      }
    }
    for reference in found { body(reference) }
    found.removeAll(keepingCapacity: true)
    swap(&found, &values.visitor.found)
  }

  /// The references in the value of a key, which is moved over.
  func references(
    in level: LevelRange, _ place: Int, presence: Int, _ input: inout ValidCursor
  ) -> [FoundReference] {
    find { skip(level, place..<(place + 1), presence: presence, node: -1, &input) }
  }

  /// Moves over a value.
  func skip(_ type: ArchivedType, _ input: inout ValidCursor) {
    guard type.form != .packed else { return input.skip(type.width) }
    input.withCursor { input throws(ArchiveError) in
      switch type.form {
      case .payload:
        try values.walkPayload(ofEntry: type.entry, caseIndex: type.caseIndex, &input)
      case .uniform: try values.walkElement(numbers(of: type), &input)
      case .whole, .packed: try values.walkValue(Int(type.index), &input)
      }
    }
  }

  /// Moves over the values of some keys of a level of a record, struct or payload.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - places: The places of the values among those of the whole body.
  ///   - presence: The offset of the presence bytes.
  ///   - node: The node of the value in ``UniformHeaders``, or -1.
  ///   - input: The first of the values; afterwards the end of the last.
  func skip(
    _ level: LevelRange, _ places: Range<Int>, presence: Int, node: Int,
    _ input: inout ValidCursor
  ) {
    let first = level.body.keys.lowerBound - level.firstPlace
    let keys = (places.lowerBound + first)..<(places.upperBound + first)
    var nested: [Int] = []
    if node >= 0 {
      let before = schema.keys[level.body.keys.lowerBound..<keys.lowerBound]
      let child = headers.child(before.count { $0.isNestedInLists }, of: node)
      nested = Array(headers.numbers(from: node).dropFirst(child.node - node))
    }
    input.withCursor { input throws(ArchiveError) in
      try values.walkKeys(
        keys, presence: presence, firstBit: level.firstBit, nested: nested, &input)
    }
  }

  /// The entry numbers that a list has said of a struct or enum in it, its own first.
  func numbers(of type: ArchivedType) -> [Int] {
    type.node < 0 ? [type.entry] : headers.numbers(from: type.node)
  }
}

extension RecordStore {
  /// Reads a reference of any kind: the number of an object, or 0 for nil.
  @inline(__always)
  func readReference(_ type: ArchivedType, _ input: inout ValidCursor) -> Int {
    guard type.operation == .weakReference else { return input.readNumber() }
    let value = input.readVarint()
    let number = Int(truncatingIfNeeded: value >> 1)
    guard value & 1 == 1 else { return number }
    // They have been read when the value was validated.
    let slots = (try? context.deferredWeakSlots?.slots()) ?? context.weakSlots
    return slots.indices.contains(number) ? slots[number] : 0
  }
}
