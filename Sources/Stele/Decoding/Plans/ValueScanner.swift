/// What a scanner shows references to.
protocol ReferenceVisitor {
  /// Is given a strong reference, with its plan, and whether it stands in an element of a set or a key of a map.
  mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool)
  /// Is given a weak reference, and whether it stands in such.
  mutating func visitWeak(_ number: Int, isHashed: Bool)
}

extension ReferenceVisitor {
  mutating func visitWeak(_ number: Int, isHashed: Bool) {}
}

/// Looks at no reference.
struct NoVisitor: ReferenceVisitor {
  mutating func visit(_ plan: ReadingPlan, _ number: Int, isHashed: Bool) {}
}

/// Moves over values without making anything of them, and without recursion.
///
/// It serves to skip what nobody asks for, and to find the references in a record.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class ValueScanner {
  /// A container that is open.
  private enum Part {
    /// So many values of a type; whether they are hashed.
    case values(ReadingPlan, Int, isHashed: Bool)
    /// So many keys and values; whether the map is hashed.
    case pairs(ReadingPlan, ReadingPlan, Int, isHashed: Bool)
    /// The keys of a body from some place on up to another one; the presence bytes are at an offset; whether the
    /// value is hashed.
    case body(ReadingBody, next: Int, end: Int, presence: Int, isHashed: Bool)
  }

  /// The containers that are open inside of the one that is being scanned.
  @safe @exclusivity(unchecked) private var open: [Part] = []

  /// Moves over a value.
  ///
  /// - Parameters:
  ///   - plan: The type.
  ///   - input: Where the value stands.
  ///   - graph: What knows the bodies of structs.
  ///   - visitor: Is given each strong reference.
  /// - Throws: The rule that a damaged value breaks.
  func scan(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, in graph: GraphDecoder,
    _ visitor: inout some ReferenceVisitor
  ) throws(ArchiveError) {
    if let part = try Self.begin(plan, &input, in: graph, isHashed: false, &visitor) {
      try run(part, &input, in: graph, &visitor)
    }
  }

  /// Finds the references of a record, and need not come to its end.
  func scan(
    _ body: ReadingBody, _ input: inout CheckedBytes, in graph: GraphDecoder,
    _ visitor: inout some ReferenceVisitor
  ) throws(ArchiveError) {
    guard body.referringCount > 0 else { return }
    let presence = input.offset
    if body.optionalCount > 0 { try input.skip((body.optionalCount + 7) / 8) }
    for place in 0..<body.referringCount {
      let slot = body.slots[place]
      guard try slot.isPresent(presence, input),
        let part = try Self.begin(slot.plan, &input, in: graph, isHashed: false, &visitor)
      else { continue }
      try run(part, &input, in: graph, &visitor)
    }
  }

  /// Moves over the rest of a container, and over those inside.
  private func run(
    _ first: Part, _ input: inout CheckedBytes, in graph: GraphDecoder,
    _ visitor: inout some ReferenceVisitor
  ) throws(ArchiveError) {
    open.removeAll(keepingCapacity: true)
    var current: Part? = first
    while let part = current {
      current = try proceed(part, &input, in: graph, &visitor) ?? open.popLast()
    }
  }

  /// Moves over the parts of a container up to one that is itself a container, which it gives.
  private func proceed(
    _ part: Part, _ input: inout CheckedBytes, in graph: GraphDecoder,
    _ visitor: inout some ReferenceVisitor
  ) throws(ArchiveError) -> Part? {
    switch part {
    case .values(let plan, var left, let isHashed):
      while left > 0 {
        left -= 1
        guard
          let inner = try Self.begin(plan, &input, in: graph, isHashed: isHashed, &visitor)
        else { continue }
        if left > 0 { open.append(.values(plan, left, isHashed: isHashed)) }
        return inner
      }
    case .pairs(let key, let value, var left, let isHashed):
      while left > 0 {
        left -= 1
        let isKey = left & 1 == 1
        guard
          let inner = try Self.begin(
            isKey ? key : value, &input, in: graph, isHashed: isKey || isHashed, &visitor)
        else { continue }
        if left > 0 { open.append(.pairs(key, value, left, isHashed: isHashed)) }
        return inner
      }
    case .body(let body, var next, let end, let presence, let isHashed):
      while next < end {
        let slot = body.slots[next]
        next += 1
        guard try slot.isPresent(presence, input),
          let inner = try Self.begin(slot.plan, &input, in: graph, isHashed: isHashed, &visitor)
        else { continue }
        if next < end {
          open.append(
            .body(body, next: next, end: end, presence: presence, isHashed: isHashed))
        }
        return inner
      }
    }
    return nil
  }

  /// Moves over a value that has no parts, or opens one that has.
  private static func begin(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, in graph: GraphDecoder, isHashed: Bool,
    _ visitor: inout some ReferenceVisitor
  ) throws(ArchiveError) -> Part? {
    guard let byteCount = plan.byteCount else {
      return try beginOther(plan, &input, in: graph, isHashed: isHashed, &visitor)
    }
    try input.skip(byteCount)
    return nil
  }

  private static func beginOther(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, in graph: GraphDecoder, isHashed: Bool,
    _ visitor: inout some ReferenceVisitor
  ) throws(ArchiveError) -> Part? {
    switch plan.code {
    case .int16, .int32, .int64, .uint16, .uint32, .uint64:
      _ = try input.readShortVarint()
    case .weak:
      let number = try graph.readReference(plan, &input)
      if number > 0 { visitor.visitWeak(number, isHashed: isHashed) }
    case .int128, .uint128: _ = try input.readVarint()
    case .string, .bytes: try input.skip(try input.readCount())
    case .decimal:
      guard try input.readByte() < 2 else { return nil }
      try input.skip(1)
      _ = try input.readVarint()
    case .ref:
      visitor.visit(plan, try input.readNumber(), isHashed: isHashed)
    case .optional, .any:
      if plan.isOptionalReference {
        let number = try input.readNumber()
        if number > 0 { visitor.visit(plan, number, isHashed: isHashed) }
        return nil
      }
      guard let inner = try graph.unwrap(plan, &input) else { return nil }
      // What is inside is neither `any` nor optional, but for a reference.
      return try begin(inner, &input, in: graph, isHashed: isHashed, &visitor)
    case .list:
      return try beginList(plan, &input, in: graph, isHashed: isHashed)
    case .set:
      guard let element = plan.first else { return nil }
      return .values(element, try input.readCount(), isHashed: true)
    case .map:
      guard let key = plan.first, let value = plan.second else { return nil }
      return .pairs(key, value, try input.readCount(bytesEach: 2) * 2, isHashed: isHashed)
    case .struct, .enum:
      let body = try graph.openBody(plan, &input).body
      let presence = input.offset
      if body.optionalCount > 0 { try input.skip((body.optionalCount + 7) / 8) }
      return .body(
        body, next: 0, end: body.slots.count, presence: presence, isHashed: isHashed)
    default:
      break
    }
    return nil
  }

  private static func beginList(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, in graph: GraphDecoder, isHashed: Bool
  ) throws(ArchiveError) -> Part? {
    guard let element = plan.first else { return nil }
    let list = try graph.openList(of: element, &input)
    guard list.width == 0 else {
      // The count was compared with the bytes that remain.
      try input.skip(list.count * list.width)
      return nil
    }
    if let byteCount = list.element.byteCount, byteCount > 0 {
      guard list.count <= input.remaining / byteCount else {
        throw ArchiveError(.truncated, at: input.offset)
      }
      try input.skip(list.count * byteCount)
      return nil
    }
    return list.count > 0 ? .values(list.element, list.count, isHashed: isHashed) : nil
  }
}

extension ReadingSlot {
  /// Whether the key has a value, the presence bytes being at an offset.
  func isPresent(_ presence: Int, _ input: borrowing CheckedBytes) throws(ArchiveError) -> Bool {
    guard let bit else { return true }
    return try input.byte(at: presence + bit >> 3) >> UInt8(bit & 7) & 1 == 1
  }
}
