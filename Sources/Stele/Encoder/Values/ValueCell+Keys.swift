// The key cursor: as long as the keys of a value come as in the last layout, noting one is a comparison.
//
// A value is written to the end of the buffer first, and noted afterwards. The starts of the values are noted, so that an
// instance with other keys can be assembled from them.

extension ValueCell {
  /// Begins the keys of the value, which are expected to be those of the last layout.
  @inline(__always)
  func beginKeys() {
    state.mode = .keyed
    // Safe: see `ValueState.observed`.
    guard let layout = unsafe state.observed?._withUnsafeGuaranteedRef({ unsafe $0.latest }) else {
      return noteEntryNumber(0)
    }
    let buffer = buffer
    unsafe state.layout = unsafe layout
    // Safe: what has been observed keeps all layouts.
    unsafe layout._withUnsafeGuaranteedRef { layout in
      if state.list != nil { noteEntryNumber(layout.entry) }
      if !state.omitsEntry { buffer.write(number: layout.entry) }
      state.presenceStart = buffer.count
      if layout.presenceByteCount > 0 { buffer.write(zeroCount: layout.presenceByteCount) }
      if layout.expectedCount > state.capacity { growStarts(layout.expectedCount) }
      unsafe state.next = unsafe layout.expected
    }
    unsafe state.nextStart = unsafe state.starts
    state.presence = 0
    state.isRegular = true
  }

  private func growStarts(_ count: Int) {
    // Safe: nothing of the old positions is in use.
    unsafe state.starts.deallocate()
    state.capacity = count
    unsafe state.starts = .allocate(capacity: count)
  }

  /// Notes where the entry number of the value belongs.
  @inline(__always)
  private func noteEntryNumber(_ entry: Int) {
    guard let list = state.list else { return }
    state.numberIndex = list.state.elements.numbers.append(
      EntryNumbers.Place(position: buffer.count, entry: entry, isOmitted: state.omitsEntry))
  }

  /// Notes the entry number of the value.
  func note(entry: Int) {
    if let list = state.list { list.state.elements.numbers.set(entry, at: state.numberIndex) }
  }

  /// The layout by which the keys are written, if there is one.
  var layout: RecordLayout? {
    // Safe: what has been observed keeps its layouts.
    unsafe state.layout?.takeUnretainedValue()
  }

  /// Whether the next key is that of a token, and has values of a type.
  @inline(__always)
  func expects(_ token: KeyToken, _ type: Int) -> Bool {
    // Safe: see `ValueState.next`.
    let key = unsafe state.next
    return unsafe key.pointee.token == token && key.pointee.type == type
  }

  /// Whether the next key is that of a token.
  @inline(__always)
  func expects(_ token: KeyToken) -> Bool {
    // Safe: see `ValueState.next`.
    unsafe state.next.pointee.token == token
  }

  /// The expected key, or the end mark.
  @inline(__always)
  var expectedKey: ExpectedKey {
    // Safe: see `ValueState.next`.
    unsafe state.next.pointee
  }

  /// Passes the expected key, whose value begins at a position.
  @inline(__always)
  func advance(from start: Int) {
    // Safe: the expected key is one of the layout, so there is one after it, and a position for its start.
    unsafe advance(state.next.pointee.mask, start: start)
  }

  @inline(__always)
  private func advance(_ mask: UInt64, start: Int) {
    // Safe: as above.
    unsafe state.nextStart.pointee = start
    unsafe state.nextStart += 1
    unsafe state.next += 1
    state.presence |= mask
  }

  /// Passes the expected key if it is that of a token, and has values of a type.
  @inline(__always)
  func pass(_ token: KeyToken, type: Int, start: Int) -> Bool {
    guard expects(token, type) else { return false }
    advance(from: start)
    return true
  }

  /// Passes the expected key without a value, if it is that of a token, and optional.
  @inline(__always)
  func passOver(_ token: KeyToken) -> Bool {
    // Safe: see `ValueState.next`.
    guard expects(token), unsafe state.next.pointee.mask != 0 else { return false }
    advance(0, start: -1)
    return true
  }

  /// Passes the key of a place, of a type whose bytes fit, and the optional ones before it, or returns false.
  func pass(to place: Int, start: Int, fits: (Int) -> Bool) -> Bool {
    guard state.isRegular, let layout else { return false }
    let slot = layout.slot(of: place)
    let count = passedCount
    guard slot >= count, slot < layout.expectedCount, fits(layout.slots[slot].type),
      !layout.slots[count..<slot].contains(where: { $0.bit < 0 })
    else { return false }
    for _ in count..<slot { advance(0, start: -1) }
    advance(from: start)
    return true
  }

  /// The number of keys that have been passed.
  private var passedCount: Int {
    // Safe: both point into the same allocation.
    unsafe state.isRegular ? state.nextStart - state.starts : 0
  }

  /// Gives the layout up, and returns the values so far.
  func takePieces() -> [Piece] {
    guard state.isRegular, let layout else { return [] }
    var pieces: [Piece] = []
    for (slot, index) in zip(layout.slots, 0..<passedCount) {
      // Safe: the starts of these keys have been noted.
      let start = unsafe state.starts[index]
      guard start >= 0 else { continue }
      pieces.append(Piece(level: slot.level, key: slot.key, type: slot.type, start: start))
    }
    endKeys()
    return pieces
  }

  /// Writes the presence bits, and returns what has been written, or nil if the value is not complete by the layout.
  @inline(__always)
  func finishKeys() -> Encoded? {
    // Safe: what has been observed keeps its layouts.
    guard state.isRegular, let layout = unsafe state.layout else { return nil }
    return unsafe layout._withUnsafeGuaranteedRef { layout in
      guard unsafe state.next >= layout.requiredEnd else { return nil }
      var position = state.presenceStart
      var bits = state.presence
      while bits != 0 {
        buffer.replace(byteAt: position, with: UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        position &+= 1
      }
      if layout.isEmptyStructure { buffer.write(byte: 0) }
      return Encoded(type: layout.type, entry: layout.entry)
    }
  }

  /// Lets no more keys be expected.
  @inline(__always)
  func endKeys() {
    state.isRegular = false
    unsafe state.next = ExpectedKey.none
  }
}
