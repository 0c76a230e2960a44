/// The keys of a value that is being written, as long as they come as they did in the value before.
///
/// Where each value begins is noted, so that they can be put together in another way when a key comes that does not fit.
/// It is a reference that costs nothing to hand on; a frame keeps what it refers to.
@safe
struct KeyRun {
  // Safe: made in `init` and freed by the frame, which outlives all users.
  private let storage: UnsafeMutablePointer<FrameState>

  /// Makes what a frame has to ``free()``.
  init(_ buffer: OutputBuffer, _ table: IdentityTable) {
    // Safe: the allocation is initialised at once.
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: FrameState(buffer, table))
  }

  /// Ends the use.
  func free() {
    // Safe: the frame goes, and with it all users.
    sayNone()
    unsafe state.starts.deallocate()
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// What changes in the frame.
  var state: FrameState {
    // Safe, for both: see `storage`.
    @inline(__always) unsafeAddress { unsafe UnsafePointer(storage) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe storage }
  }

  /// Whether both lead to the same frame.
  @inline(__always)
  func isSame(as other: KeyRun) -> Bool {
    // Safe: the pointers are compared.
    unsafe storage == other.storage
  }

  /// Where values are written.
  @inline(__always)
  var buffer: OutputBuffer { state.buffer }

  /// The frame.
  var frame: EncodingFrame {
    // Safe: the frame sets itself when it is made, and outlives all users.
    unsafe state.frame.unsafelyUnwrapped.takeUnretainedValue()
  }

  /// Whether the bytes of a value that is written now may be copied later.
  @inline(__always)
  var isDeferrable: Bool {
    state.isDirect && (state.mode == .keyed || (state.mode == .empty && state.nesting == 0))
  }

  /// Whether all keys so far came as the layout has them.
  @inline(__always)
  var isRegular: Bool { state.isRegular }

  /// Takes up another layout of a shape, which the frame keeps.
  func take(_ layout: RecordLayout?, of body: BodyShape?) {
    unsafe state.expected = state.none
    unsafe state.keys = nil
    unsafe state.latest = nil
    guard let layout, let body else { return }
    // Safe: the frame keeps both.
    unsafe state.keys = unsafe layout.expected
    unsafe state.latest = unsafe body.latest
    // Safe: the layout has at least as many keys.
    unsafe state.requiredEnd = unsafe layout.expected + layout.requiredEnd
    state.isEmptyStructure = layout.slots.isEmpty && body.isStructure
    state.presenceByteCount = layout.presenceByteCount
    state.nestedCount = layout.nestedSlots.count
    state.type = body.type
    state.entry = layout.entry
    guard layout.slots.count > state.capacity else { return }
    unsafe state.starts.deallocate()
    state.capacity = layout.slots.count
    unsafe state.starts = .allocate(capacity: layout.slots.count)
  }

  /// Forgets what the keys were taken up for, as the frame does.
  func forgetOwner() {
    state.owner = nil
    unsafe state.latest = nil
  }

  /// Begins a value, whose entry number and presence bytes are written as those of the layout.
  @inline(__always)
  func begin(omitsEntry: Bool) {
    // Safe: see there.
    guard let keys = unsafe state.keys else { return }
    let buffer = buffer
    if !omitsEntry { buffer.write(number: state.entry) }
    state.presenceStart = buffer.count
    state.presence = 0
    unsafe state.expected = unsafe keys
    unsafe state.nextStart = unsafe state.starts
    state.isRegular = true
    if state.presenceByteCount > 0 { buffer.write(zeroCount: state.presenceByteCount) }
  }

  /// Ends a value, or gives the layout up.
  @inline(__always)
  func end() {
    state.isRegular = false
    // Safe: see there.
    unsafe state.expected = state.none
  }

  /// Passes the next slot, whose value begins at a position.
  @inline(__always)
  func advance(_ mask: UInt64, start: Int) {
    // Safe: the expected key is one of the layout, so there is one behind, and a place for its start.
    unsafe state.nextStart.pointee = start
    unsafe state.nextStart += 1
    unsafe state.expected += 1
    state.presence |= mask
  }

  /// The place of the key that is expected next, or one that no key has.
  @inline(__always)
  var nextPlace: Int {
    // Safe: see `FrameState.expected`.
    unsafe state.expected.pointee.place
  }

  /// Passes the next slot when it is that of a key and a type.
  @inline(__always)
  func pass(_ place: Int, type: Int, start: Int) -> Bool {
    // Safe: see `FrameState.expected`.
    let key = unsafe state.expected
    guard unsafe key.pointee.place == place, unsafe key.pointee.type == type else { return false }
    unsafe advance(key.pointee.mask, start: start)
    return true
  }

  /// Whether the next slot is that of a literal key of a level, and of a kind of values.
  @inline(__always)
  func expects(_ literal: StaticString, level: Int, _ kind: ValueKind) -> Bool {
    // Safe: see `FrameState.expected`.
    let key = unsafe state.expected
    return unsafe key.pointee.isSame(as: literal, level: level) && key.pointee.kind == kind
  }

  /// Whether the next slot is that of a literal key of a level, and of references of a kind to the objects of a class.
  @inline(__always)
  func expects(
    _ literal: StaticString, level: Int, _ kind: ValueKind, to type: ObjectIdentifier
  ) -> Bool {
    // Safe: see `FrameState.expected`.
    unsafe expects(literal, level: level, kind) && state.expected.pointee.objectType == type
  }

  /// Passes the next slot, which is that of a key.
  @inline(__always)
  func advance(from start: Int) {
    // Safe: see `FrameState.expected`.
    unsafe advance(state.expected.pointee.mask, start: start)
  }

  /// The place of the next slot when it is that of a literal key of a level.
  @inline(__always)
  func place(of literal: StaticString, level: Int) -> Int? {
    // Safe: see `FrameState.expected`.
    let key = unsafe state.expected
    return unsafe key.pointee.isSame(as: literal, level: level) ? key.pointee.place : nil
  }

  /// The route of a type at the next slot, when that is the one of a literal key of a level and had such a value before.
  @inline(__always)
  func route(
    at literal: StaticString, level: Int, of type: ObjectIdentifier
  ) -> Unmanaged<AnyRoute>? {
    // Safe: see `FrameState.expected`.
    let key = unsafe state.expected
    guard unsafe key.pointee.isSame(as: literal, level: level) else { return nil }
    return unsafe key.pointee.route(of: type)
  }

  /// The route of a type at the next slot, when that is the one of a place and had such a value before.
  @inline(__always)
  func route(at place: Int, of type: ObjectIdentifier) -> Unmanaged<AnyRoute>? {
    // Safe: see `FrameState.expected`.
    let key = unsafe state.expected
    guard unsafe key.pointee.place == place else { return nil }
    return unsafe key.pointee.route(of: type)
  }

  /// Writes a value for the next slot.
  // Safe: the value is of the type that the route is for.
  @unsafe
  func put(_ value: UnsafeRawPointer, _ route: Unmanaged<AnyRoute>) throws {
    let start = buffer.count
    // Safe: see `FrameState.expected`; the keys stay while the frame does.
    let key = unsafe state.expected
    let place = unsafe key.pointee.place
    state.current = place
    let nestedIndex = unsafe state.omitsNested ? key.pointee.nestedIndex : -1
    let encoded: Encoded
    do {
      let spot = Spot(run: self, depth: state.depth &+ 1, omitsEntry: nestedIndex >= 0)
      // Safe: the encoder keeps its routes.
      encoded = try unsafe route._withUnsafeGuaranteedRef {
        try unsafe $0.encode(at: value, in: spot)
      }
    } catch {
      buffer.truncate(to: start)
      throw error
    }
    if unsafe state.expected == key && key.pointee.type == encoded.type
      && (nestedIndex < 0 || isSaid(encoded, at: nestedIndex))
    {
      return unsafe advance(key.pointee.mask, start: start)
    }
    frame.note(encoded, place, nestedIndex, start: start)
  }

  /// The position of the next slot among those whose entries lists say once, when it is the slot of a place; otherwise -1.
  func nestedIndex(at place: Int) -> Int {
    // Safe: see `FrameState.expected`.
    let key = unsafe state.expected
    return unsafe key.pointee.place == place ? key.pointee.nestedIndex : -1
  }

  /// Whether the list around the value says the entry number that a struct has left out.
  @inline(__always)
  func isSaid(_ encoded: Encoded, at index: Int) -> Bool {
    guard encoded.isEntryOmitted, let outer = state.outer, outer.state.saidEntry == state.entry
    else { return false }
    // Safe: the list says as many numbers as the entry has nested structs.
    return unsafe outer.state.saidNumbers?[index] == encoded.entry
  }

  /// The number of slots that have been passed.
  private var passedCount: Int {
    // Safe: both point into the same allocation.
    guard isRegular, let keys = unsafe state.keys else { return 0 }
    return unsafe state.expected - keys
  }

  /// Passes the next slot without a value, when it is that of an optional key.
  @inline(__always)
  func passOver(_ place: Int) -> Bool {
    // Safe: see `FrameState.expected`.
    let key = unsafe state.expected
    guard unsafe key.pointee.place == place, unsafe key.pointee.mask != 0 else { return false }
    advance(0, start: -1)
    return true
  }

  /// Passes the slot of a key of a type that fits, and the optional ones before it, or tells with false that it cannot
  /// be passed.
  func pass(to slot: Int, in layout: RecordLayout, start: Int) -> Bool {
    let next = passedCount
    guard isRegular, slot >= next, !layout.slots[next..<slot].contains(where: { $0.bit < 0 })
    else { return false }
    for _ in next..<slot { advance(0, start: -1) }
    // Safe: the slots of the layout have as many keys.
    unsafe advance(state.expected.pointee.mask, start: start)
    return true
  }

  /// Gives up the layout, and gives the values so far.
  func takePieces(_ layout: RecordLayout) -> [Piece] {
    guard isRegular else { return [] }
    var pieces: [Piece] = []
    for (slot, index) in zip(layout.slots, 0..<passedCount) {
      // Safe: the values of these slots have been noted.
      let start = unsafe state.starts[index]
      guard start >= 0 else { continue }
      pieces.append(
        Piece(
          level: Int32(truncatingIfNeeded: slot.level), key: Int32(truncatingIfNeeded: slot.key),
          type: Int32(truncatingIfNeeded: slot.type), start: start))
    }
    end()
    return pieces
  }

  /// Writes the presence bits, and says what has been written, or gives nil when the value is not complete by the layout.
  @inline(__always)
  func finish() -> Encoded? {
    // Safe: the pointers are compared.
    guard isRegular, unsafe state.expected >= state.requiredEnd else { return nil }
    var position = state.presenceStart
    var bits = state.presence
    while bits != 0 {
      buffer.replace(byteAt: position, with: UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      position &+= 1
    }
    if state.isEmptyStructure { buffer.write(byte: 0) }
    return Encoded(
      type: state.type, entry: state.entry, isEntryOmitted: state.omitsEntry,
      areNestedOmitted: state.omitsNested)
  }
}
