/// A value that is being written: the encoder that the program sees.
///
/// Its bytes stand at the end of a buffer while the values inside are written. When the keys come as in the last
/// value of the type, the bytes are right as they are, but for the presence bits; otherwise they are put together
/// anew at the end. Containers that the program may fill in turns have buffers of their own.
///
/// A frame is used for many values, one after the other. What it knows of the last one stays, as the next is mostly like it.
final class EncodingFrame {
  /// What the program has asked for.
  enum Mode {
    case empty, keyed, list, set, map, single
    /// The value is complete.
    case finished
  }

  let core: EncodingCore
  // The same as that of the core, which is kept above.
  let table: IdentityTable
  // Safe: a frame is begun by the one around it, which outlives its use, and forgets that one in `end`.
  private unowned(unsafe) var outer: EncodingFrame?
  /// The place in the parent: level and key, or the index of an element.
  private(set) var place = (level: 0, key: 0)
  /// Where the value begins.
  private(set) var start = 0
  /// How deep the value nests; 0 for records.
  private(set) var depth = 0
  /// How many frames there are around this one.
  private(set) var nesting = 0
  /// Whether a list around the value says the entry number.
  var omitsEntry = false
  /// Whether nothing but keyed values is around this one, none of them with a buffer of its own.
  private var isDirect = false
  /// Whether the levels that the value uses are noted.
  private(set) var notesLevels = false
  /// Whether a list around the value says the entry numbers of the required structs in it.
  var omitsNested = false
  var mode = Mode.finished
  /// What is known of the values of the type; not that of a record.
  private(set) var shape: ValueShape?
  /// The shape of a keyed value.
  private(set) var body: BodyShape?
  /// The keys of a keyed value that come as they did in the value before.
  let run: KeyRun
  /// The layout by which the bytes are written, nil when there is none; it stays when keys do not fit.
  private(set) var layout: RecordLayout?
  /// What keeps the buffer of a container that has one of its own.
  private var ownBuffer: OutputOwner?
  /// The values so far, once the keys do not come as in the value before.
  var pieces: [Piece] = []
  /// The frame of the values inside that are written one after the other, unless one is being written.
  @exclusivity(unchecked) private var inner: EncodingFrame?
  /// The containers that have buffers of their own.
  private(set) var children: [EncodingFrame] = []
  /// The first of them by level and key, as soon as there are many.
  private var childrenOfKeys: [Int: EncodingFrame] = [:]
  private var indexedChildCount = 0
  private static let childScanLimit = 8
  /// The first error that could not be thrown where it arose.
  var failure: (any Error)?
  /// The level and key, or the index, of the value that is being written.
  var current = (level: 0, key: 0)

  @exclusivity(unchecked) private var elementState = ElementState()

  /// The elements of the containers without keys.
  var elements: ElementState {
    @inline(__always) _read { yield unsafe elementState }
    // Safe: an encoder is for one thread, and no function of the state leads back here.
    @inline(__always) _modify { yield unsafe &elementState }
  }
  /// What a single value was written as.
  var single: Encoded?

  init(_ core: EncodingCore, buffer: OutputBuffer) {
    self.core = core
    table = core.objects.table
    run = KeyRun(buffer)
    unsafe outer = nil
  }

  deinit { run.free() }

  /// Where the value is written.
  var buffer: OutputBuffer { run.buffer }

  /// The frame of the value that this one stands in.
  var parent: EncodingFrame? {
    // Safe: see `outer`.
    unsafe outer
  }

  /// Whether the bytes of a value that is written now may be copied later.
  var isDeferrable: Bool {
    isDirect && (mode == .keyed || (mode == .empty && nesting == 0))
  }

  /// Begins a value inside of another.
  @inline(__always)
  func begin(
    in parent: EncodingFrame, buffer: OutputBuffer, depth: Int, shape: ValueShape, omitsEntry: Bool
  ) {
    // Safe: see `outer`.
    unsafe outer = parent
    place = parent.current
    nesting = parent.nesting + 1
    isDirect = parent.isDeferrable
    if notesLevels { notesLevels = false }
    self.depth = depth
    self.omitsEntry = omitsEntry
    begin(to: buffer)
    if self.shape !== shape {
      self.shape = shape
      body = nil
    }
  }

  /// Begins the record of an object, or a root, which has no body.
  @inline(__always)
  func begin(_ body: BodyShape?, to buffer: OutputBuffer) {
    // Safe: there is no frame around this one.
    unsafe outer = nil
    nesting = 0
    depth = 0
    isDirect = true
    notesLevels = body?.isClass == true && core.objects.isExamined
    omitsEntry = false
    if shape != nil { shape = nil }
    if self.body !== body { self.body = body }
    begin(to: buffer)
  }

