extension KeyRun {
  /// The frame of the last value inside, when that was of the same type and as deep as another, and no later layout is known.
  ///
  /// - Parameters:
  ///   - owner: The shape of the value.
  ///   - depth: How deep the value nests.
  /// - Returns: The keys of the last value.
  @inline(__always)
  func last(_ owner: ObjectIdentifier?, depth: Int) -> KeyRun? {
    guard let inner = state.inner, let owner, inner.state.owner == owner,
      inner.state.depth == depth, inner.state.nesting == state.nesting &+ 1, inner.isLatest
    else { return nil }
    return inner
  }

  /// Begins a value inside that is like the last one there, of the same type and as deep, or gives nil when it is not.
  ///
  /// - Parameters:
  ///   - owner: The shape of the value.
  ///   - depth: How deep the value nests.
  ///   - omitsEntry: Whether the value leaves its entry number out.
  /// - Returns: The keys of the value.
  @inline(__always)
  func beginAgain(_ owner: ObjectIdentifier?, depth: Int, omitsEntry: Bool) -> KeyRun? {
    guard let inner = open(owner, depth: depth, omitsEntry: omitsEntry) else { return nil }
    inner.beginKeys()
    return inner
  }

  /// Begins a value inside as ``beginAgain(_:depth:omitsEntry:)`` does, but not its keys: the program gets the frame as an
  /// encoder, and asks for them.
  @inline(__always)
  func beginShared(_ owner: ObjectIdentifier?, depth: Int, omitsEntry: Bool) -> KeyRun? {
    guard let inner = open(owner, depth: depth, omitsEntry: omitsEntry) else { return nil }
    inner.state.mode = .empty
    inner.state.isShared = true
    return inner
  }

  @inline(__always)
  private func open(_ owner: ObjectIdentifier?, depth: Int, omitsEntry: Bool) -> KeyRun? {
    guard let inner = last(owner, depth: depth) else { return nil }
    state.inner = nil
    inner.state.outer = self
    inner.state.place = state.current
    inner.state.isDirect = isDeferrable
    inner.state.omitsEntry = omitsEntry
    inner.state.buffer = buffer
    inner.state.start = buffer.count
    return inner
  }

  /// Begins the keys of a value, which are to come as those of the last one.
  @inline(__always)
  func beginKeys() {
    state.mode = .keyed
    begin(omitsEntry: state.omitsEntry)
    state.omitsNested =
      state.omitsEntry && state.isRegular && state.outer?.state.saidEntry == state.entry
  }

  /// Begins a record that is like the last one, or tells with false that it is not.
  ///
  /// - Parameters:
  ///   - owner: The shape of the body.
  ///   - buffer: Where to write.
  /// - Returns: Whether the record has been begun.
  @inline(__always)
  func beginAgain(_ owner: ObjectIdentifier, to buffer: OutputBuffer) -> Bool {
    guard state.owner == owner, isLatest else { return false }
    // The frame is one for records: nothing is around it, and no list says its entry.
    state.mode = .keyed
    state.buffer = buffer
    state.start = buffer.count
    begin(omitsEntry: false)
    return true
  }

  /// Completes a value whose keys came as those of the last one, or gives nil when they did not.
  @inline(__always)
  func finishAgain() -> Encoded? {
    guard !state.isUntidy, state.mode == .keyed, let encoded = finish() else { return nil }
    if encoded.areNestedOmitted { noteNestedStarts() }
    endContainers()
    end()
    state.mode = .finished
    state.outer = nil
    return encoded
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
    if inner.state.isShared { return try finishShared(inner) }
    guard let encoded = inner.finishAgain() else { return try frame.finishAgain() }
    state.inner = inner
    return encoded
  }

  /// Completes a value inside that was begun again, of which the program has got the frame as an encoder.
  func finishShared(_ inner: KeyRun) throws -> Encoded {
    guard let encoded = inner.finishAgain() else { return try frame.finishAgain() }
    if frame.isInnerKept {
      frame.giveBackAgain()
    } else {
      inner.state.isShared = false
      state.inner = inner
    }
    return encoded
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
    state.saidCount = 0
    state.saidCapacity = 16
    unsafe state.saidStarts = .allocate(capacity: 16)
  }

  /// Where the structs begin that have left their entry numbers out, for each element but the first.
  var saidStarts: [Int] {
    // Safe: see there.
    (0..<state.saidCount).map { unsafe state.saidStarts?[$0] ?? 0 }
  }

  /// Notes where the structs of a complete element begin, whose list says their entry numbers.
  @inline(__always)
  func noteNestedStarts() {
    guard let outer = state.outer, outer.state.saidEntry >= 0, var key = unsafe state.keys else {
      return
    }
    // Safe: as many keys as the count says have a nested index, and all keys have been passed, and their starts noted.
    var start = unsafe state.starts
    var rest = state.nestedCount
    while unsafe rest > 0 && key < state.expected {
      if unsafe key.pointee.nestedIndex >= 0 {
        unsafe outer.noteSaid(start.pointee)
        rest &-= 1
      }
      unsafe key += 1
      unsafe start += 1
    }
  }

  /// Notes where a struct begins that has left its entry number out.
  @inline(__always)
  private func noteSaid(_ start: Int) {
    if state.saidCount == state.saidCapacity { growSaid() }
    // Safe: there is room for one more.
    unsafe state.saidStarts?[state.saidCount] = start
    state.saidCount &+= 1
  }

  @inline(never)
  private func growSaid() {
    // Safe: the positions move to a larger allocation.
    let capacity = max(16, state.saidCapacity * 2)
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: capacity)
    if let old = unsafe state.saidStarts {
      unsafe larger.moveInitialize(from: old, count: state.saidCount)
      unsafe old.deallocate()
    }
    unsafe state.saidStarts = unsafe larger
    state.saidCapacity = capacity
  }

  /// Lets the elements of a list say the entry numbers of the structs in them.
  func sayNone() {
    state.saidEntry = -1
    guard unsafe state.saidNumbers != nil || state.saidStarts != nil else { return }
    unsafe state.saidNumbers?.deallocate()
    unsafe state.saidNumbers = nil
    unsafe state.saidStarts?.deallocate()
    unsafe state.saidStarts = nil
    state.saidCount = 0
    state.saidCapacity = 0
  }
}
