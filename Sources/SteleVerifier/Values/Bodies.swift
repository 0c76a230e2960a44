internal import Stele

/// The bodies of records, structs and enum cases.
///
/// Spec §3.7, §5.2.
extension ValueWalk {
  /// Reads the presence bytes of a body and returns a frame for its values.
  ///
  /// Rules P1, V11.
  @inline(__always)
  mutating func bodyFrame(
    _ bytes: Span<UInt8>, _ plan: BodyPlans.Plan, depth: Int
  ) throws(Defect) -> ValueFrame {
    var frame = ValueFrame(kind: .body, depth: depth)
    frame.first = plan.operations.lowerBound
    frame.next = frame.first
    frame.end = plan.operations.upperBound
    frame.start = cursor.offset
    if plan.optionalCount > 0 {
      try cursor.skip((plan.optionalCount &+ 7) &>> 3)
      let lastOffset = cursor.offset &- 1
      let usedBitCount = plan.optionalCount & 7
      if usedBitCount != 0, bytes[lastOffset] &>> UInt8(usedBitCount) != 0 {
        throw Defect(.spareBits, lastOffset)
      }
    }
    return frame
  }

  /// Reads values of the body on top until one has parts; returns its type, or -1 at the end.
  ///
  /// A struct at a nested place of a list leaves that in ``nestedList``.
  mutating func continueBody(_ bytes: Span<UInt8>) throws(Defect) -> Int {
    let end = top.end
    let presenceOffset = top.start
    let isTooDeep = top.depth > limits.valueNesting
    var cursor = self.cursor
    var next = top.next
    var bit = top.bit
    defer {
      self.cursor = cursor
      top.next = next
      top.bit = bit
    }
    while next < end {
      let operation = plans.operations[next]
      next &+= 1
      if operation.isOptional {
        let presence = bytes[presenceOffset &+ bit &>> 3]
        let isPresent = presence &>> UInt8(truncatingIfNeeded: bit & 7) & 1 == 1
        bit &+= 1
        guard isPresent else { continue }
      }
      if isTooDeep { return Int(operation.type) }
      switch operation.shape {
      case .bool:
        try Self.readBool(bytes, &cursor)
      case .fixed:
        try cursor.skip(Int(operation.width))
      case .varint:
        _ = try cursor.readVarint(bytes, width: Int(operation.width))
      case .string:
        try readString(bytes, &cursor)
      case .bytes:
        try Self.readBytes(bytes, &cursor)
      case .reference, .optionalReference:
        let offset = cursor.offset
        let number = try cursor.readNumber(bytes)
        // A finding needs to know where it was made.
        top.next = next
        meet(
          bytes, number, at: offset, operation.className,
          mayBeNil: operation.shape == .optionalReference)
      case .structure:
        if !operation.isOptional { nestedList = top.list }
        return Int(operation.type)
      default:
        return Int(operation.type)
      }
    }
    return -1
  }

  /// Reads an entry number where a type says which class it must be of.
  ///
  /// Rules C8, V8, V9.
  mutating func readEntry(_ bytes: Span<UInt8>, of node: TypeNode) throws(Defect) -> Int {
    let offset = cursor.offset
    let entry = try cursor.readNumber(bytes)
    try checkEntry(entry, at: offset, of: node)
    return entry
  }

  func checkEntry(_ entry: Int, at offset: Int, of node: TypeNode) throws(Defect) {
    guard entry > 0, entry <= definedEntryCount else { throw Defect(.undefinedEntry, offset) }
    let kind: ClassEntry.Kind = node.shape == .structure ? .struct : .enum
    guard classes[entry].kind == kind else { throw Defect(.valueKind, offset) }
    guard classes[entry].name == node.first else { throw Defect(.valueClass, offset) }
  }

  /// Reads what stands behind the entry number of a struct or enum at a depth.
  mutating func beginInstance(
    _ bytes: Span<UInt8>, _ number: Int, depth: Int
  ) throws(Defect) {
    if purpose == .canonicalCheck { canonical.use(entry: number) }
    let entry = classes[number]
    guard entry.kind == .enum else {
      guard !entry.operations.isEmpty else {
        let offset = cursor.offset
        guard try cursor.readByte(bytes) == 0 else { throw Defect(.emptyBody, offset) }
        return
      }
      let plan = Self.plan(entry.operations, entry.optionalCount)
      return push(try bodyFrame(bytes, plan, depth: depth &+ 1))
    }
    let offset = cursor.offset
    let index = try cursor.readNumber(bytes)
    guard index < entry.cases.count else { throw Defect(.caseIndex, offset) }
    let enumCase = classes.cases[Int(entry.cases.lowerBound) &+ index]
    guard !enumCase.isRetired else { throw Defect(.caseIndex, offset) }
    guard !enumCase.operations.isEmpty else { return }
    let plan = Self.plan(enumCase.operations, enumCase.optionalCount)
    push(try bodyFrame(bytes, plan, depth: depth &+ 1))
  }

  @inline(__always)
  private static func plan(
    _ operations: Range<UInt32>, _ optionalCount: UInt32
  ) -> BodyPlans.Plan {
    BodyPlans.Plan(
      operations: Int(operations.lowerBound)..<Int(operations.upperBound),
      optionalCount: Int(optionalCount))
  }
}
