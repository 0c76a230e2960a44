extension KeyRun {
  /// Begins a value inside that is like the last one there, of the same type and as deep, or gives nil when it is not.
  ///
  /// - Parameters:
  ///   - owner: The shape of the value.
  ///   - depth: How deep the value nests.
  ///   - omitsEntry: Whether the value leaves its entry number out.
  /// - Returns: The keys of the value.
  @inline(__always)
  func beginAgain(_ owner: ObjectIdentifier?, depth: Int, omitsEntry: Bool) -> KeyRun? {
    guard let inner = state.inner, let owner, inner.state.owner == owner,
      inner.state.depth == depth, inner.state.nesting == state.nesting &+ 1, inner.isLatest
    else { return nil }
    state.inner = nil
    inner.state.outer = self
    inner.state.place = state.current
    inner.state.isDirect = isDeferrable
    inner.state.omitsEntry = omitsEntry
    inner.state.omitsNested = omitsEntry && state.saidEntry == inner.state.entry
    inner.state.mode = .keyed
    inner.state.buffer = buffer
    inner.state.start = buffer.count
    inner.begin(omitsEntry: omitsEntry)
    return inner
  }

  /// Whether the keys are those of the last layout.
  @inline(__always)
  var isLatest: Bool {
    // Safe: see `FrameState.latest`.
    guard let latest = unsafe state.latest else { return false }
    return unsafe latest.pointee == state.keys
  }

  /// Completes a value inside that was begun again, whatever has become of it.
  @inline(__always)
  func finishAgain(_ inner: KeyRun) throws -> Encoded {
    if !inner.state.isShared, !inner.state.isUntidy, let encoded = inner.finish() {
      if encoded.areNestedOmitted { inner.frame.noteNestedStarts() }
      inner.end()
      inner.state.mode = .finished
      inner.state.outer = nil
      state.inner = inner
      return encoded
    }
    return try frame.finishAgain()
  }

  /// Says the entry numbers of the structs in the elements of a list.
  func say(_ numbers: [Int], of entry: Int) {
    sayNone()
    let allocation = UnsafeMutablePointer<Int>.allocate(capacity: numbers.count)
    // Safe: there is room for all of them.
    for (index, number) in numbers.enumerated() {
      unsafe (allocation + index).initialize(to: number)
    }
    unsafe state.saidNumbers = unsafe allocation
    state.saidEntry = entry
  }

  /// Lets the elements of a list say the entry numbers of the structs in them.
  func sayNone() {
    guard state.saidEntry >= 0 else { return }
    state.saidEntry = -1
    unsafe state.saidNumbers?.deallocate()
    unsafe state.saidNumbers = nil
  }
}
