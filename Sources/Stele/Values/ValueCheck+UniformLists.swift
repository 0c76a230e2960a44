extension ValueCheck {
  /// Opens a uniform list of structs, or gives nil when its elements have been examined by counting them.
  ///
  /// Spec §3.5.
  mutating func openElements(
    ofEntry entry: Int, _ count: Int, at offset: Int, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) -> CheckFrame? {
    var frame = CheckFrame(.elements, depth: depth + 2)
    frame.entry = entry
    frame.body = classes.entries[entry - 1].firstBody
    frame.count = count
    if !classes.bodies[frame.body].nestedKeys.isEmpty {
      frame.firstNumber = numbers.count
      try readNumbers(below: entry, at: offset, depth: depth, &input)
    }
    if try skipElements(of: frame, &input) {
      if frame.firstNumber >= 0 { numbers.removeSubrange(frame.firstNumber...) }
      return nil
    }
    frame.position = passElements(of: frame, &input)
    guard frame.position < count else {
      if frame.firstNumber >= 0 { numbers.removeSubrange(frame.firstNumber...) }
      return nil
    }
    do throws(ArchiveError) {
      try checkNesting(depth + 1, input)
      try openBody(in: &frame, &input)
    } catch {
      throw ArchiveError(
        error.rule, at: error.offset, keyPath: "[\(frame.position)]" + (error.keyPath ?? ""))
    }
    return frame
  }

  /// Reads the entry numbers of the required structs in an entry, and of those in them: P1, C8, V8, V9, L2.
  private mutating func readNumbers(
    below entry: Int, at offset: Int, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    numbers.append(NestedNumber(entry: entry, offset: offset, end: 0))
    // The keys that are still to be looked at, of the numbers that are open.
    var open = [(number: numbers.count - 1, keys: nestedKeys(of: entry))]
    while let top = open.last {
      guard let key = top.keys.first else {
        numbers[top.number].end = numbers.count
        open.removeLast()
        continue
      }
      open[open.count - 1].keys = top.keys.dropFirst()
      // The number stands for a value that is as much deeper than the list.
      try checkNesting(depth + 1 + open.count, input)
      let offset = input.offset
      if try input.byte(at: offset) == 0 {
        try input.skip(1)
        numbers.append(NestedNumber(entry: 0, offset: offset, end: numbers.count + 1))
        continue
      }
      let number = try readEntryNumber(classes.keys[classes.nestedKeys[key]].form, &input)
      numbers.append(NestedNumber(entry: number, offset: offset, end: numbers.count + 1))
      let keys = nestedKeys(of: number)
      if !keys.isEmpty { open.append((numbers.count - 1, keys)) }
    }
  }

  private func nestedKeys(of entry: Int) -> Range<Int> {
    classes.bodies[classes.entries[entry - 1].firstBody].nestedKeys
  }

  /// Moves over elements of which only the number counts, or tells with false that each has to be examined.
  ///
  /// These consist of numbers of fixed size only, of which all bits are right.
  private func skipElements(
    of frame: CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    guard var byteCount = classes.bodies[frame.body].fixedByteCount else { return false }
    var depth = frame.depth
    if frame.firstNumber >= 0 {
      for number in numbers[(frame.firstNumber + 1)...] {
        guard number.entry > 0,
          let own = classes.bodies[classes.entries[number.entry - 1].firstBody].fixedByteCount
        else { return false }
        byteCount += own
      }
      // No value is deeper in an element than there are numbers.
      depth += numbers.count - frame.firstNumber - 1
    }
    guard byteCount > 0, depth <= limits.valueNesting,
      frame.count <= input.remaining / byteCount
    else { return false }
    try input.skip(frame.count * byteCount)
    return true
  }

  /// Opens a struct of which a uniform list says the entry, or that it says its own; lets it take the place of the frame
  /// when it has parts.
  mutating func openNested(
    _ form: TypeForm, in frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    let place = frame.nextNumber
    frame.nextNumber = numbers[place].end
    try checkNesting(frame.depth, input)
    var entry = numbers[place].entry
    let isNested = entry > 0
    if !isNested {
      entry = try readEntryNumber(form, &input)
      if numbers[place].firstEntry == 0 { numbers[place].firstEntry = entry }
      if numbers[place].firstEntry != entry { numbers[place].isMixed = true }
    }
    var part = try openStructure(entry, depth: frame.depth, &input)
    part.typeCount = classes.types.count
    if isNested { part.nextNumber = place + 1 }
    frames.append(frame)
    frame = part
    return true
  }

  /// Says that there were several entries wherever there might have been, and forgets the numbers of a list: V5.
  mutating func closeNumbers(from first: Int) throws(ArchiveError) {
    for number in numbers[first...] where number.entry == 0 && !number.isMixed {
      throw ArchiveError(.listNotMixed, at: number.offset)
    }
    numbers.removeSubrange(first...)
  }
}