  @inline(__always)
  private func begin(to buffer: OutputBuffer) {
    run.buffer = buffer
    start = buffer.count
    mode = .empty
  }

  /// Takes up the shape that the keys of the value have.
  func take(_ body: BodyShape) { self.body = body }

  /// Takes up the layout by which the keys are written.
  func take(_ new: RecordLayout?) {
    // The presence bits have to fit.
    layout = new.flatMap { $0.optionalCount <= 64 ? $0 : nil }
    run.take(layout, of: body)
  }

  /// Writes to a buffer of its own from now on.
  private func takeOwnBuffer() {
    let own = OutputOwner()
    ownBuffer = own
    isDirect = false
    run.buffer = own.buffer
  }

  /// Ends the use for a value, by the program as well.
  @inline(__always)
  func end() {
    switch mode {
    case .keyed: run.end()
    case .single: single = nil
    case .list, .set, .map: elements.reset()
    case .empty, .finished: break
    }
    mode = .finished
    // Safe: there is no frame around this one any more.
    unsafe outer = nil
    if failure != nil { failure = nil }
    if !pieces.isEmpty { pieces.removeAll(keepingCapacity: true) }
    if !children.isEmpty { endChildren() }
  }

  private func endChildren() {
    for child in children { child.end() }
    children.removeAll()
    childrenOfKeys.removeAll()
    indexedChildCount = 0
  }

  /// Takes the frame for a value inside that is written in place.
  @inline(__always)
  func takeInner() -> EncodingFrame {
    // Safe: an encoder is for one thread, and `take` calls nothing.
    unsafe inner.take() ?? EncodingFrame(core, buffer: buffer)
  }

  /// Gives the frame of a value inside back.
  ///
  /// One that the program still holds on to is not used again, and what the program does with it goes nowhere.
  @inline(__always)
  func giveBackInner(_ frame: consuming EncodingFrame) {
    frame.end()
    if isKnownUniquelyReferenced(&frame) {
      // Safe: an encoder is for one thread; what may be released is a frame that nobody uses.
      unsafe inner = frame
    } else {
      frame.abandon()
    }
  }

  /// Completes the value of a frame inside, and gives the frame back.
  @inline(__always)
  func finishInner(_ frame: consuming EncodingFrame) throws -> Encoded {
    do {
      let encoded = try frame.finish()
      giveBackInner(frame)
      return encoded
    } catch {
      giveBackInner(frame)
      throw error
    }
  }

  /// Lets what the program still writes go nowhere.
  func abandon() { takeOwnBuffer() }

  /// Makes a frame with a buffer of its own for a container inside of this value.
  func makeChild(at place: (level: Int, key: Int), shape: ValueShape) -> EncodingFrame {
    let child = EncodingFrame(core, buffer: buffer)
    child.takeOwnBuffer()
    current = place
    child.begin(in: self, buffer: child.buffer, depth: depth + 1, shape: shape, omitsEntry: false)
    child.isDirect = false
    if nesting >= core.options.valueNestingLimit || depth >= Limits().valueNesting {
      let limit = core.options.valueNestingLimit
      child.failure = error(.nestingTooDeep(limit: limit), "Values nest too deep.")
    }
    core.deepest = max(core.deepest, depth + 1)
    children.append(child)
    return child
  }

  /// The container that has been made for a place, when it is of the wanted kind.
  func child(at place: (level: Int, key: Int), _ mode: Mode) -> EncodingFrame? {
    if children.count <= Self.childScanLimit {
      return children.first { $0.place == place && $0.mode == mode }
    }
    for child in children[indexedChildCount...] {
      let key = child.place.level << 32 | child.place.key
      if childrenOfKeys[key] == nil { childrenOfKeys[key] = child }
    }
    indexedChildCount = children.count
    guard let child = childrenOfKeys[place.level << 32 | place.key] else { return nil }
    return child.mode == mode ? child : nil
  }

  /// Takes back what a value has written that ended with an error, which the program may catch.
  func forget(from start: Int) {
    buffer.truncate(to: start)
  }

  /// Completes the value.
  func finish() throws -> Encoded {
    if let failure { throw failure }
    switch mode {
    case .empty:
      try beginKeyed()
      return try finishKeyed()
    case .keyed: return try finishKeyed()
    case .list, .set, .map: return try finishElements()
    case .single:
      guard let single else {
        throw error(.coderIsFinished, "The single value container was left without a value.")
      }
      return single
    case .finished: throw error(.coderIsFinished, "The encoder was used after its value.")
    }
  }
}
