extension ValueInterpreter {
  /// Walks over a value that may have parts; returns whether it has, and then lets it take the place of the frame.
  mutating func walkContainer(
    _ declared: CompiledType, at declaredIndex: Int, in frame: inout OpenValue,
    _ input: inout ByteCursor,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) throws(ArchiveError) -> Bool {
    var (type, index) = (declared, declaredIndex)
    var depth = frame.depth
    while true {
      if type.operation.countsAsNested { try checkNesting(depth, input) }
      switch type.operation {
      case .optional, .optionalLeaf:
        guard try readFlag(&input) else {
          visitor.none()
          return false
        }
        index = Int(type.first)
        type = schema.type(index)
        try visitor.open(.some, count: 1, at: input.offset, schema)
      case .any:
        let offset = input.offset
        index = try readType(&input, keeping: Int(frame.typeCount))
        type = schema.type(index)
        guard type.code != .any else { throw ArchiveError(.anyInAny, at: offset) }
        try visitor.open(
          .any(type: index, byteCount: input.offset - offset), count: 1, at: input.offset, schema)
      case .leafList:
        try walkLeaves(
          at: Int(type.first), depth: depth + 1, isHashed: isHashed(frame), &input, objects,
          classes)
        return false
      case .list, .structureList, .set, .map, .structure, .enumeration:
        guard var part = try open(type, depth: depth, in: frame, &input) else { return false }
        part.typeCount = Int32(truncatingIfNeeded: schema.typeCount)
        part.isHashed = isHashed(frame)
        frames.append(frame)
        frame = part
        return true
      default:
        try walkLeaf(type, at: index, isHashed: isHashed(frame), &input, objects, classes)
        return false
      }
      depth += 1
    }
  }

  /// Opens a value that has parts, or returns nil if it turns out to have none left.
  private mutating func open(
    _ type: CompiledType, depth: Int, in outer: OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) -> OpenValue? {
    switch type.operation {
    case .list:
      let count = try input.readCount()
      try visitor.open(.list, count: count, at: input.offset, schema)
      var frame = OpenValue(.list, depth: depth + 1)
      frame.type = type.first
      frame.end = count
      return frame
    case .structureList:
      return try openStructureList(
        of: schema.type(Int(type.first)), type.first, depth: depth, &input)
    case .set, .map:
      let isMap = type.operation == .map
      let count = try input.readCount(bytesEach: isMap ? 2 : 1)
      try visitor.open(isMap ? .map : .set, count: count, at: input.offset, schema)
      var frame = OpenValue(isMap ? .map : .set, depth: depth + 1)
      frame.type = type.first
      frame.second = type.second
      frame.end = isMap ? count * 2 : count
      frame.set = openSet()
      return frame
    default:
      let entry = try readEntryNumber(type, &input)
      let isInMixedList = outer.kind == .mixedList
      if isInMixedList { noteElement(entry, in: outer.list) }
      var part = OpenValue(.body, depth: depth + 1)
      part.entry = entry
      if type.operation == .structure {
        if isInMixedList { part.list = outer.list }
        try openStructure(in: &part, &input)
      } else {
        try openCase(in: &part, &input)
      }
      return part
    }
  }

  /// Makes room for what a set or map will have had.
  private mutating func openSet() -> Int32 {
    if openSetCount == seen.count { seen.append(ByteRangeSet()) }
    seen[openSetCount].removeAll()
    openSetCount += 1
    return Int32(truncatingIfNeeded: openSetCount - 1)
  }

  /// Goes to the next element of a set, or key or value of a map, if there is one: V6, V7.
  ///
  /// - Returns: The index of its type, or nil if the container is complete.
  mutating func nextDistinct(
    in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Int? {
    let isSet = frame.kind == .set
    if !Visitor.findsReferences, isSet ? frame.next > 0 : frame.next & 1 == 1 {
      guard seen[Int(frame.set)].insert(frame.mark..<input.position, of: input) else {
        throw ArchiveError(
          isSet ? .duplicateElement : .duplicateKey, at: frame.mark + input.origin)
      }
    }
    guard frame.next < frame.end else {
      openSetCount -= 1
      visitor.close()
      return nil
    }
    let isValue = !isSet && frame.next & 1 == 1
    if !isValue { frame.mark = input.position }
    frame.next += 1
    return Int(isValue ? frame.second : frame.type)
  }

  /// Reads the entry number of a struct or enum: C8, V8, V9.
  func readEntryNumber(
    _ type: CompiledType, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Int32 {
    let offset = input.offset
    let number = try input.readNumber()
    guard number >= 1, number <= definitions.entryCount, let entry = schema[number] else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    let kind: ArchiveClassEntry.Kind = type.operation == .structure ? .structure : .enumeration
    guard entry.kind == kind else { throw ArchiveError(.valueKind, at: offset) }
    guard entry.name == type.operand else { throw ArchiveError(.valueClass, at: offset) }
    return Int32(truncatingIfNeeded: number)
  }
}
