/// A value that is being written: the encoder that the program sees.
///
/// Its bytes stand at the end of a buffer while the values inside are written. When the keys come as in the last
/// value of the type, the bytes are right as they are, but for the presence bits; otherwise they are put together
/// anew at the end. Containers that the program may fill in turns have buffers of their own.
///
/// A frame is used for many values, one after the other. What it knows of the last one stays, as the next is mostly like it.
final class EncodingFrame {
  typealias Mode = FrameState.Mode

  let core: EncodingCore
  /// What is known of the values of the type; not that of a record.
  private(set) var shape: ValueShape?
  /// The shape of a keyed value.
  private(set) var body: BodyShape?
  /// The keys of a keyed value that come as they did in the value before, and all that changes for each value.
  let run: KeyRun
  /// The layout by which the bytes are written, nil when there is none; it stays when keys do not fit.
  private(set) var layout: RecordLayout?
  /// What keeps the buffer of a container that has one of its own.
  private var ownBuffer: OutputOwner?
  /// Of a frame that stands for superclasses of an object, the lowest of their levels, otherwise -1.
  var superclassLimit = -1
  /// The values so far, once the keys do not come as in the value before.
  var pieces: [Piece] = [] {
    didSet { run.state.isUntidy = true }
  }
  /// The frame of the values inside that are written one after the other, which stays here while one is begun again.
  @exclusivity(unchecked) private var inner: EncodingFrame?
  /// The containers that have buffers of their own.
  private(set) var children: [EncodingFrame] = []
  /// The first of them by level and key, as soon as there are many.
  private var childrenOfKeys: [Int: EncodingFrame] = [:]
  private var indexedChildCount = 0
  private static let childScanLimit = 8
  /// The first error that could not be thrown where it arose.
  var failure: (any Error)? {
    didSet { run.state.isUntidy = true }
  }

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
    run = KeyRun(buffer, core.objects.table)
    unsafe run.state.frame = Unmanaged.passUnretained(self)
  }

  deinit { run.free() }

  /// Where the value is written.
  var buffer: OutputBuffer { run.buffer }

  /// Whether this is a container inside of a value, with a buffer of its own.
  var hasOwnBuffer: Bool { ownBuffer != nil }

  /// Where the value begins.
  var start: Int { run.state.start }

  /// How deep the value nests; 0 for records.
  var depth: Int { run.state.depth }

  /// How many frames there are around this one.
  var nesting: Int { run.state.nesting }

  /// What the program has asked for.
  var mode: Mode {
    get { run.state.mode }
    set { run.state.mode = newValue }
  }

  /// Whether a list around the value says the entry number.
  var omitsEntry: Bool {
    get { run.state.omitsEntry }
    set { run.state.omitsEntry = newValue }
  }

  /// Whether a list around the value says the entry numbers of the required structs in it.
  var omitsNested: Bool {
    get { run.state.omitsNested }
    set { run.state.omitsNested = newValue }
  }

  /// The place in the parent: level and key, or the index of an element.
  var place: (level: Int, key: Int) { (run.state.place >> 32, run.state.place & 0xFFFF_FFFF) }

  /// The level and key, or the index, of the value that is being written.
  var current: (level: Int, key: Int) {
    get { (run.state.current >> 32, run.state.current & 0xFFFF_FFFF) }
    set { run.state.current = newValue.level << 32 | newValue.key }
  }

  /// The frame of the value that this one stands in.
  var parent: EncodingFrame? { run.state.outer?.frame }

  /// Begins a value inside of another.
  func begin(
    in parent: EncodingFrame, buffer: OutputBuffer, depth: Int, shape: ValueShape, omitsEntry: Bool
  ) {
    run.state.outer = parent.run
    run.state.place = parent.run.state.current
    run.state.nesting = parent.nesting + 1
    run.state.isDirect = parent.run.isDeferrable
    run.state.depth = depth
    run.state.omitsEntry = omitsEntry
    begin(to: buffer)
    if self.shape !== shape {
      run.forgetOwner()
      self.shape = shape
      body = nil
    }
  }

  /// Begins the record of an object, or a root, which has no body.
  @inline(__always)
  func begin(_ body: BodyShape?, to buffer: OutputBuffer) {
    run.state.outer = nil
    run.state.nesting = 0
    run.state.depth = 0
    run.state.isDirect = true
    run.state.omitsEntry = false
    begin(to: buffer)
    let owner = body.map { ObjectIdentifier($0) }
    guard owner == nil || run.state.owner != owner else { return }
    run.forgetOwner()
    shape = nil
    self.body = body
  }

  @inline(__always)
  private func begin(to buffer: OutputBuffer) {
    run.state.buffer = buffer
    run.state.start = buffer.count
    run.state.mode = .empty
  }

  /// Takes up the shape that the keys of the value have.
  func take(_ body: BodyShape) { self.body = body }

  /// Takes up the layout by which the keys are written.
  func take(_ new: RecordLayout?) {
    // The presence bits have to fit.
    layout = new.flatMap { $0.optionalCount <= 64 ? $0 : nil }
    run.take(layout, of: body)
    run.state.isRegular = false
    run.state.owner = (shape.map { ObjectIdentifier($0) }) ?? body.map { ObjectIdentifier($0) }
  }

  /// Writes to a buffer of its own from now on.
  private func takeOwnBuffer() {
    let own = OutputOwner()
    ownBuffer = own
    run.state.isDirect = false
    run.state.buffer = own.buffer
  }

  /// Ends the use for a value, by the program as well.
  @inline(__always)
  func end() {
    run.endContainers()
    switch mode {
    case .keyed: run.end()
    case .single: single = nil
    case .list, .set, .map:
      elements.reset()
      run.sayNone()
    case .empty, .finished: break
    }
    run.state.mode = .finished
    run.state.outer = nil
    if run.state.isUntidy { tidy() }
  }

  /// Forgets what the value has left behind.
  @inline(never)
  private func tidy() {
    failure = nil
    pieces.removeAll(keepingCapacity: true)
    endChildren()
    run.state.isUntidy = false
  }

  private func endChildren() {
    for child in children { child.end() }
    children.removeAll()
    childrenOfKeys.removeAll()
    indexedChildCount = 0
  }

  /// Takes the frame for a value inside that is written in place.
  func takeInner() -> EncodingFrame {
    guard run.state.inner != nil else { return EncodingFrame(core, buffer: buffer) }
    run.state.inner = nil
    // Safe: an encoder is for one thread, and `take` calls nothing.
    return unsafe inner.take() ?? EncodingFrame(core, buffer: buffer)
  }

  /// Gives the frame of a value inside back.
  ///
  /// One that the program still holds on to is not used again, and what the program does with it goes nowhere.
  func giveBackInner(_ frame: consuming EncodingFrame) {
    frame.end()
    frame.run.state.isShared = false
    if isKnownUniquelyReferenced(&frame) {
      // Safe: an encoder is for one thread. A frame that is here already is in use.
      guard unsafe inner == nil else { return }
      run.state.inner = frame.run
      unsafe inner = frame
    } else {
      frame.abandon()
    }
  }

  /// Whether the program still holds on to the frame that has been begun again.
  var isInnerKept: Bool {
    // Safe: an encoder is for one thread; no other code runs meanwhile.
    unsafe !isKnownUniquelyReferenced(&inner)
  }

  /// Gives the frame back that has been begun again.
  func giveBackAgain() {
    // Safe: an encoder is for one thread; the frame is kept here while it is in use.
    guard let kept = unsafe inner.take() else { return }
    giveBackInner(kept)
  }

  /// Completes the value of the frame that has been begun again, and gives the frame back.
  @inline(never)
  func finishAgain() throws -> Encoded {
    do {
      let encoded = try finishKept()
      giveBackAgain()
      return encoded
    } catch {
      giveBackAgain()
      throw error
    }
  }

  @inline(never)
  private func finishKept() throws -> Encoded {
    // Safe: as above.
    guard let kept = unsafe inner else {
      throw error(.coderIsFinished, "The encoder was used after its value.")
    }
    return try kept.finish()
  }

  /// Completes the value of a frame inside, and gives the frame back.
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
    child.run.state.isDirect = false
    child.run.state.isDetached = run.state.isDetached
    run.state.isUntidy = true
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
    if run.state.isUntidy, let failure { throw failure }
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
