/// What a list of structs says of the required structs in its elements, as long as their entries are the same in all of
/// them: each is said once.
///
/// Spec §3.5.
struct NestedState {
  /// The entry numbers of the keys, none while the elements say them.
  var entries: [Int] = []
  /// The first element with its entry numbers.
  var first: [UInt8] = []
  /// Whether the first element has been looked at.
  var isExamined = false

  mutating func reset() {
    isExamined = false
    guard !entries.isEmpty else { return }
    entries.removeAll(keepingCapacity: true)
    first.removeAll()
  }
}

extension EncodingFrame {
  /// Looks at the first element of a list, and takes the entry numbers of the structs in it out when the list can say them.
  ///
  /// Structs in those structs make the elements say all of them, until the list is complete.
  @inline(never)
  func examineNested() {
    elements.nested.isExamined = true
    guard mode == .list, !elements.isMixed, elements.uniformEntry > 0,
      core.type(elements.type(at: 0)).code == .struct,
      let body = try? core.assembler.values.tables.plan(of: elements.uniformEntry)?.body,
      body.nestedCount > 0
    else { return }
    let start = elements.starts[0]
    let first = buffer.bytes(from: start)
    var lifted = ByteWriter()
    do {
      guard
        try NestedEntryWriter.write(
          first, body, count: 1, &core.assembler.values.tables, to: &lifted)
      else { return }
      var input = ByteReader(lifted.bytes)
      var entries: [Int] = []
      for _ in 0..<body.nestedCount {
        let entry = try input.readNumber()
        let nested = try core.assembler.values.tables.plan(of: entry)?.body
        guard nested?.nestedCount == 0 else { return }
        entries.append(entry)
      }
      buffer.truncate(to: start)
      buffer.write(contentsOf: lifted.bytes[input.offset...])
      elements.nested.entries = entries
      run.say(entries, of: elements.uniformEntry)
      elements.nested.first = first
    } catch {
      // The element stays as it is; what is wrong with it is found when the list is complete.
    }
  }

  /// Notes a struct that has been written without its entry number for a key that is due.
  func noteNested(_ encoded: Encoded, _ place: Int, _ index: Int, start: Int) {
    if run.isSaid(encoded, at: index), run.pass(place, type: encoded.type, start: start) {
      return
    }
    leaveRun()
    pieces.append(
      Piece(
        level: Int32(truncatingIfNeeded: place >> 32),
        key: Int32(truncatingIfNeeded: place & 0xFFFF_FFFF),
        type: Int32(truncatingIfNeeded: encoded.type),
        omittedEntry: encoded.isEntryOmitted ? Int32(truncatingIfNeeded: encoded.entry) : 0,
        start: start))
  }

  /// Notes the entry numbers that the pieces of the value have left out, which from now on says them.
  func noteOmittedEntries(_ layout: RecordLayout) {
    omitsNested = false
    let entries = parent?.elements.nested.entries ?? []
    for (slot, entry) in zip(layout.nestedSlots, entries) {
      let (level, key) = (layout.slots[slot].level, layout.slots[slot].key)
      for index in pieces.indices where pieces[index].place == level << 32 | key {
        pieces[index].omittedEntry = Int32(truncatingIfNeeded: entry)
      }
    }
  }

  /// Gives the structs in the elements their entry numbers, which they have left out so far.
  func restoreNested() {
    let nested = elements.nested
    guard !nested.entries.isEmpty, let base = elements.starts.first else { return }
    var starts = run.saidStarts[...]
    elements.nested.reset()
    run.sayNone()
    elements.nested.isExamined = true
    let tail = buffer.takeTail(from: base)
    func part(_ from: Int, _ to: Int) -> ArraySlice<UInt8> {
      // A program that writes elements inside of others gets what it gets.
      let first = min(max(0, from - base), tail.count)
      return tail[first..<min(max(first, to - base), tail.count)]
    }
    buffer.write(contentsOf: nested.first)
    for index in elements.starts.indices.dropFirst() {
      var position = elements.starts[index]
      let end = index + 1 < elements.starts.count ? elements.starts[index + 1] : base + tail.count
      elements.starts[index] = buffer.count
      // The last element has none when it is the one that says its entry numbers.
      for (start, entry) in zip(starts, nested.entries) where start < end {
        buffer.write(contentsOf: part(position, start))
        buffer.write(number: entry)
        position = start
      }
      starts = starts.dropFirst(nested.entries.count)
      buffer.write(contentsOf: part(position, end))
    }
  }
}
