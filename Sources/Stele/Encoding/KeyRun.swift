/// The keys of a value that is being written, as long as they come as they did in the value before.
///
/// Where each value begins is noted, so that they can be put together in another way when a key comes that does not fit.
/// It is a reference that costs nothing to hand on; a frame keeps what it refers to.
@safe
struct KeyRun {
  /// A value that has been written for the key of a slot.
  private struct Value {
    /// Where it begins, or -1 for a key that was passed over.
    var start: Int
    /// The number of the plan of its type.
    var type: Int
  }

  @unsafe
  private struct Storage {
    /// Where values are written.
    var buffer: OutputBuffer
    /// Where the presence bytes are.
    var presenceStart = 0
    /// The presence bits so far.
    var presence: UInt64 = 0
    /// The first slot that has not been passed.
    var next = 0
    /// The number of slots that can be passed: none once a key did not fit.
    var count = 0
    /// The number of slots that have to be passed.
    var requiredEnd = 0
    /// Whether the value is a struct without keys, which takes a byte.
    var isEmptyStructure = false
    /// What a value is that is complete by the layout.
    var encoded = Encoded(type: 0)
    /// Whether all keys so far came as the layout has them.
    var isRegular = false
    // Safe: the keys of the layout of the frame, which has at least `count` of them, and which the frame keeps.
    var keys: UnsafeMutablePointer<ExpectedKey>?
    // Safe: an allocation of `capacity` values, at least `count`, which need no deinitialisation.
    var values: UnsafeMutablePointer<Value>?
    var capacity = 0
  }

  // Safe: made in `init` and freed by the frame, which outlives all users.
  private let storage: UnsafeMutablePointer<Storage>

