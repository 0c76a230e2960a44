/// The state of a value that is being written, which changes with each key.
///
/// The state is in its own memory, a ``ValueCell``, so that access needs no reference counting and no checks.
@safe
struct ValueState: ~Copyable {
  /// The kind of content that the program has requested.
  enum Mode {
    case empty, keyed, list, set, map, single
    case finished
  }

  // Safe: the encoder owns this state.
  fileprivate(set) var encoder: Unmanaged<ValueEncoder>?
  // Safe: the encoder keeps the session.
  fileprivate let session: Unmanaged<EncodingSession>
  var buffer: OutputBuffer
  let objects: EncodedObjects
  /// The stack that values may take together.
  let stack: StackBound
  var outer: ValueCell?
  /// The encoder of inner values, which are written in sequence.
  var inner: ValueEncoder?
  var innerCell: ValueCell?
  /// The list whose header may hold the entry number of the value.
  var list: ValueCell?

  var mode = Mode.finished
  /// Whether the program has the encoder.
  var isShared = false
  /// Whether all outer values are keyed, and none of them is in a list or has its own buffer.
  var isDirect = false
  /// Whether the value has ended, so that its bytes are not used.
  var isAbandoned = false
  /// Whether state of the slow path must be cleared before the next value.
  var isUntidy = false
  /// Whether reused keyed containers write the value.
  var hasContainer = false

  /// The nesting depth of the value; 0 for records.
  var depth = 0
  /// The number of bytes of stack that a decoder takes for the value and the enclosing ones.
  var stackByteCount = 0
  /// The place in the outer value: level and key, or the index of an element.
  var place = 0
  /// The place of the inner value that is being written.
  var current = 0
  /// The position of the first byte.
  var start = 0
  /// The index of the first entry number of the value among those of ``list``.
  var numberIndex = 0

  /// The observed type, for values that are not records.
  var observedType: ObservedType?
  /// The observed body, for values with keys.
  var observed: ObservedBody?
  var keys = ExpectedKeyCursor()
  var presenceStart = 0
  /// The record in progress, once the keys do not come as expected.
  var assembly = RecordAssembly()
  /// The elements of a value without keys.
  var elements = ElementList()
  /// The content of a single value container.
  var single: Encoded?
  /// The first error that could not be thrown at its cause.
  fileprivate(set) var failure: (any Error)?
  /// The lowest level of the superclasses of an object, for an encoder of these; otherwise -1.
  var superclassLimit = -1
  /// The owner of the buffer, if the value has its own.
  fileprivate(set) var ownOutput: OutputOwner?

  fileprivate init(_ session: EncodingSession, _ buffer: OutputBuffer) {
    self.buffer = buffer
    objects = session.objects
    stack = session.stack
    unsafe self.session = Unmanaged.passUnretained(session)
    unsafe encoder = nil
  }
}

/// A handle on the state of a value that is being written.
///
/// Handles are passed to the code of a value, which its encoder outlives, and to containers, which keep the encoder if the
/// program keeps them.
typealias ValueCell = Cell<ValueState>

/// The encoder of a value that is being written: the owner of its state, and the `Encoder` of the program.
///
/// There is one encoder for each level of nesting, which serves all values there in sequence. Containers that the program may
/// fill in turns have their own encoders and buffers. The ``cell`` has all functions.
final class ValueEncoder {
  let session: EncodingSession
  unowned let graph: any EnclosingGraph
  /// The graph, which the encoder keeps as long as the program may have the encoder.
  private var keptGraph: (any EnclosingGraph)?
  let cell: ValueCell

  init(_ session: EncodingSession, _ graph: any EnclosingGraph, _ buffer: OutputBuffer) {
    self.session = session
    self.graph = graph
    keptGraph = graph
    cell = ValueCell(ValueState(session, buffer))
    unsafe cell.state.encoder = Unmanaged.passUnretained(self)
  }

  deinit { cell.free() }

  /// Returns an encoder and its inner encoders to their graph for another archive, or returns `false` if the program has one of
  /// them.
  static func release(_ encoder: inout ValueEncoder) -> Bool {
    guard isKnownUniquelyReferenced(&encoder) else { return false }
    encoder.keptGraph = nil
    encoder.cell.state.current = 0
    return encoder.cell.releaseInner()
  }

