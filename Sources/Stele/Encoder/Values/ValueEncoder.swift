/// The encoder of a value that is being written, which the program sees as an `Encoder`.
///
/// There is one for each level of nesting, which serves all values there one after the other. Containers that the program may
/// fill in turns have encoders and buffers of their own. What changes with each key is in the ``cell``; here is the slow path.
final class ValueEncoder {
  let graph: GraphEncoder
  /// The state of the value.
  let cell: ValueCell
  /// The owner of the buffer, if the value has one of its own.
  private var ownOutput: OutputOwner?
  /// What has been observed of a value that nobody else knows.
  private var ownType: ObservedType?
  /// The values so far, once the keys do not come as expected.
  var pieces: [Piece] = [] {
    didSet { cell.state.isUntidy = true }
  }
  /// The containers inside that have buffers of their own.
  private(set) var children: [ValueEncoder] = []
  /// The first of them by level and key, as soon as there are many.
  private var childrenOfKeys: [Int: ValueEncoder] = [:]
  private var indexedChildCount = 0
  private static let childScanLimit = 8
  /// The first error that could not be thrown where it arose.
  private(set) var failure: (any Error)?
  /// The levels of an object that have an empty key.
  var emptyKeyLevels: [Int] = []
  /// What a single value was written as.
  var single: Encoded?
  /// Of an encoder that stands for superclasses of an object, the lowest of their levels, otherwise -1.
  var superclassLimit = -1

  init(_ graph: GraphEncoder, _ buffer: OutputBuffer) {
    self.graph = graph
    cell = ValueCell(
      ValueState(buffer, graph.objects, nestingLimit: graph.options.valueNestingLimit))
    unsafe cell.state.encoder = Unmanaged.passUnretained(self)
  }

  deinit { cell.free() }

  /// What has been observed of the type; nil for a record.
  var observedType: ObservedType? { cell.state.observedType }

  /// What has been observed of the instances, for a value with keys.
  var observed: ObservedBody? { cell.state.observed }

  /// The value that this one stands in.
  var outer: ValueEncoder? { cell.state.outer?.encoder }

  /// Whether this is a container inside of a value, with a buffer of its own.
  var hasOwnBuffer: Bool { ownOutput != nil }

  /// Where the value is written.
  var buffer: OutputBuffer { cell.buffer }

  /// What the program has asked for.
  var mode: ValueState.Mode {
    get { cell.state.mode }
    set { cell.state.mode = newValue }
  }

  /// Notes an error that cannot be thrown where it arises.
  func fail(_ error: any Error) {
    if failure == nil { failure = error }
    cell.state.isUntidy = true
  }

  /// Throws the first error that could not be thrown where it arose.
  func throwFailure() throws {
    if let failure { throw failure }
  }

  /// Begins a record or a root.
  func begin(_ observed: ObservedBody?, to buffer: OutputBuffer) {
    cell.begin(nil, observed, to: buffer)
    cell.state.isDirect = true
  }
}

// MARK: Values inside

extension ValueCell {
  /// Begins the record of an object, or a root, which has no keys.
  @inline(__always)
  func begin(_ type: ObservedType?, _ observed: ObservedBody?, to buffer: OutputBuffer) {
    if state.observedType !== type { state.observedType = type }
    if state.observed !== observed { state.observed = observed }
    begin(to: buffer)
  }

  /// Has the value be one of a type.
  @inline(never)
  private func expect(_ type: ObservedType) {
    state.observedType = type
    state.observed = type.structure
  }

  @inline(__always)
  private func begin(to buffer: OutputBuffer) {
    state.buffer = buffer
    state.start = buffer.count
    state.mode = .empty
  }

  /// Writes a value inside, and completes it; if the closure throws, the value is given up.
  ///
  /// - Parameters:
  ///   - type: What has been observed of its type.
  ///   - context: Where it is written.
  ///   - body: Writes its keys or elements.
  /// - Returns: What has been written.
  /// - Throws: As ``open(_:at:)``, or what the closure throws.
  @inline(__always)
  func write(
    _ type: ObservedType, at context: ValueContext, _ body: (ValueCell) throws -> Void
  ) throws -> Encoded {
    let inner = try open(type, at: context)
    do {
      try body(inner)
    } catch {
      inner.cancel()
      throw error
    }
    return try inner.finish()
  }

  /// Begins a value inside.
  ///
  /// - Parameters:
  ///   - type: What has been observed of its type.
  ///   - context: Where it is written.
  /// - Returns: The state of the value, to be ended by ``finish()`` or ``cancel()``.
  /// - Throws: `EncodingError` when values nest too deep, or another value inside is being written.
  @inline(__always)
  func open(_ type: ObservedType, at context: ValueContext) throws -> ValueCell {
    guard let inner = state.innerCell, inner.state.mode == .finished,
      state.nesting < state.nestingLimit, context.depth <= GraphEncoder.uncheckedDepth
    else { return try openSlowly(type, at: context) }
    inner.begin(type, in: self, at: context)
    return inner
  }

