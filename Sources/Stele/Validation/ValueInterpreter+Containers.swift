extension ValueInterpreter {
  /// Visits a value that may have parts; returns whether it has, and then replaces the frame by it.
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
          at: Int(type.first), depth: depth + 1, isHashed: frame.isPartHashed, &input, objects,
          classes)
        return false
      case .list, .structureList, .set, .map, .struct, .enum:
        guard var part = try open(type, depth: depth, in: frame, &input) else { return false }
        part.typeCount = Int32(truncatingIfNeeded: schema.typeCount)
        part.isHashed = frame.isPartHashed
        frames.append(frame)
        frame = part
        return true
      default:
        try walkLeaf(type, at: index, isHashed: frame.isPartHashed, &input, objects, classes)
        return false
      }
      depth += 1
    }
  }

  /// Opens a value that has parts, or returns nil if no part is left to visit.
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
      if isInMixedList { rememberElement(entry, in: outer.list) }
      var part = OpenValue(.body, depth: depth + 1)
      part.entry = entry
      if type.operation == .struct {
        if isInMixedList { part.list = outer.list }
        try openStructure(in: &part, &input)
      } else {
        try openCase(in: &part, &input)
      }
      return part
    }
  }

  /// Returns the index of an empty set of byte ranges for a set or map.
  private mutating func openSet() -> Int32 {
    if openSetCount == seen.count { seen.append(UniqueList()) }
    seen[openSetCount].removeAll()
    openSetCount += 1
    return Int32(truncatingIfNeeded: openSetCount - 1)
  }

  /// Moves to the next element of a set, or key or value of a map: V6, V7.
  ///
  /// - Returns: The index of its type, or nil if the container is complete.
  mutating func nextDistinct(
    in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Int? {
    let isSet = frame.kind == .set
    // A visitor that finds references reads values that have been validated.
    if !visitor.findsReferences, isSet ? frame.next > 0 : frame.next & 1 == 1 {
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
    let kind: ArchiveClassEntry.Kind = type.operation == .struct ? .struct : .enum
    guard entry.kind == kind else { throw ArchiveError(.valueKind, at: offset) }
    guard entry.name == type.operand else { throw ArchiveError(.valueClass, at: offset) }
    return Int32(truncatingIfNeeded: number)
  }
}

extension ValueInterpreter {
  /// Visits a list of elements that contain no others, of the type at an index.
  mutating func walkLeaves(
    at index: Int, depth: Int, isHashed: Bool, _ input: inout ByteCursor,
    _ objects: Span<UInt32>, _ classes: Span<CompiledClass>
  ) throws(ArchiveError) {
    let element = schema.type(index)
    if !visitor.isInterested, !visitor.findsReferences, depth <= context.limits.valueNesting {
      let (view, start, end) = (input.view, input.position, input.end)
      if let next = passLeaves(element, from: start, before: end, view, objects, classes) {
        return input.move(toIndex: next)
      }
    }
    let count = try input.readCount()
    try visitor.open(.list, count: count, at: input.offset, schema)
    guard count > 0 else { return visitor.close() }
    if depth > context.limits.valueNesting, element.operation.countsAsNested {
      throw ArchiveError(.valueNesting, at: input.offset, keyPath: KeyPathText.element(0))
    }
    var position = 0
    do throws(ArchiveError) {
      while position < count {
        try walkLeaf(element, at: index, isHashed: isHashed, &input, objects, classes)
        position &+= 1
      }
    } catch {
      throw ArchiveError(error.rule, at: error.offset, keyPath: KeyPathText.element(position))
    }
    visitor.close()
  }

  /// Visits a packed list of elements of a type code: P5, V3, V4, V1.
  @inline(never)
  func walkPackedList(
    of element: Int32, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    let countOffset = input.offset
    let count = try input.readCount()
    guard count > 0,
      let layout = TypeCode(rawValue: UInt8(truncatingIfNeeded: element))?.scalarLayout
    else { return }
    var width = layout.byteCount
    let widthOffset = input.offset
    if layout.hasPackedWidth {
      width = Int(try input.readByte())
      guard [1, 2, 4, 8, 16].contains(width), width <= layout.byteCount else {
        throw ArchiveError(.packedWidth, at: widthOffset)
      }
    }
    guard count <= input.remaining / width else {
      throw ArchiveError(.countTooLarge, at: countOffset)
    }
    guard !visitor.findsReferences else { return try input.skip(count * width) }
    switch layout {
    case .bool:
      try input.readFlags(count)
    case .signed where layout.hasPackedWidth && width > 1,
      .unsigned where layout.hasPackedWidth && width > 1:
      var isSigned = false
      if case .signed = layout { isSigned = true }
      guard try input.readPacked(count, width: width, isSigned: isSigned) else {
        throw ArchiveError(.widthNotNarrowest, at: widthOffset)
      }
    default:
      try input.skip(count * width)
    }
  }
}

// Uniform and mixed lists

extension ValueInterpreter {
  /// Opens a list of structs or enums, or returns nil if no element is left to visit.
  ///
  /// Spec §3.5.
  mutating func openStructureList(
    of element: CompiledType, _ type: Int32, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) -> OpenValue? {
    let count = try input.readCount()
    try visitor.open(.list, count: count, at: input.offset, schema)
    guard count > 0 else {
      visitor.close()
      return nil
    }
    let offset = input.offset
    if input.remaining > 0, input.view.load(input.position) == 0 {
      try input.skip(1)
      var frame = OpenValue(.mixedList, depth: depth + 1)
      frame.type = type
      frame.end = count
      frame.mark = offset
      frame.list = openList(isUniform: false)
      return frame
    }
    var frame = OpenValue(.elements, depth: depth + 2)
    frame.entry = try readEntryNumber(element, &input)
    frame.count = count
    if let body = schema.body(ofEntry: Int(frame.entry)), element.operation == .struct {
      frame.body = schema.classes[Int(frame.entry) - 1].firstBody
      if body.nestedCount > 0 {
        frame.list = openList(isUniform: true)
        try readNestedNumbers(below: frame.entry, depth: depth, &input)
      }
      if !visitor.isInterested, try skipElements(of: frame, &input) {
        if frame.list >= 0 { forgetList() }
        return nil
      }
    }
    do throws(ArchiveError) {
      try checkNesting(depth + 1, input)
      try openElement(in: &frame, &input)
    } catch {
      throw ArchiveError(
        error.rule, at: error.offset, keyPath: KeyPathText.element(0) + (error.keyPath ?? ""))
    }
    return frame
  }

  /// Reads the entry numbers of the required structs in an entry, and of those in them: P1, C8, V8, V9, L2.
  private mutating func readNestedNumbers(
    below entry: Int32, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    numbers.append(entry)
    // For each entry on the way, its keys that are left.
    var open = [nestedKeys(of: entry)]
    while let last = open.last {
      guard let place = last.first else {
        open.removeLast()
        continue
      }
      open[open.count - 1] = last.dropFirst()
      // The value of the number is as deep below the list.
      try checkNesting(depth + 1 + open.count, input)
      let key = schema.keys[Int(schema.nestedKeys[place])]
      let number = try readEntryNumber(key.type, &input)
      numbers.append(number)
      open.append(nestedKeys(of: number))
    }
  }

  private func nestedKeys(of entry: Int32) -> Range<Int> {
    schema.bodies[Int(schema.classes[Int(entry) - 1].firstBody)].nestedKeys
  }

  /// Moves over all elements at once if any bytes of their size are valid; returns `false` if each has to be visited.
  private func skipElements(
    of frame: OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    var byteCount = Int(schema.bodies[Int(frame.body)].fixedByteCount)
    guard byteCount >= 0 else { return false }
    var depth = frame.depth
    if frame.list >= 0 {
      let nested = numbers[(lists[Int(frame.list)].first + 1)...]
      for number in nested {
        let own = schema.bodies[Int(schema.classes[Int(number) - 1].firstBody)].fixedByteCount
        guard own >= 0 else { return false }
        byteCount += Int(own)
      }
      // Values nest no deeper in an element than there are numbers.
      depth += nested.count
    }
    guard byteCount > 0, depth <= context.limits.valueNesting,
      frame.count <= input.remaining / byteCount
    else { return false }
    try input.skip(frame.count * byteCount)
    return true
  }

  /// Opens the current element of a uniform list.
  @inline(__always)
  mutating func openElement(
    in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    if frame.list >= 0 { lists[Int(frame.list)].next = lists[Int(frame.list)].first + 1 }
    if schema.classes[Int(frame.entry) &- 1].kind == .struct {
      try openStructure(in: &frame, &input)
    } else {
      try openCase(in: &frame, &input)
    }
  }

  /// Opens a struct nested in the elements of a list, and replaces the frame by it.
  mutating func openNested(
    _ type: CompiledType, in frame: inout OpenValue, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    try checkNesting(frame.depth, input)
    let list = Int(frame.list)
    var part = OpenValue(.body, depth: frame.depth + 1)
    if lists[list].isUniform {
      part.entry = numbers[lists[list].next]
      lists[list].next += 1
    } else {
      part.entry = try readEntryNumber(type, &input)
      remember(part.entry, in: list)
    }
    part.list = frame.list
    try openStructure(in: &part, &input)
    part.typeCount = Int32(truncatingIfNeeded: schema.typeCount)
    part.isHashed = frame.isHashed
    frames.append(frame)
    frame = part
  }

  /// Opens a list of structs or enums without entry numbers, and returns its index.
  private mutating func openList(isUniform: Bool) -> Int32 {
    lists.append(ListEntries(first: numbers.count, next: numbers.count, isUniform: isUniform))
    return Int32(truncatingIfNeeded: lists.count - 1)
  }

  /// Opens a uniform list by its entry numbers, and returns its index.
  mutating func openList(_ known: [Int]) -> Int32 {
    let list = openList(isUniform: true)
    numbers += known.map { Int32(truncatingIfNeeded: $0) }
    return list
  }

  /// Completes a list of values: V5 after the last element of a mixed list.
  @inline(__always)
  mutating func closeList(_ frame: OpenValue) throws(ArchiveError) {
    if frame.kind == .mixedList {
      guard lists[Int(frame.list)].isMixed else {
        throw ArchiveError(.listNotMixed, at: frame.mark)
      }
      forgetList()
    }
    if frame.kind != .whole { visitor.close() }
  }

  /// Forgets the entry numbers of the list that was opened last.
  mutating func forgetList() {
    if let list = lists.popLast() { numbers.removeSubrange(list.first...) }
  }

  /// Remembers the entry of the next element of a mixed list.
  mutating func rememberElement(_ entry: Int32, in list: Int32) {
    lists[Int(list)].next = lists[Int(list)].first
    remember(entry, in: Int(list))
  }

  /// Remembers an entry in a mixed list: that of an element, or of a struct nested in one.
  ///
  /// As long as no number differs, the structs in two elements are at the same positions.
  private mutating func remember(_ entry: Int32, in list: Int) {
    guard !lists[list].isMixed else { return }
    let next = lists[list].next
    lists[list].next = next + 1
    if next == numbers.count {
      numbers.append(entry)
    } else if numbers[next] != entry {
      lists[list].isMixed = true
    }
  }
}