  /// Makes the encoder and its inner encoders keep their graph again.
  func keepGraph() {
    keptGraph = graph
    cell.state.inner?.keepGraph()
  }
}

/// The graph that contains a value, as far as values need it.
protocol EnclosingGraph: AnyObject {
  /// The archive name of the class of the object that is being written.
  var currentClassName: String? { get }

  /// Remembers the class of the last new object, to which the value of a cell will refer.
  ///
  /// - Throws: The reason why the object cannot be encoded.
  func rememberClass(of object: AnyObject, in cell: ValueCell) throws

  /// Writes the last new object, if objects of its class are written at once.
  ///
  /// `nesting` is the number of collections that enclose it in the object that refers to it.
  ///
  /// - Throws: Any error of the object.
  func writeNow(_ number: Int, nesting: Int) throws

  /// Returns the bytes of a value in its own archive, or nil if it cannot be encoded by itself.
  func bytes<T: Encodable>(ofSeparate value: T) -> [UInt8]?
}

extension ValueCell {
  @inline(__always)
  var buffer: OutputBuffer { state.buffer }

  var encoder: ValueEncoder {
    // Safe: the encoder sets itself when it is made, and owns the cell.
    unsafe state.encoder.unsafelyUnwrapped.takeUnretainedValue()
  }

  var session: EncodingSession {
    // Safe: see `session`.
    unsafe state.session.takeUnretainedValue()
  }

  /// Whether the bytes of a value that is written now may be copied later.
  @inline(__always)
  var isDeferrable: Bool {
    state.isDirect && (state.mode == .keyed || (state.mode == .empty && state.depth == 0))
  }

  /// Whether the value that is being written is in an element of a set or in a key of a map.
  var isHashed: Bool {
    var next: ValueCell? = self
    while let cell = next {
      switch cell.state.mode {
      case .set: return true
      case .map where cell.state.current.isMultiple(of: 2): return true
      default: next = cell.state.outer
      }
    }
    return false
  }

  /// Whether this is the record of an object, which can only have keys.
  var isRecord: Bool { state.depth == 0 && state.observed?.isClass == true }

  var hasOwnBuffer: Bool { state.ownOutput != nil }

  /// Remembers an error that cannot be thrown at its cause.
  func fail(_ error: any Error) {
    if state.failure == nil { state.failure = error }
    state.isUntidy = true
  }

  /// Throws the first error that could not be thrown at its cause.
  func throwFailure() throws {
    if let failure = state.failure { throw failure }
  }
}

// MARK: Begin

extension ValueCell {
  /// Begins the record of an object, or a root, which has no keys.
  @inline(__always)
  func begin(_ observed: ObservedBody?, to buffer: OutputBuffer) {
    if state.observedType != nil { state.observedType = nil }
    if state.observed !== observed { state.observed = observed }
    begin(to: buffer)
    state.isDirect = true
  }

  @inline(never)
  private func change(_ type: ObservedType) {
    state.observedType = type
    state.observed = type.structure
  }

  @inline(__always)
  private func begin(to buffer: OutputBuffer) {
    state.buffer = buffer
    state.start = buffer.count
    state.mode = .empty
  }

  /// Writes an inner value; the closure writes its keys or elements.
  ///
  /// - Throws: The errors of ``open(_:in:)`` and of the closure; the value is then cancelled.
  @inline(__always)
  func write(
    _ type: ObservedType, in context: ValueContext, _ body: (ValueCell) throws -> Void
  ) throws -> Encoded {
    let inner = try open(type, in: context)
    do {
      try body(inner)
    } catch {
      inner.cancel()
      throw error
    }
    return try inner.finish()
  }