  @inline(never)
  private func openSlowly(_ type: ObservedType, at context: ValueContext) throws -> ValueCell {
    let encoder = encoder
    let limit = encoder.graph.options.valueNestingLimit
    guard state.nesting < limit, context.depth <= ArchiveLimits().valueNesting else {
      throw encoder.error(.nestingTooDeep(limit: limit))
    }
    if context.depth > encoder.graph.deepest { encoder.graph.deepest = context.depth }
    if let inner = state.innerCell {
      guard inner.state.mode == .finished else { throw encoder.disorder }
      inner.begin(type, in: self, at: context)
      return inner
    }
    let inner = ValueEncoder(encoder.graph, buffer)
    state.inner = inner
    state.innerCell = inner.cell
    inner.cell.begin(type, in: self, at: context)
    return inner.cell
  }

  @inline(__always)
  private func begin(_ type: ObservedType, in outer: ValueCell, at context: ValueContext) {
    // Mostly they are those of the value before, which need not be counted again.
    if state.observedType !== type || state.observed !== type.structure { expect(type) }
    begin(to: outer.buffer)
    state.outer = outer
    state.place = outer.state.current
    state.nesting = outer.state.nesting &+ 1
    state.isAbandoned = outer.state.isAbandoned
    state.isDirect = outer.isDeferrable
    state.depth = context.depth
    state.list = context.list
    state.omitsEntry = context.omitsEntry
    state.numberIndex = -1
  }

  /// Completes the value, and ends its use.
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
      let encoded = try encoder.finish()
      end()
      return encoded
    } catch {
      cancel()
      throw error
    }
  }

  /// Ends the use for a value that ended with an error, which the program may catch.
  func cancel() {
    if state.numberIndex >= 0, let list = state.list {
      list.state.elements.numbers.replace(from: state.numberIndex, with: [])
    }
    end()
  }

  /// Ends the use for a value, by the program as well.
  @inline(__always)
  func end() {
    if state.hasContainer { endContainers() }
    state.keys.end()
    state.mode = .finished
    if state.isUntidy { encoder.tidy() }
    if state.isShared, let outer = state.outer {
      state.isShared = false
      outer.reuseInner()
    }
    state.outer = nil
    state.list = nil
  }

  /// Ends the use of the keyed containers that are reused.
  private func endContainers() {
    state.hasContainer = false
    state.observed?.endContainers(of: self)
  }

  /// Keeps the encoder of values inside for the next one, unless the program has kept it.
  @inline(never)
  private func reuseInner() {
    guard !isKnownUniquelyReferenced(&state.inner) else { return }
    state.inner?.abandon()
    state.inner = nil
    state.innerCell = nil
  }
}

extension ValueEncoder {
  /// Forgets the state of the last value.
  fileprivate func tidy() {
    failure = nil
    single = nil
    pieces.removeAll(keepingCapacity: true)
    cell.state.elements.reset()
    for child in children { child.cell.end() }
    children.removeAll()
    childrenOfKeys.removeAll()
    indexedChildCount = 0
    superclassLimit = -1
    if !emptyKeyLevels.isEmpty { emptyKeyLevels.removeAll() }
    cell.state.isUntidy = false
  }

  /// Lets what the program still writes lead nowhere.
  func abandon() {
    let output = OutputOwner()
    ownOutput = output
    let type = ObservedType(ObservedLevel(name: "value"))
    let observed = ObservedBody(.structure, [type.level], type: TypeTable.never)
    type.take(observed)
    ownType = type
    cell.state.isAbandoned = true
    cell.state.isDirect = false
    cell.state.inner = nil
    cell.state.innerCell = nil
    cell.state.outer = nil
    cell.state.list = nil
    cell.begin(type, observed, to: output.buffer)
  }
}

// MARK: Containers with buffers of their own

extension ValueEncoder {
  /// Makes the encoder of a container inside of this value.
  func makeChild(at place: Int, _ type: ObservedType) -> ValueEncoder {
    let output = OutputOwner()
    let child = ValueEncoder(graph, output.buffer)
    child.ownOutput = output
    cell.state.current = place
    child.cell.begin(type, type.structure, to: output.buffer)
    child.cell.state.outer = cell
    child.cell.state.place = place
    child.cell.state.nesting = cell.state.nesting + 1
    child.cell.state.depth = cell.state.depth + 1
    child.cell.state.isAbandoned = cell.state.isAbandoned
    // The numbers in it are noted by itself, as long as nobody knows where it will stand.
    child.cell.state.list = child.cell
    cell.state.isUntidy = true
    let limit = graph.options.valueNestingLimit
    if cell.state.nesting >= limit || cell.state.depth >= ArchiveLimits().valueNesting {
      child.fail(error(.nestingTooDeep(limit: limit)))
    }
    graph.deepest = max(graph.deepest, cell.state.depth + 1)
    children.append(child)
    return child
  }

