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
  var observed: ObservedClass? { cell.state.observed }

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
  func begin(_ observed: ObservedClass?, to buffer: OutputBuffer) {
    cell.begin(nil, observed, to: buffer)
    cell.state.isDirect = true
  }
}

// MARK: Values inside

extension ValueCell {
  /// Begins the record of an object, or a root, which has no keys.
  @inline(__always)
  func begin(_ type: ObservedType?, _ observed: ObservedClass?, to buffer: OutputBuffer) {
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
  ///   - spot: Where it is written.
  ///   - body: Writes its keys or elements.
  /// - Returns: What has been written.
  /// - Throws: As ``open(_:at:)``, or what the closure throws.
  @inline(__always)
  func write(
    _ type: ObservedType, at spot: Spot, _ body: (ValueCell) throws -> Void
  ) throws -> Encoded {
    let inner = try open(type, at: spot)
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
  ///   - spot: Where it is written.
  /// - Returns: The state of the value, to be ended by ``finish()`` or ``cancel()``.
  /// - Throws: `EncodingError` when values nest too deep, or another value inside is being written.
  @inline(__always)
  func open(_ type: ObservedType, at spot: Spot) throws -> ValueCell {
    guard let inner = state.innerCell, inner.state.mode == .finished,
      state.nesting < state.nestingLimit, spot.depth <= GraphEncoder.uncheckedDepth
    else { return try openSlowly(type, at: spot) }
    inner.begin(type, in: self, at: spot)
    return inner
  }

  @inline(never)
  private func openSlowly(_ type: ObservedType, at spot: Spot) throws -> ValueCell {
    let encoder = encoder
    let limit = encoder.graph.options.valueNestingLimit
    guard state.nesting < limit, spot.depth <= ArchiveLimits().valueNesting else {
      throw encoder.error(.nestingTooDeep(limit: limit))
    }
    if spot.depth > encoder.graph.deepest { encoder.graph.deepest = spot.depth }
    if let inner = state.innerCell {
      guard inner.state.mode == .finished else { throw encoder.disorder }
      inner.begin(type, in: self, at: spot)
      return inner
    }
    let inner = ValueEncoder(encoder.graph, buffer)
    state.inner = inner
    state.innerCell = inner.cell
    inner.cell.begin(type, in: self, at: spot)
    return inner.cell
  }

  @inline(__always)
  private func begin(_ type: ObservedType, in outer: ValueCell, at spot: Spot) {
    // Mostly they are those of the value before, which need not be counted again.
    if state.observedType !== type || state.observed !== type.structure { expect(type) }
    begin(to: outer.buffer)
    state.outer = outer
    state.place = outer.state.current
    state.nesting = outer.state.nesting &+ 1
    state.isAbandoned = outer.state.isAbandoned
    state.isDirect = outer.isDeferrable
    state.depth = spot.depth
    state.list = spot.list
    state.omitsEntry = spot.omitsEntry
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
    let type = ObservedType(ObservedKeys(name: "value"))
    let observed = ObservedClass(.structure, [type.level], type: TypeTable.never)
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
