/// A list whose count and form have been read.
struct OpenList {
  /// The number of elements.
  let count: Int
  /// How the elements are read.
  let element: ReadingPlan
  /// The size of an element of a packed list, in bytes, or 0 for other lists.
  let width: Int
}

extension GraphDecoder {
  /// Reads what stands before the elements of a list.
  ///
  /// Spec §3.5.
  func openList(
    of element: ReadingPlan, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> OpenList {
    let start = input.offset
    let count = try input.readCount()
    guard count > 0 else { return OpenList(count: 0, element: element, width: 0) }
    if let layout = element.code.scalarLayout {
      let width = layout.hasPackedWidth ? Int(try input.readByte()) : layout.byteCount
      guard (1...16).contains(width) else { throw ArchiveError(.packedWidth, at: start) }
      guard count <= input.remaining / width else { throw ArchiveError(.countTooLarge, at: start) }
      return OpenList(count: count, element: element.packed(width: width), width: width)
    }
    guard element.code == .struct || element.code == .enum else {
      return OpenList(count: count, element: element, width: 0)
    }
    let entry = try input.readNumber()
    guard entry > 0 else { return OpenList(count: count, element: element, width: 0) }
    guard element.code == .struct else {
      return OpenList(count: count, element: element.uniform(entry: entry), width: 0)
    }
    return OpenList(count: count, element: try openUniform(entry, of: element, &input), width: 0)
  }

  /// Reads what stands before the keys of a struct or enum, and leaves the reader at the presence bytes.
  ///
  /// An enum has one key, its case, of which the value is the payload.
  ///
  /// Spec §3.7.
  ///
  /// - Returns: The body, and the number of the entry.
  func openBody(
    _ plan: ReadingPlan, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> (body: ReadingBody, entry: Int) {
    let body: ReadingBody
    let number: Int
    switch plan.fixed {
    case .payload(let entry, let caseIndex):
      return (try bodies.payload(ofEntry: entry, caseIndex: caseIndex), entry)
    case .entry(let entry):
      if let body = plan.uniform?.body {
        if body.hasEmptyByte { try input.skip(1) }
        return (body, entry)
      }
      number = entry
    case .nothing, .width:
      number = try input.readNumber()
    }
    if plan.code == .enum {
      let caseIndex = try input.readNumber()
      return (try bodies.enumeration(ofEntry: number, caseIndex: caseIndex), number)
    }
    body = try bodies.body(ofEntry: number)
    if body.hasEmptyByte { try input.skip(1) }
    return (body, number)
  }

  /// Reads the descriptor of an `any` value.
  ///
  /// Spec §3.8.
  func openAny(
    _ plan: ReadingPlan, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> ReadingPlan {
    // Values that stand at one place mostly have one type.
    if let last = plan.lastInner, input.starts(with: last.descriptor) {
      try input.skip(last.descriptor.count)
      return last.plan
    }
    let start = input
    let names = store.context.names
    var reader = store.reader(at: input)
    let type = try reader.readDescriptor(names: names, limits: store.context.limits)
    try input.move(to: reader.offset)
    let inner = plan.inner(type)
    plan.lastInner = (try start.bytes(before: input), inner)
    return inner
  }

  /// Goes through `any` and optional to the value inside, or gives nil when there is none, or a nil reference.
  func unwrap(
    _ plan: ReadingPlan, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> ReadingPlan? {
    var plan = plan
    while plan.isWrapped {
      if plan.code == .any {
        plan = try openAny(plan, &input)
      } else {
        guard try input.readByte() != 0, let first = plan.first else { return nil }
        plan = first
      }
    }
    if plan.isOptionalReference || plan.code == .weak {
      var reference = input
      guard try readReference(plan, &reference) != 0 else {
        input = reference
        return nil
      }
    }
    return plan
  }

  /// Reads a reference of any kind: the number of an object, or 0 for nil.
  func readReference(
    _ plan: ReadingPlan, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> Int {
    guard plan.code == .weak else { return try input.readNumber() }
    let value = try input.readShortVarint()
    let number = Int(number: value >> 1)
    guard value & 1 == 1 else { return number }
    guard store.context.weakSlots.indices.contains(number) else {
      throw ArchiveError(.weakSlot, at: input.offset)
    }
    return store.context.weakSlots[number]
  }
}
