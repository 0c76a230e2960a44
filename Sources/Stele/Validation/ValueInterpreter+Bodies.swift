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
        visitor.close()
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

// The fast path over keys whose values no visitor receives. It moves over values in their common forms, and leaves
// invalid and uncommon ones to the slow path, which begins again at the same value. So the fast path throws nothing, and
// needs no offsets.

extension ValueInterpreter {
  /// Moves over the keys of a body up to the first one that is left to the slow path.
  // A function by itself, into which the next ones are inlined; in its callers they would not be, which takes 15 % of decoding.
  @inline(never)
  mutating func passCommonKeys(
    in frame: inout OpenValue, _ input: inout ByteCursor, _ keys: Span<CompiledKey>,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) {
    // The content of an optional or list is one deeper than the key.
    guard frame.depth < context.limits.valueNesting else { return }
    let (view, end, last) = (input.view, input.end, frame.end)
    var next = frame.next
    var position = input.position
    while next < last {
      let key = keys[next]
      if key.presenceBit >= 0, !frame.isPresent(key.presenceBit, input) {
        next &+= 1
        continue
      }
      let rest =
        switch key.type.operation {
        case .struct:
          frame.list >= 0 && key.presenceBit < 0
            ? passNested(in: frame, from: position, before: end) : nil
        case .optionalLeaf:
          passOptional(
            key.type, isHashed: frame.isHashed, from: position, before: end, view, &input, objects,
            classes)
        default:
          passCommon(
            key.type, at: key.typeIndex, isHashed: frame.isHashed, from: position, before: end,
            view, &input, objects, classes)
        }
      guard let rest else { break }
      position = rest
      next &+= 1
    }
    frame.next = next
    input.move(toIndex: position)
  }

  /// Moves over an optional of a value that contains no others.
  @inline(never)
  private mutating func passOptional(
    _ type: CompiledType, isHashed: Bool, from start: Int, before end: Int, _ view: ByteView,
    _ input: inout ByteCursor, _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) -> Int? {
    guard start < end, view.load(start) <= 1 else { return nil }
    guard view.load(start) == 1 else { return start &+ 1 }
    let content = schema.type(Int(type.first))
    return passCommon(
      content, at: type.first, isHashed: isHashed, from: start &+ 1, before: end, view, &input,
      objects, classes)
  }

  /// Moves over a value, if it has its common form.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - index: The index of the type.
  ///   - isHashed: Whether the value is part of an element of a set or of a key of a map.
  ///   - start: The index of the value.
  ///   - end: The index where the structure around the value ends.
  ///   - view: The bytes.
  ///   - input: A cursor over them, whose position changes and does not matter.
  ///   - objects: The entry of each object.
  ///   - classes: The class table.
  /// - Returns: The index after the value, or nil if the value is left to the slow path.
  @inline(__always)
  private mutating func passCommon(
    _ type: CompiledType, at index: Int32, isHashed: Bool, from start: Int, before end: Int,
    _ view: ByteView,
    _ input: inout ByteCursor, _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) -> Int? {
    var position = start
    switch type.operation {
    case .fixed:
      position &+= Int(type.operand)
    case .flag:
      guard position < end, view.load(position) <= 1 else { return nil }
      position &+= 1
    case .varint:
      let value = view.readCommonNumber(&position)
      guard value >= 0, type.operand >= 64 || value &>> Int(type.operand) == 0 else { return nil }
    case .string where !visitor.findsReferences:
      guard view.passString(&position, before: end) else { return nil }
    case .string, .bytes:
      guard view.passBytes(&position, before: end) else { return nil }
    case .reference, .optionalReference:
      let number = view.readCommonNumber(&position)
      guard position <= end, number > 0 || (number == 0 && type.operation == .optionalReference)
      else { return nil }
      if visitor.findsReferences {
        visitor.reference(
          number, type, at: Int(index), offset: start &+ input.origin, isHashed: isHashed)
      } else {
        visitor.pass(number)
      }
      guard isTarget(number, type.operand, objects, classes) else { return nil }
    case .weakReference:
      // The slow path visits it, or throws.
      if visitor.findsReferences || isHashed { return nil }
      let value = view.readCommonNumber(&position)
      guard value >= 0 else { return nil }
      var number = value &>> 1
      if value & 1 == 1 {
        guard number < context.weakSlots.count else { return nil }
        number = context.weakSlots[number]
      }
      guard isTarget(number, type.operand, objects, classes) else { return nil }
    case .packedList:
      return passPackedList(of: type.operand, from: start, &input)
    case .leafList:
      // The slow path visits the elements.
      if visitor.findsReferences { return nil }
      return passLeaves(
        schema.type(Int(type.first)), from: start, before: end, view, objects, classes)
    default:
      return nil
    }
    return position <= end ? position : nil
  }

  /// Moves over a list of values that contain no others.
  @inline(never)
  mutating func passLeaves(
    _ element: CompiledType, from start: Int, before end: Int, _ view: ByteView,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) -> Int? {
    var position = start
    let count = view.readCommonNumber(&position)
    guard count >= 0, count <= end &- position else { return nil }
    if element.operation == .string {
      for _ in 0..<count {
        guard view.passString(&position, before: end) else { return nil }
      }
      return position
    }
    guard element.isReference, element.operation != .weakReference else { return nil }
    for _ in 0..<count {
      let number = view.readCommonNumber(&position)
      guard position <= end,
        number > 0 || (number == 0 && element.operation == .optionalReference),
        isTarget(number, element.operand, objects, classes)
      else { return nil }
    }
    return position
  }

  /// Moves over a packed list.
  @inline(never)
  private func passPackedList(
    of element: Int32, from start: Int, _ input: inout ByteCursor
  ) -> Int? {
    input.move(toIndex: start)
    do throws(ArchiveError) {
      try walkPackedList(of: element, &input)
    } catch {
      return nil
    }
    return input.position
  }

  /// Moves over a struct nested in the elements of a uniform list, if its size is fixed.
  @inline(__always)
  private mutating func passNested(
    in frame: OpenValue, from start: Int, before end: Int
  ) -> Int? {
    let list = lists[Int(frame.list)]
    guard list.isUniform else { return nil }
    let body = schema.bodies[Int(schema.classes[Int(numbers[list.next]) &- 1].firstBody)]
    let position = start &+ Int(body.fixedByteCount)
    guard body.fixedByteCount > 0, body.nestedCount == 0, position <= end else { return nil }
    lists[Int(frame.list)].next &+= 1
    return position
  }

  /// Whether an object number, or 0, is a valid target of a reference.
  @inline(__always)
  private mutating func isTarget(
    _ number: Int, _ name: Int32, _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) -> Bool {
    if visitor.findsReferences { return true }
    guard number <= context.objectCount || context.acceptsLostTargets else { return false }
    guard name > 0, number > 0, number <= objects.count else { return true }
    let entry = Int(objects[number &- 1])
    return classes[entry &- 1].name == name || members.entry(entry, isA: name, in: schema)
  }
}

extension ByteView {
  /// Moves over a length and as many bytes, or returns `false` if they do not end at `end` or before.
  @inline(__always)
  fileprivate func passBytes(_ position: inout Int, before end: Int) -> Bool {
    let byteCount = readCommonNumber(&position)
    guard byteCount >= 0, byteCount <= end &- position else { return false }
    position &+= byteCount
    return true
  }
}
