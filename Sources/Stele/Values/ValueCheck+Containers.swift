extension ValueCheck {
  /// Examines a value that may have parts; says whether it has, and then lets it take the place of the frame.
  mutating func checkContainer(
    _ type: TypeForm, of frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    var form = type
    var depth = frame.depth
    while true {
      if form.action.countsAsNested { try checkNesting(depth, input) }
      switch form.action {
      case .optional:
        guard try Self.readFlag(&input) else { return false }
        form = classes.types[form.first]
      case .any:
        let offset = input.offset
        let inner = try readType(&input, behind: frame.typeCount)
        form = classes.types[inner]
        guard form.code != .any else { throw ArchiveError(.anyInAny, at: offset) }
      case .packedList:
        try checkPackedList(of: classes.types[form.first].code, &input)
        return false
      case .list where classes.types[form.first].action.isLeaf:
        try checkLeaves(classes.types[form.first], depth: depth + 1, &input)
        return false
      case .list, .structList, .set, .map, .structure, .enumeration:
        guard var part = try open(form, depth: depth, in: frame, &input) else { return false }
        part.typeCount = classes.types.count
        frames.append(frame)
        frame = part
        return true
      default:
        try checkLeaf(form, &input)
        return false
      }
      depth += 1
    }
  }

  /// Says that a value may stand at a depth: L2.
  func checkNesting(_ depth: Int, _ input: borrowing ByteCursor) throws(ArchiveError) {
    guard depth <= limits.valueNesting else {
      throw ArchiveError(.valueNesting, at: input.offset)
    }
  }

  /// Opens a value that has parts, or gives nil when it turns out to have none that are still to come.
  private mutating func open(
    _ form: TypeForm, depth: Int, in outer: CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> CheckFrame? {
    switch form.action {
    case .list:
      let count = try input.readCount()
      var frame = CheckFrame(.list, depth: depth + 1)
      frame.type = form.first
      frame.end = count
      return frame
    case .structList:
      return try openStructList(of: form.first, depth: depth, &input)
    case .set, .map:
      let isMap = form.action == .map
      let count = try input.readCount(bytesEach: isMap ? 2 : 1)
      var frame = CheckFrame(isMap ? .map : .set, depth: depth + 1)
      frame.type = form.first
      frame.second = form.second
      frame.end = isMap ? count * 2 : count
      frame.set = openSet()
      return frame
    default:
      let entry = try readEntryNumber(form, &input)
      guard form.action == .structure else {
        if outer.kind == .mixedList { meetElement(entry, in: outer.list) }
        return try openCase(ofEntry: entry, depth: depth, &input)
      }
      var part = try openStructure(entry, depth: depth, &input)
      if outer.kind == .mixedList {
        meetElement(entry, in: outer.list)
        part.list = outer.list
      }
      return part
    }
  }

  /// Makes room for what will be seen in a set or map.
  private mutating func openSet() -> Int {
    if openSetCount == seen.count { seen.append(ByteRangeSet()) }
    seen[openSetCount].removeAll()
    openSetCount += 1
    return openSetCount - 1
  }

  /// Opens a list of structs or enums.
  private mutating func openStructList(
    of type: Int, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) -> CheckFrame? {
    let count = try input.readCount()
    guard count > 0 else { return nil }
    let form = classes.types[type]
    let offset = input.offset
    if try input.byte(at: offset) == 0 {
      try input.skip(1)
      var frame = CheckFrame(.mixedList, depth: depth + 1)
      frame.type = type
      frame.end = count
      frame.partOffset = offset
      frame.list = openList(isUniform: false)
      return frame
    }
    let entry = try readEntryNumber(form, &input)
    guard form.action == .structure else {
      var frame = CheckFrame(.cases, depth: depth + 1)
      frame.entry = entry
      frame.end = count
      return frame
    }
    return try openElements(ofEntry: entry, count, depth: depth, &input)
  }

  /// Reads the entry number of a struct or enum: C8, V8, V9.
  func readEntryNumber(
    _ form: TypeForm, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Int {
    let offset = input.offset
    let number = try input.readNumber()
    guard number >= 1, number <= definitions.entryCount, let entry = classes[number] else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    let kind: ClassEntry.Kind = form.action == .structure ? .structure : .enumeration
    guard entry.kind == kind else { throw ArchiveError(.valueKind, at: offset) }
    guard entry.name == form.operand else { throw ArchiveError(.valueClass, at: offset) }
    return number
  }

  /// Opens the body of a struct.
  func openStructure(
    _ entry: Int, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) -> CheckFrame {
    var frame = CheckFrame(.body, depth: depth + 1)
    frame.entry = entry
    frame.body = classes.entries[entry - 1].firstBody
    try openBody(in: &frame, &input)
    return frame
  }

  /// Opens a case of an enum: V10.
  func openCase(
    ofEntry entry: Int, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) -> CheckFrame {
    try checkNesting(depth, input)
    let offset = input.offset
    let index = try input.readNumber()
    let form = classes.entries[entry - 1]
    guard index < form.caseCount, !classes.bodies[form.firstBody + index].isRetired else {
      throw ArchiveError(.caseIndex, at: offset)
    }
    var frame = CheckFrame(.body, depth: depth + 1)
    frame.entry = entry
    frame.body = form.firstBody + index
    try openBody(in: &frame, &input)
    return frame
  }

  /// Makes a frame stand before the first key of its body: V11, V12.
  func openBody(in frame: inout CheckFrame, _ input: inout ByteCursor) throws(ArchiveError) {
    let body = classes.bodies[frame.body]
    frame.next = body.keys.lowerBound
    frame.end = body.keys.upperBound
    frame.bit = 0
    frame.presence = try Self.readPresence(body.optionalCount, &input)
    if body.keys.isEmpty, classes.entries[frame.entry - 1].kind == .structure {
      let offset = input.offset
      guard try input.readByte() == 0 else { throw ArchiveError(.emptyBody, at: offset) }
    }
  }
}