  /// Makes what a frame has to ``free()``.
  init(_ buffer: OutputBuffer) {
    // Safe: the allocation is initialised at once.
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: Storage(buffer: buffer))
  }

  /// Ends the use.
  func free() {
    // Safe: the frame goes, and with it all users.
    unsafe storage.pointee.values?.deallocate()
    unsafe storage.deallocate()
  }

  /// Where values are written.
  var buffer: OutputBuffer {
    // Safe: see `storage`.
    @inline(__always) get { unsafe storage.pointee.buffer }
    nonmutating set { unsafe storage.pointee.buffer = newValue }
  }

  /// Whether all keys so far came as the layout has them.
  var isRegular: Bool {
    // Safe: see `storage`.
    unsafe storage.pointee.isRegular
  }

  /// Takes up another layout of a shape, which the frame keeps.
  func take(_ layout: RecordLayout?, of body: BodyShape?) {
    // Safe: see `keys` and `values`.
    unsafe storage.pointee.keys = layout?.expected
    unsafe storage.pointee.count = 0
    guard let layout, let body else { return }
    unsafe storage.pointee.isEmptyStructure = layout.slots.isEmpty && body.isStructure
    unsafe storage.pointee.requiredEnd = layout.requiredEnd
    unsafe storage.pointee.encoded = Encoded(type: body.type, entry: layout.entry)
    guard unsafe layout.slots.count > storage.pointee.capacity else { return }
    unsafe storage.pointee.values?.deallocate()
    unsafe storage.pointee.capacity = layout.slots.count
    unsafe storage.pointee.values = .allocate(capacity: layout.slots.count)
  }

  /// Begins a value, whose entry number and presence bytes are written as those of the layout.
  @inline(__always)
  func begin(_ layout: RecordLayout, omitsEntry: Bool) {
    let buffer = buffer
    if !omitsEntry { buffer.write(number: layout.entry) }
    // Safe: see `storage`; the layout is the one that was taken.
    unsafe storage.pointee.presenceStart = buffer.count
    unsafe storage.pointee.presence = 0
    unsafe storage.pointee.next = 0
    unsafe storage.pointee.count = layout.slotCount
    unsafe storage.pointee.isRegular = true
    buffer.write(zeroCount: layout.presenceByteCount)
  }

  /// Ends a value, or gives the layout up.
  @inline(__always)
  func end() {
    // Safe: see `storage`.
    unsafe storage.pointee.isRegular = false
    unsafe storage.pointee.count = 0
  }

  /// The key that is expected next.
  @inline(__always)
  private var expected: UnsafeMutablePointer<ExpectedKey>? {
    // Safe: `next` is less than `count`.
    unsafe storage.pointee.next < storage.pointee.count
      ? storage.pointee.keys.map { unsafe $0 + storage.pointee.next } : nil
  }

  /// Passes the next slot when it is that of a key and a type.
  @inline(__always)
  func pass(_ place: Int, type: Int, start: Int) -> Bool {
    // Safe: see `expected`.
    guard let key = unsafe expected, unsafe key.pointee.place == place,
      unsafe key.pointee.type == type
    else { return false }
    unsafe advance(key.pointee.mask, type: type, start: start)
    return true
  }

  /// Passes the next slot when it is that of a literal key of a level, and of a type.
  @inline(__always)
  func pass(_ literal: StaticString, level: Int, type: Int, start: Int) -> Bool {
    // Safe: see `expected`.
    guard let key = unsafe expected, unsafe key.pointee.isSame(as: literal, level: level),
      unsafe key.pointee.type == type
    else { return false }
    unsafe advance(key.pointee.mask, type: type, start: start)
    return true
  }

  @inline(__always)
  private func advance(_ mask: UInt64, type: Int, start: Int) {
    // Safe: `next` is less than `count`.
    unsafe storage.pointee.values?[storage.pointee.next] = Value(start: start, type: type)
    unsafe storage.pointee.presence |= mask
    unsafe storage.pointee.next &+= 1
  }

  /// The place of the next slot when it is that of a literal key of a level.
  @inline(__always)
  func place(of literal: StaticString, level: Int) -> Int? {
    // Safe: see `expected`.
    guard let key = unsafe expected, unsafe key.pointee.isSame(as: literal, level: level) else {
      return nil
    }
    return unsafe key.pointee.place
  }

  /// The route of a type at the next slot, when that is the one of a place and had such a value before.
  @inline(__always)
  func route(at place: Int, of type: ObjectIdentifier) -> Unmanaged<AnyRoute>? {
    // Safe: see `expected`.
    guard let key = unsafe expected, unsafe key.pointee.place == place else { return nil }
    return unsafe key.pointee.route(of: type)
  }

  /// The position of the next slot among those whose entries lists say once, when it is the slot of a place; otherwise -1.
  @inline(__always)
  func nestedIndex(at place: Int) -> Int {
    // Safe: see `expected`.
    guard let key = unsafe expected, unsafe key.pointee.place == place else { return -1 }
    return unsafe key.pointee.nestedIndex
  }

  /// Where the value of a slot begins that has been passed.
  func start(ofSlot slot: Int) -> Int {
    // Safe: the slot is compared with the number of those that have been passed, whose values have been noted.
    guard unsafe slot < storage.pointee.next else { return -1 }
    return unsafe storage.pointee.values?[slot].start ?? -1
  }

  /// Passes the next slot without a value, when it is that of an optional key.
  @inline(__always)
  func passOver(_ place: Int) -> Bool {
    // Safe: see `expected`.
    guard let key = unsafe expected, unsafe key.pointee.place == place,
      unsafe key.pointee.mask != 0
    else { return false }
    advance(0, type: 0, start: -1)
    return true
  }

  /// Passes the slot of a key of a type that fits, and the optional ones before it, or tells with false that it cannot
  /// be passed.
  func pass(to slot: Int, in layout: RecordLayout, type: Int, start: Int) -> Bool {
    // Safe: see `storage`; the slots of the layout are the first `count` ones.
    let next = unsafe storage.pointee.next
    guard isRegular, slot >= next, !layout.slots[next..<slot].contains(where: { $0.bit < 0 })
    else { return false }
    for _ in next..<slot { advance(0, type: 0, start: -1) }
    if let key = unsafe expected { unsafe advance(key.pointee.mask, type: type, start: start) }
    return true
  }

  /// Gives up the layout, and gives the values so far.
  func takePieces(_ layout: RecordLayout) -> [Piece] {
    guard isRegular else { return [] }
    var pieces: [Piece] = []
    // Safe: the values of the first `next` slots have been noted.
    for (slot, index) in unsafe zip(layout.slots, 0..<storage.pointee.next) {
      guard let value = unsafe storage.pointee.values?[index], value.start >= 0 else { continue }
      pieces.append(
        Piece(
          level: Int32(truncatingIfNeeded: slot.level), key: Int32(truncatingIfNeeded: slot.key),
          type: Int32(truncatingIfNeeded: value.type), start: value.start))
    }
    end()
    return pieces
  }

  /// Writes the presence bits, and says what has been written, or gives nil when the value is not complete by the layout.
  @inline(__always)
  func finish() -> Encoded? {
    // Safe: see `storage`.
    guard isRegular, unsafe storage.pointee.next >= storage.pointee.requiredEnd else {
      return nil
    }
    var position = unsafe storage.pointee.presenceStart
    var bits = unsafe storage.pointee.presence
    while bits != 0 {
      buffer.replace(byteAt: position, with: UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      position &+= 1
    }
    if unsafe storage.pointee.isEmptyStructure { buffer.write(byte: 0) }
    return unsafe storage.pointee.encoded
  }
}