  /// Begins an inner value.
  ///
  /// - Returns: The state of the value, which ``finish()`` or ``cancel()`` ends.
  /// - Throws: `EncodingError` if values nest too deep, or another inner value is being written.
  @inline(__always)
  func open(_ type: ObservedType, in context: ValueContext) throws -> ValueCell {
    guard let inner = state.innerCell, inner.state.mode == .finished,
      context.depth <= EncodingSession.uncheckedDepth,
      state.stack.admitsUnchecked(state.stackByteCount &+ type.stackByteCount)
    else { return try openSlowly(type, in: context) }
    inner.begin(type, in: self, context)
    return inner
  }

  @inline(never)
  private func openSlowly(_ type: ObservedType, in context: ValueContext) throws -> ValueCell {
    let (encoder, session) = (encoder, session)
    guard context.depth <= ArchiveLimits().valueNesting else { throw nestingTooDeep }
    guard state.stack.admits(state.stackByteCount &+ type.stackByteCount) else {
      throw error(.stackTooSmall(byteCount: state.stack.byteCount))
    }
    if context.depth > session.deepest { session.deepest = context.depth }
    if let inner = state.innerCell {
      guard inner.state.mode == .finished else { throw disorder }
      inner.begin(type, in: self, context)
      return inner
    }
    let inner = ValueEncoder(session, encoder.graph, buffer)
    state.inner = inner
    state.innerCell = inner.cell
    inner.cell.begin(type, in: self, context)
    return inner.cell
  }

  private var nestingTooDeep: EncodingError {
    error(.nestingTooDeep(limit: ArchiveLimits().valueNesting))
  }

  @inline(__always)
  private func begin(_ type: ObservedType, in outer: ValueCell, _ context: ValueContext) {
    // The previous value mostly has the same types, which then need no reference counting.
    if state.observedType !== type || state.observed !== type.structure { change(type) }
    begin(to: outer.buffer)
    state.outer = outer
    state.place = outer.state.current
    state.stackByteCount = outer.state.stackByteCount &+ type.stackByteCount
    state.isAbandoned = outer.state.isAbandoned
    state.isDirect = outer.isDeferrable
    state.depth = context.depth
    state.list = context.list
    if let list = context.list { state.numberIndex = list.state.elements.numbers.count }
  }
}

// MARK: End

extension ValueCell {
  /// Completes the value, and ends it.
  @inline(__always)
  func finish() throws -> Encoded {
    guard state.mode == .keyed, !state.isUntidy, let encoded = finishKeys() else {
      return try finishSlowly()
    }
    end()
    return encoded
  }

  @inline(never)
  private func finishSlowly() throws -> Encoded {
    do {
      let encoded = try complete()
      end()
      return encoded
    } catch {
      cancel()
      throw error
    }
  }

  /// Completes a value that differs from the previous one.
  func complete() throws -> Encoded {
    try throwFailure()
    switch state.mode {
    case .empty:
      try beginKeyed()
      return try finishKeyed()
    case .keyed: return try finishKeyed()
    case .list, .set, .map: return try finishElements()
    case .single:
      guard let single = state.single else {
        throw error(.coderIsFinished, "the single value container was left without a value")
      }
      return single
    case .finished: throw error(.coderIsFinished, "the encoder was used after its value")
    }
  }

  /// Ends a value with an error, which the program may catch.
  func cancel() {
    takeNumbers()
    end()
  }

  /// Ends the value; later use by the program is an error.
  @inline(__always)
  func end() {
    if state.hasContainer { endContainers() }
    state.keys.end()
    state.mode = .finished
    if state.isUntidy { tidy() }
    if state.isShared, let outer = state.outer {
      state.isShared = false
      outer.reuseInner()
    }
    state.outer = nil
    state.list = nil
  }

  /// Clears the state of the slow path.
  @inline(never)
  private func tidy() {
    state.failure = nil
    state.single = nil
    state.elements.reset()
    state.superclassLimit = -1
    for child in state.assembly.children { child.cell.end() }
    state.assembly.reset()
    state.isUntidy = false
  }

  /// Keeps the encoder of inner values for the next one, unless the program has kept the encoder.
  @inline(never)
  private func reuseInner() {
    guard !isKnownUniquelyReferenced(&state.inner) else { return }
    state.inner?.cell.abandon()
    state.inner = nil
    state.innerCell = nil
  }

