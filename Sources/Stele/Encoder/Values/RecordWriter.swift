extension ValueCell {
  /// Begins the keys of the value, which are expected to be those of the last layout.
  @inline(__always)
  func beginKeys() {
    state.mode = .keyed
    // Mostly it is that of the value before, which need not be counted again.
    if state.keys.layout !== state.observed?.layout { expectLayout() }
    state.keys.begin()
    guard state.keys.isRegular else { return noteEntryNumber(0) }
    let frame = state.keys.frame
    let buffer = buffer
    if state.list != nil { noteEntryNumber(frame.entry) }
    if !state.omitsEntry { buffer.write(number: frame.entry) }
    state.presenceStart = buffer.count
    if frame.presenceByteCount > 0 { buffer.write(zeroCount: frame.presenceByteCount) }
  }

  @inline(never)
  private func expectLayout() { state.keys.expect(state.observed?.layout) }

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

  /// Writes the presence bits, and returns what has been written, or nil if the value is not complete by the layout.
  @inline(__always)
  func finishKeys() -> Encoded? {
    guard state.keys.isComplete else { return nil }
    let frame = state.keys.frame
    var position = state.presenceStart
    var bits = state.keys.presence
    while bits != 0 {
      buffer.replace(byteAt: position, with: UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      position &+= 1
    }
    if frame.isEmptyStructure { buffer.write(byte: 0) }
    return Encoded(type: frame.type, entry: frame.entry)
  }
}
