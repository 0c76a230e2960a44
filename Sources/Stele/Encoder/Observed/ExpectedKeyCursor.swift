/// A cursor over the expected keys of a layout: while the keys of a record come in their order, noting one is a comparison.
///
/// Each value is written to the end of the buffer and remembered with its start, so that a record with other keys can be assembled
/// from the values.
@safe
struct ExpectedKeyCursor: ~Copyable {
  private(set) var layout: RecordLayout?
  private(set) var frame = RecordLayout.Frame(
    entry: 0, presenceByteCount: 0, isEmptyStructure: false, type: 0)
  /// Whether all keys so far came in the order of the layout.
  private(set) var isRegular = false
  private(set) var presence: UInt64 = 0
  // Safe: `ExpectedKey.none`, which is initialised on demand, so that each access to it takes a check.
  private let none = unsafe UnsafePointer(ExpectedKey.none)
  // Safe: the first of the expected keys of `layout`, or `ExpectedKey.none`.
  private var first: UnsafePointer<ExpectedKey>
  // Safe: the one after the last required one; only compared.
  private var requiredEnd: UnsafePointer<ExpectedKey>
  // Safe: one of the expected keys of `layout`, or the end mark after them, or `ExpectedKey.none`. The last two equal no key.
  private var next: UnsafePointer<ExpectedKey>
  // Safe: an allocation of `capacity` positions, at least one for each key of the layout; they need no deinitialisation.
  private var starts: UnsafeMutablePointer<Int>
  private var capacity = 16
  // Safe: the position in `starts` that belongs to `next`.
  private var nextStart: UnsafeMutablePointer<Int>

  init() {
    unsafe first = unsafe none
    unsafe requiredEnd = unsafe first
    unsafe next = unsafe first
    unsafe starts = .allocate(capacity: 16)
    unsafe nextStart = unsafe starts
  }

  deinit {
    // Safe: nothing else has the positions.
    unsafe starts.deallocate()
  }

  /// Begins the keys of a value, and expects the keys of the layout.
  @inline(__always)
  mutating func begin() {
    unsafe next = unsafe first
    unsafe nextStart = unsafe starts
    presence = 0
    // Safe: the addresses are compared.
    isRegular = unsafe first != none
  }

  /// Returns whether the layout is the last one of a body.
  @inline(__always)
  func hasLayout(of body: ObservedBody?) -> Bool {
    // As identifiers, which need no reference counting.
    layout.map { ObjectIdentifier($0) } == body?.layoutIdentifier
  }

  /// Changes the layout of the values that follow; nil, or an irregular one, expects no keys.
  mutating func use(_ other: RecordLayout?) {
    layout = other
    guard let layout, !layout.isIrregular else {
      unsafe first = unsafe none
      return
    }
    frame = layout.frame
    // Safe: the layout is kept.
    unsafe first = unsafe UnsafePointer(layout.expected)
    unsafe requiredEnd = unsafe UnsafePointer(layout.requiredEnd)
    guard layout.count > capacity else { return }
    // Safe: nothing of the old positions is in use.
    unsafe starts.deallocate()
    capacity = layout.count
    unsafe starts = .allocate(capacity: capacity)
  }

  /// Stops expecting keys.
  @inline(__always)
  mutating func end() {
    isRegular = false
    unsafe next = unsafe none
  }

  /// The expected key, or the end mark, which equals no token, type or place.
  var expected: ExpectedKey {
    // Safe: see `next`.
    @inline(__always) unsafeAddress { unsafe next }
  }

  /// Returns whether the expected key has a token.
  @inline(__always)
  func expects(_ token: KeyToken) -> Bool { expected.token == token }

  /// Passes the expected key if it has a token and a type; its value begins at a position.
  @inline(__always)
  mutating func pass(_ token: KeyToken, type: Int, start: Int) -> Bool {
    guard expected.token == token, expected.type == type else { return false }
    advance(expected.mask, start: start)
    return true
  }

  /// Passes the expected key if it has a place and a type; its value begins at a position.
  @inline(__always)
  mutating func pass(place: Int, type: Int, start: Int) -> Bool {
    guard place >= 0, expected.place == place, expected.type == type else { return false }
    advance(expected.mask, start: start)
    return true
  }

  /// Passes the expected key, whose value begins at a position, or returns `false` if there is none.
  @inline(__always)
  mutating func passExpected(start: Int) -> Bool {
    guard expected.place >= 0 else { return false }
    advance(expected.mask, start: start)
    return true
  }

  /// Passes the expected key without a value, if it has a token and is optional.
  @inline(__always)
  mutating func passOver(_ token: KeyToken) -> Bool {
    guard expects(token), expected.mask != 0 else { return false }
    advance(0, start: -1)
    return true
  }

  /// Passes the key of a place and the optional keys before it, or returns `false` if the type does not fit, or a key is required.
  mutating func pass(to place: Int, start: Int, fits: (Int) -> Bool) -> Bool {
    guard isRegular, let layout else { return false }
    let slot = layout.slot(of: place)
    let count = passedCount
    guard slot >= count, fits(layout[slot].type),
      !(count..<slot).contains(where: { layout[$0].bit < 0 })
    else { return false }
    for _ in count..<slot { advance(0, start: -1) }
    advance(expected.mask, start: start)
    return true
  }

  /// Passes the expected key, which callers have found not to be the end mark.
  @inline(__always)
  private mutating func advance(_ mask: UInt64, start: Int) {
    // Safe: after a key of the layout there is another, or the end mark, and each has a position for its start.
    unsafe nextStart.pointee = start
    unsafe nextStart += 1
    unsafe next += 1
    presence |= mask
  }

  private var passedCount: Int {
    // Safe: both point into the same allocation.
    unsafe isRegular ? nextStart - starts : 0
  }

  /// Leaves the layout, and returns the values so far.
  mutating func takePieces() -> [Piece] {
    guard isRegular, let layout else { return [] }
    var pieces: [Piece] = []
    for slot in 0..<passedCount {
      // Safe: the starts of these keys have been remembered.
      let start = unsafe starts[slot]
      guard start >= 0 else { continue }
      pieces.append(Piece(place: layout[slot].place, type: layout[slot].type, start: start))
    }
    end()
    return pieces
  }

  /// Whether the value has all required keys, in the order of the layout.
  @inline(__always)
  var isComplete: Bool {
    // Safe: the addresses are compared.
    unsafe isRegular && next >= requiredEnd
  }
}
