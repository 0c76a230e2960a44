// Records, and the bodies of structs and enums

extension ValueInterpreter {
  /// Opens the next record of a block: P4, P5, C8, R3.
  @inline(__always)
  mutating func openRecord(
    in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    (frame.entry, frame.count) = (0, 0)
    visitor.beginRecord()
    frame.mark = try input.beginStructure(input.readCount())
    let entry = try schema.readEntry(&input, count: definitions.entryCount)
    try openLevels(ofEntry: entry, in: &frame, &input)
  }

  /// Opens the next record of a block that is not passed over quickly; returns `false` if there is none.
  @inline(never)
  mutating func openNextRecord(
    in frame: inout OpenValue, _ input: inout ByteCursor, _ keys: Span<CompiledKey>,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) throws(ArchiveError) -> Bool {
    while frame.object &+ 1 < frame.endObject {
      frame.object &+= 1
      try openRecord(in: &frame, &input)
      guard !visitor.isInterested, !visitor.measuresRecords else { return true }
      passCommonKeys(in: &frame, &input, keys, objects, classes)
      guard frame.count == 1, frame.next == frame.end, input.remaining == 0 else { return true }
      visitor.close()
      try input.endStructure(frame.mark)
    }
    return false
  }

  /// Opens the topmost level of a record: V11.
  @inline(__always)
  mutating func openLevels(
    ofEntry entry: Int, in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    let own = schema.classes[entry &- 1]
    let body = schema.bodies[Int(own.firstBody)]
    frame.count = Int(own.chainCount)
    frame.position = 0
    if frame.count > 1 {
      if levels.last != entry { schema.appendChain(of: entry, to: &levels) }
      openLevel(levels[0], in: &frame)
    } else {
      frame.openLevel(entry, own, body)
    }
    frame.presence = try input.readPresence(
      Int(own.inheritedOptionalCount) &+ Int(body.optionalCount))
    if visitor.isInterested {
      try visitor.open(
        .record(entry: entry), count: schema.keyCount(ofChain: entry), at: input.offset, schema)
    }
  }

  /// Moves to the keys of a level of a record.
  @inline(__always)
  private mutating func openLevel(_ entry: Int, in frame: inout OpenValue) {
    let level = schema.classes[entry &- 1]
    frame.openLevel(entry, level, schema.bodies[Int(level.firstBody)])
  }

  /// Moves to the body of the next level of a record, of the next record of a block, or of the next element of a uniform
  /// list; returns `false` if there is none.
  @inline(__always)
  mutating func openNextBody(
    of frame: inout OpenValue, _ input: inout ByteCursor, _ keys: Span<CompiledKey>,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) throws(ArchiveError) -> Bool {
    switch frame.kind {
    case .record:
      if frame.position &+ 1 < frame.count {
        frame.position &+= 1
        openLevel(levels[frame.position], in: &frame)
        return true
      }
      if visitor.measuresRecords { visitor.endRecord(at: input.offset) }
      visitor.close()
      guard frame.mark >= 0 else { return false }
      try input.endStructure(frame.mark)
      return try openNextRecord(in: &frame, &input, keys, objects, classes)
    case .elements:
      visitor.close()
      guard frame.position &+ 1 < frame.count else {
        if frame.list >= 0 { forgetList() }
        if !frame.isAlone { visitor.close() }
        return false
      }
      frame.position &+= 1
      try openElement(in: &frame, &input)
      return true
    default:
      visitor.close()
      return false
    }
  }

  /// Opens the body of a struct.
  @inline(__always)
  mutating func openStructure(
    in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    frame.body = schema.classes[Int(frame.entry) &- 1].firstBody
    try openBody(in: &frame, &input)
    if visitor.isInterested {
      try visitor.open(
        .struct(entry: Int(frame.entry)), count: frame.end - frame.next, at: input.offset,
        schema)
    }
  }

  /// Opens a case of an enum: V10.
  mutating func openCase(
    in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    // While the case is not known, no key is current.
    (frame.next, frame.end) = (0, 0)
    let offset = input.offset
    let index = try input.readNumber()
    let entry = schema.classes[Int(frame.entry) - 1]
    guard index < Int(entry.caseCount), !schema.bodies[Int(entry.firstBody) + index].isRetired
    else { throw ArchiveError(.caseIndex, at: offset) }
    frame.body = entry.firstBody + Int32(truncatingIfNeeded: index)
    try openBody(in: &frame, &input)
    try visitor.open(
      .enum(entry: Int(frame.entry), caseIndex: index), count: frame.end - frame.next,
      at: input.offset, schema)
  }

  /// Moves to the first key of the body of a frame: V11, V12.
  @inline(__always)
  func openBody(
    in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    let body = schema.bodies[Int(frame.body)]
    frame.next = Int(body.firstKey)
    frame.end = Int(body.endKey)
    if body.optionalCount > 0 {
      frame.presence = try input.readPresence(Int(body.optionalCount))
    }
    if body.isEmptyStructure {
      let offset = input.offset
      guard try input.readByte() == 0 else { throw ArchiveError(.emptyBody, at: offset) }
    }
  }
}

extension OpenValue {
  /// Whether the current part is, or is part of, an element of a set or a key of a map.
  @inline(__always)
  var isPartHashed: Bool { isHashed || kind == .set || (kind == .map && next & 1 == 1) }

  /// Moves to the keys of a level of a record.
  @inline(__always)
  mutating func openLevel(_ entry: Int, _ level: CompiledClass, _ body: CompiledBody) {
    self.entry = Int32(truncatingIfNeeded: entry)
    self.body = level.firstBody
    firstBit = level.inheritedOptionalCount
    next = Int(body.firstKey)
    end = Int(body.endKey)
  }

  /// Whether a presence bit of the body is 1.
  @inline(__always)
  func isPresent(_ bit: Int32, _ input: borrowing ByteCursor) -> Bool {
    let bit = Int(firstBit &+ bit)
    return input.view.load(presence &+ bit &>> 3) &>> UInt8(truncatingIfNeeded: bit & 7) & 1 == 1
  }
}