  /// Returns the encoder of inner values to its graph, or returns `false` if the program has it.
  fileprivate func releaseInner() -> Bool {
    guard var inner = state.inner else { return true }
    state.inner = nil
    defer { state.inner = inner }
    return ValueEncoder.release(&inner)
  }

  /// Redirects all further output of the program to a discarded buffer.
  func abandon() {
    let output = OutputOwner()
    state.ownOutput = output
    state.isAbandoned = true
    state.inner = nil
    state.innerCell = nil
    state.outer = nil
    state.list = nil
    state.observedType = nil
    // No table has the type.
    state.observed = ObservedBody(
      .nested, [ObservedLevel(name: "value")], type: ClassTableWriter.never)
    begin(to: output.buffer)
    state.isDirect = false
  }

  /// Makes an encoder with discarded output, for a program that continues after an error.
  func makeStray() -> ValueEncoder {
    let encoder = encoder
    let stray = ValueEncoder(encoder.session, encoder.graph, buffer)
    stray.cell.abandon()
    return stray
  }
}

// MARK: Containers with their own buffers

extension ValueCell {
  /// Makes the encoder of an inner container, which is written when this value is complete.
  func makeChild(at place: Int, _ type: ObservedType) -> ValueEncoder {
    let (encoder, output) = (encoder, OutputOwner())
    let child = ValueEncoder(encoder.session, encoder.graph, output.buffer)
    state.current = place
    child.cell.beginChild(type, output, at: place, in: self)
    state.isUntidy = true
    if state.depth >= ArchiveLimits().valueNesting { child.cell.fail(nestingTooDeep) }
    encoder.session.deepest = max(encoder.session.deepest, state.depth + 1)
    state.assembly.children.append(child)
    return child
  }

  private func beginChild(
    _ type: ObservedType, _ output: OutputOwner, at place: Int, in outer: ValueCell
  ) {
    state.ownOutput = output
    change(type)
    begin(to: output.buffer)
    state.outer = outer
    state.place = place
    state.stackByteCount = outer.state.stackByteCount
    state.depth = outer.state.depth + 1
    state.isAbandoned = outer.state.isAbandoned
    // The child keeps its own entry numbers, because its place in the list is not known yet.
    state.list = self
  }
}

// MARK: References

extension ValueCell {
  @inline(__always)
  func write(reference object: AnyObject) throws {
    // Safe: the object is alive.
    try unsafe write(reference: .passUnretained(object))
  }

  // Safe: the object is alive.
  @unsafe
  @inline(__always)
  func write(reference object: Unmanaged<AnyObject>) throws {
    // Safe: the caller has the object, so it is alive.
    let (number, isNew) = unsafe state.objects.insert(object)
    if unsafe isNew && !state.objects.rememberClassAgain(of: object) {
      // The first value in a record is not counted, as the first collection is not.
      try unsafe rememberClass(of: object, number, nesting: state.depth - 1)
    }
    if state.objects.notesEdges { state.objects.rememberEdge(to: number) }
    buffer.write(varint: UInt(bitPattern: number))
  }

  // Safe: the object is alive.
  @unsafe
  @inline(never)
  private func rememberClass(
    of object: Unmanaged<AnyObject>, _ number: Int, nesting: Int?
  ) throws {
    let graph = encoder.graph
    try unsafe graph.rememberClass(of: object.takeUnretainedValue(), in: self)
    if let nesting { try graph.writeNow(number, nesting: nesting) }
  }

  /// Returns the number of an object, which gets one if it has none.
  ///
  /// `nesting` is the number of collections that enclose the object in the value; a new object is then written, if objects of its
  /// class are written at once. Without it, a new object is written later in the queue.
  ///
  /// - Throws: The error of the object, or the reason why it cannot be encoded.
  func number(of object: AnyObject, nesting: Int? = nil) throws -> Int {
    // Safe: the object is alive.
    let reference = unsafe Unmanaged.passUnretained(object)
    let (number, isNew) = unsafe state.objects.insert(reference)
    if unsafe isNew && !state.objects.rememberClassAgain(of: reference) {
      try unsafe rememberClass(of: reference, number, nesting: nesting)
    }
    return number
  }
}
