extension ValueCheck {
  /// Opens a uniform list of structs, or gives nil when its elements have been examined by counting them.
  ///
  /// Spec §3.5.
  mutating func openElements(
    ofEntry entry: Int, _ count: Int, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) -> CheckFrame? {
    var frame = CheckFrame(.elements, depth: depth + 2)
    frame.entry = entry
    frame.body = classes.entries[entry - 1].firstBody
    frame.count = count
    if !classes.bodies[frame.body].nestedKeys.isEmpty {
      frame.list = openList(isUniform: true)
      try readNumbers(below: entry, depth: depth, &input)
    }
    if try skipElements(of: frame, &input) {
      if frame.list >= 0 { closeList() }
      return nil
    }
    frame.position = passElements(of: frame, &input)
    guard frame.position < count else {
      if frame.list >= 0 { closeList() }
      return nil
    }
    do throws(ArchiveError) {
      try checkNesting(depth + 1, input)
      try openElement(in: &frame, &input)
    } catch {
      throw ArchiveError(
        error.rule, at: error.offset, keyPath: "[\(frame.position)]" + (error.keyPath ?? ""))
    }
    return frame
  }

  /// Reads the entry numbers of the required structs in an entry, and of those in them: P1, C8, V8, V9, L2.
  private mutating func readNumbers(
    below entry: Int, depth: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    numbers.append(entry)
    // The keys that are still to be looked at, of the numbers that are open.
    var open = [nestedKeys(of: entry)]
    while let keys = open.last {
      guard let key = keys.first else {
        open.removeLast()
        continue
      }
      open[open.count - 1] = keys.dropFirst()
      // The number stands for a value that is as much deeper than the list.
      try checkNesting(depth + 1 + open.count, input)
      let number = try readEntryNumber(classes.keys[classes.nestedKeys[key]].form, &input)
      numbers.append(number)
      open.append(nestedKeys(of: number))
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
    if frame.list >= 0 {
      let nested = numbers[(lists[frame.list].first + 1)...]
      for number in nested {
        guard let own = classes.bodies[classes.entries[number - 1].firstBody].fixedByteCount
        else { return false }
        byteCount += own
      }
      // No value is deeper in an element than there are numbers.
      depth += nested.count
    }
    guard byteCount > 0, depth <= limits.valueNesting,
      frame.count <= input.remaining / byteCount
    else { return false }
    try input.skip(frame.count * byteCount)
    return true
  }

  /// Opens a body of a uniform list.
  mutating func openElement(
    in frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    if frame.list >= 0 { lists[frame.list].next = lists[frame.list].first + 1 }
    try openBody(in: &frame, &input)
  }

  /// Opens a struct at a nested place of a list, and lets it take the place of the frame.
  mutating func openNested(
    _ form: TypeForm, in frame: inout CheckFrame, _ input: inout ByteCursor
  ) throws(ArchiveError) -> Bool {
    try checkNesting(frame.depth, input)
    let entry: Int
    if lists[frame.list].isUniform {
      entry = numbers[lists[frame.list].next]
      lists[frame.list].next += 1
    } else {
      entry = try readEntryNumber(form, &input)
      meet(entry, in: frame.list)
    }
    var part = try openStructure(entry, depth: frame.depth, &input)
    part.typeCount = classes.types.count
    part.list = frame.list
    frames.append(frame)
    frame = part
    return true
  }

  /// Opens a list of structs or enums, and gives its place.
  mutating func openList(isUniform: Bool) -> Int {
    lists.append(ListEntries(first: numbers.count, next: numbers.count, isUniform: isUniform))
    return lists.count - 1
  }

  /// Closes the list that was opened last.
  mutating func closeList() {
    if let list = lists.popLast() { numbers.removeSubrange(list.first...) }
  }

  /// Takes note of the entry of the next element of a mixed list.
  mutating func meetElement(_ entry: Int, in list: Int) {
    lists[list].next = lists[list].first
    meet(entry, in: list)
  }

  /// Takes note of an entry in a mixed list: that of an element, or of a struct at a nested place.
  ///
  /// The numbers of two elements are equal as long as none differs, and so are the places of the structs in them.
  private mutating func meet(_ entry: Int, in list: Int) {
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
