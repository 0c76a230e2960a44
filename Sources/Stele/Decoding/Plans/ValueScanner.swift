/// Moves over values without making anything of them, and without recursion.
///
/// It serves to skip what nobody asks for, and to find the references in a record.
struct ValueScanner {
  /// A container that is open.
  private enum Part {
    /// So many values of a type; whether they are hashed.
    case values(ReadingPlan, Int, Bool)
    /// So many keys and values; whether the map is hashed.
    case pairs(ReadingPlan, ReadingPlan, Int, Bool)
    /// The keys of a body from some place on up to another one; the presence bytes are at an offset; whether the
    /// value is hashed.
    case body(ReadingBody, next: Int, end: Int, presence: Int, Bool)
  }

  private var open: [Part] = []

  /// Moves over a value.
  ///
  /// - Parameters:
  ///   - plan: The type.
  ///   - input: Where the value stands.
  ///   - graph: What knows the bodies of structs.
  ///   - visit: Is given each strong reference, with its plan, and whether it stands in an element of a set or a key
  ///     of a map.
  /// - Throws: The rule that a damaged value breaks.
  mutating func scan(
    _ plan: ReadingPlan, _ input: inout ByteReader, in graph: GraphDecoder,
    visit: ((ReadingPlan, Int, Bool) -> Void)? = nil
  ) throws(ArchiveError) {
    guard let part = try begin(plan, &input, in: graph, isHashed: false, visit: visit)
    else { return }
    open.removeAll(keepingCapacity: true)
    open.append(part)
    try run(&input, in: graph, visit: visit)
  }

  /// Finds the references of a record, and need not come to its end.
  mutating func scan(
    _ body: ReadingBody, _ input: inout ByteReader, in graph: GraphDecoder,
    visit: (ReadingPlan, Int, Bool) -> Void
  ) throws(ArchiveError) {
    guard body.referringCount > 0 else { return }
    let presence = input.offset
    try input.skip((body.optionalCount + 7) / 8)
    open.removeAll(keepingCapacity: true)
    open.append(.body(body, next: 0, end: body.referringCount, presence: presence, false))
    try withoutActuallyEscaping(visit) { (visit) throws(ArchiveError) in
      try run(&input, in: graph, visit: visit)
    }
  }

  private mutating func run(
    _ input: inout ByteReader, in graph: GraphDecoder, visit: ((ReadingPlan, Int, Bool) -> Void)?
  ) throws(ArchiveError) {
    while let last = open.popLast() {
      switch last {
      case .values(let plan, var left, let isHashed):
        while left > 0 {
          left -= 1
          guard
            let part = try begin(plan, &input, in: graph, isHashed: isHashed, visit: visit)
          else { continue }
          if left > 0 { open.append(.values(plan, left, isHashed)) }
          open.append(part)
          break
        }
      case .pairs(let key, let value, var left, let isHashed):
        while left > 0 {
          left -= 1
          let isKey = left & 1 == 1
          guard
            let part = try begin(
              isKey ? key : value, &input, in: graph, isHashed: isKey || isHashed, visit: visit)
          else { continue }
          if left > 0 { open.append(.pairs(key, value, left, isHashed)) }
          open.append(part)
          break
        }
      case .body(let body, var next, let end, let presence, let isHashed):
        while next < end {
          let slot = body.slots[next]
          next += 1
          guard try slot.isPresent(presence, input) else { continue }
          guard
            let part = try begin(slot.plan, &input, in: graph, isHashed: isHashed, visit: visit)
          else { continue }
          if next < end {
            open.append(.body(body, next: next, end: end, presence: presence, isHashed))
          }
          open.append(part)
          break
        }
      }
    }
  }

  /// Moves over a value that has no parts, or opens one that has.
  private func begin(
    _ plan: ReadingPlan, _ input: inout ByteReader, in graph: GraphDecoder, isHashed: Bool,
    visit: ((ReadingPlan, Int, Bool) -> Void)?
  ) throws(ArchiveError) -> Part? {
    guard let plan = plan.isWrapped ? try graph.unwrap(plan, &input) : plan else { return nil }
    if case .width(let width) = plan.fixed {
      try input.skip(width)
      return nil
    }
    switch plan.code {
    case .bool, .int8, .uint8: try input.skip(1)
    case .int16, .int32, .int64, .uint16, .uint32, .uint64, .weak:
      _ = try input.readShortVarint(width: 64)
    case .int128, .uint128: _ = try input.readVarint(width: 128)
    case .float16: try input.skip(2)
    case .float32: try input.skip(4)
    case .float64, .date: try input.skip(8)
    case .uuid: try input.skip(16)
    case .string, .bytes: try input.skip(try input.readCount())
    case .decimal:
      guard try input.readByte() < 2 else { return nil }
      try input.skip(1)
      _ = try input.readVarint(width: 128)
    case .ref, .optional:
      let number = try input.readNumber()
      if number > 0, let visit { visit(plan.first ?? plan, number, isHashed) }
    case .any: break
    case .list: return try beginList(plan, &input, in: graph, isHashed)
    case .set:
      guard let element = plan.first else { return nil }
      return .values(element, try input.readCount(), true)
    case .map:
      guard let key = plan.first, let value = plan.second else { return nil }
      return .pairs(key, value, try input.readCount(bytesEach: 2) * 2, isHashed)
    case .struct, .enum:
      let body = try graph.openBody(plan, &input).body
      let presence = input.offset
      try input.skip((body.optionalCount + 7) / 8)
      return .body(body, next: 0, end: body.slots.count, presence: presence, isHashed)
    }
    return nil
  }

  private func beginList(
    _ plan: ReadingPlan, _ input: inout ByteReader, in graph: GraphDecoder, _ isHashed: Bool
  ) throws(ArchiveError) -> Part? {
    guard let element = plan.first else { return nil }
    let list = try graph.openList(of: element, &input)
    guard list.width == 0 else {
      // The count was compared with the bytes that remain.
      try input.skip(list.count * list.width)
      return nil
    }
    return list.count > 0 ? .values(list.element, list.count, isHashed) : nil
  }
}

extension ReadingSlot {
  /// Whether the key has a value, the presence bytes being at an offset.
  func isPresent(_ presence: Int, _ input: ByteReader) throws(ArchiveError) -> Bool {
    guard let bit else { return true }
    return try input.byte(at: presence + bit >> 3) >> UInt8(bit & 7) & 1 == 1
  }
}