  /// The container that has been made for a place, if it is of the wanted kind.
  func child(at place: Int, _ mode: ValueState.Mode) -> ValueEncoder? {
    if children.count <= Self.childScanLimit {
      return children.first { $0.cell.state.place == place && $0.mode == mode }
    }
    for child in children[indexedChildCount...] where childrenOfKeys[child.cell.state.place] == nil
    {
      childrenOfKeys[child.cell.state.place] = child
    }
    indexedChildCount = children.count
    guard let child = childrenOfKeys[place] else { return nil }
    return child.mode == mode ? child : nil
  }
}

// MARK: End

extension ValueEncoder {
  /// Completes a value that is not written as the one before.
  func finish() throws -> Encoded {
    try throwFailure()
    switch mode {
    case .empty:
      try beginKeyed()
      return try finishKeyed()
    case .keyed: return try finishKeyed()
    case .list, .set, .map: return try finishElements()
    case .single:
      guard let single else {
        throw error(.coderIsFinished, "the single value container was left without a value")
      }
      return single
    case .finished: throw error(.coderIsFinished, "the encoder was used after its value")
    }
  }
}

/// The state of a value that is being written, which changes with each key.
///
/// It stands in memory of its own, a ``ValueCell``, so that nothing is counted or checked on the way to it.
@safe
struct ValueState: ~Copyable {
  /// What the program has asked for.
  enum Mode {
    case empty, keyed, list, set, map, single
    /// The value is complete.
    case finished
  }

  // Safe: the encoder owns this state.
  /// The encoder of the value.
  var encoder: Unmanaged<ValueEncoder>?
  /// Where the value is written.
  var buffer: OutputBuffer
  /// The objects of the graph.
  let objects: IdentityTable
  /// The value that this one stands in.
  var outer: ValueCell?
  /// The encoder of values inside, which are written one after the other.
  var inner: ValueEncoder?
  /// Its state.
  var innerCell: ValueCell?
  /// The list whose header may have the entry number of the value.
  var list: ValueCell?

  var mode = Mode.finished
  /// Whether the program has been given the encoder.
  var isShared = false
  /// Whether nothing but values with keys is around this one, none of them in a list or with a buffer of its own.
  var isDirect = false
  /// Whether what is written leads nowhere, as the value has ended.
  var isAbandoned = false
  /// Whether the encoder has something of the value that the next one must not find.
  var isUntidy = false
  /// Whether the value leaves its entry number out.
  var omitsEntry = false

  /// How deep the value nests; 0 for records.
  var depth = 0
  /// How many values there are around this one.
  var nesting = 0
  /// How many there may be.
  let nestingLimit: Int
  /// The place in the outer value: level and key, or the index of an element.
  var place = 0
  /// The place of the value inside that is being written.
  var current = 0
  /// Where the value begins.
  var start = 0
  /// The position of the entry number among those that are pending in ``list``, or -1.
  var numberIndex = -1

  /// What has been observed of the type, for values that are not records.
  var observedType: ObservedType?
  /// What has been observed of the instances, for values with keys.
  var observed: ObservedBody?
  /// The keys, as far as they have come.
  var keys = ExpectedKeyCursor()
  /// Where the presence bytes are.
  var presenceStart = 0
  /// Whether keyed containers that are reused write the value.
  var hasContainer = false

  /// The elements, of a value without keys.
  var elements = ElementState()

  init(_ buffer: OutputBuffer, _ objects: IdentityTable, nestingLimit: Int) {
    self.buffer = buffer
    self.nestingLimit = nestingLimit
    self.objects = objects
    unsafe encoder = nil
  }
}

/// A handle on the state of a value that is being written.
///
/// Handles are given to the code of a value, which its encoder outlives, and to containers, which keep the encoder when they are
/// kept.
typealias ValueCell = Cell<ValueState>

extension ValueCell {
  /// Where the value is written.
  @inline(__always)
  var buffer: OutputBuffer { state.buffer }

  /// Whether the bytes of a value that is written now may be copied later.
  @inline(__always)
  var isDeferrable: Bool {
    state.isDirect && (state.mode == .keyed || (state.mode == .empty && state.nesting == 0))
  }

  /// Whether the value that is being written stands in an element of a set or in a key of a map.
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

  /// The encoder of the value.
  var encoder: ValueEncoder {
    // Safe: the encoder sets itself when it is made, and owns the cell.
    unsafe state.encoder.unsafelyUnwrapped.takeUnretainedValue()
  }
}
