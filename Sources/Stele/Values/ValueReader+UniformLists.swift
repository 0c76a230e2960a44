extension ValueReader {
  /// Reads what a list of structs or enums has in front of its elements, and the elements when that is a matter of
  /// counting: P1, C13, V6, V7, L2.
  ///
  /// Spec §3.5.
  mutating func beginList(
    ofInline element: TypeDescriptor, count: Int
  ) throws(ArchiveError) -> Step {
    let offset = input.offset
    if try input.peekByte() == 0 {
      try input.skip(1)
      return .open(ValueFrame(.mixedList(markOffset: offset), type: element, count: count))
    }
    let entry = try readEntryNumber(for: element)
    let nested = try readNestedEntries(below: entry, at: offset)
    if !makesValues, try skipElements(nested.entries, count: count) { return .done(.nil) }
    var frame = ValueFrame(.uniformList, type: element, count: count)
    frame.nested = nested
    return .open(frame)
  }

  /// Reads the entry numbers of the required structs in an entry, and of those in them.
  private mutating func readNestedEntries(
    below entry: Int, at offset: Int
  ) throws(ArchiveError) -> NestedState {
    var nested = NestedState(NestedEntries(entry))
    guard !context.layouts[entry - 1].body.nestedPlaces.isEmpty else { return nested }
    var open = [(place: 0, next: 0)]
    while let top = open.last {
      let body = context.layouts[nested.entries.entries[top.place] - 1].body
      guard top.next < body.nestedPlaces.count else {
        nested.entries.close(top.place)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      // The number stands for a value that is as much deeper than the list.
      guard frames.count + 1 + open.count < context.limits.valueNesting else {
        throw ArchiveError(.valueNesting, at: input.offset)
      }
      let offset = input.offset
      if try input.peekByte() == 0 {
        try input.skip(1)
        nested.append(mixedAt: offset)
        continue
      }
      let number = try readEntryNumber(for: body.keys[body.nestedPlaces[top.next]].type)
      let place = nested.entries.append(number)
      if !context.layouts[number - 1].body.nestedPlaces.isEmpty { open.append((place, 0)) }
    }
    if makesValues {
      try budget.pay(nested.entries.count * MemoryBudget.valueByteCount, at: offset)
    }
    return nested
  }

  /// Moves over elements of which only the number counts, or tells with false that each has to be read.
  private mutating func skipElements(
    _ nested: NestedEntries, count: Int
  ) throws(ArchiveError) -> Bool {
    // No value is deeper in an element than there are numbers.
    guard frames.count + 3 + nested.count <= context.limits.valueNesting,
      let byteCount = byteCount(of: nested), count <= input.remaining / byteCount
    else { return false }
    try input.skip(count * byteCount)
    return true
  }

  /// The size of elements that consist of numbers of fixed size only, of which all bits are right.
  private func byteCount(of nested: NestedEntries) -> Int? {
    var byteCount = 0
    for entry in nested.entries {
      guard entry > 0 else { return nil }
      let body = context.layouts[entry - 1].body
      guard let own = body.fixedByteCount else { return nil }
      byteCount += own
    }
    return byteCount > 0 ? byteCount : nil
  }
}

/// What is known of the entry numbers in front of a uniform list while its elements are read.
struct NestedState: Sendable {
  fileprivate(set) var entries: NestedEntries
  /// The numbers that are 0, with the entry of the first value, and whether there is another one.
  private var mixed: [(place: Int, offset: Int, first: Int, hasSeveral: Bool)] = []

  init(_ entries: NestedEntries) {
    self.entries = entries
  }

  /// Adds a 0.
  mutating func append(mixedAt offset: Int) {
    mixed.append((entries.append(0), offset, 0, false))
  }

  /// Notes the entry of a value that says it itself.
  mutating func note(_ entry: Int, at place: Int) {
    var low = 0
    var high = mixed.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if mixed[middle].place <= place { low = middle } else { high = middle }
    }
    guard low < high else { return }
    if mixed[low].first == 0 { mixed[low].first = entry }
    if mixed[low].first != entry { mixed[low].hasSeveral = true }
  }

  /// Says that there were several entries wherever there might have been: V8.
  func finish() throws(ArchiveError) {
    for number in mixed where !number.hasSeveral {
      throw ArchiveError(.listNotMixed, at: number.offset)
    }
  }
}
