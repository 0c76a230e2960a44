/// The state of decoding one value or record that a type reads through `Decoder`.
///
/// ``ValueDecoder`` and the containers are thin handles of it. As a rule the program keeps none of them when the value has been
/// decoded; then the state, the decoder and the keyed containers are reused for the next value of the type, as making a keyed
/// container takes the standard library longer than reading a small value. A handle that the program keeps retains the state.
@safe
final class DecodingValue {
  let session: DecodingSession
  /// Whether the handles are reused, which makes a cycle of references until ``close()``.
  private let isReused: Bool
  /// The type of the value; nil for the record of an object, the keys of a value, and a missing key.
  private var type: ArchivedType?
  /// The decoder of the object, or nil for a value.
  private(set) var classDecoder: ClassDecoder?
  private var start = ValidCursor()
  /// The end of the value if it has been read as a whole.
  private var wholeEnd: ValidCursor?
  private var valuePlans: TypePlans?
  /// The keys, once the value has been opened as a body.
  private var plan: ReadPlan?
  // Safe: allocated in `init` and deallocated in `deinit`; initialised if and only if `plan` is there. A separate cell is
  // read without checks for exclusive access, which are not needed: no function that has access calls code of the program.
  private let cell: UnsafeMutablePointer<KeyCursor>
  /// The depth in the path of the value's own parts.
  private var depth = 0
  /// The path to the value, once the program keeps a handle.
  private var prefix: (keys: [PathKey], object: Int)?
  /// The last step of the path, for an inner value whose outer value is being decoded.
  private var step: PathStep?
  /// The state of an inner value, kept for the next inner value, and whether this value has used it.
  private var inner: DecodingValue?
  private var hasInner = false
  /// The decoder for the next value; nil once the program keeps it.
  private var ownHandle: ValueDecoder?
  /// The decoder of the levels above, for a value that a class wrote without keys and that is read by its keys.
  var superclasses: ValueDecoder?
  /// The keyed container to reuse, and those for other keys, which only classes with superclasses have.
  private var reused: ReusedContainer?
  private var others: [ReusedContainer] = []
  /// The state of an enclosing value with a history, until its declared names have been compared with those of the program.
  var declaring: KeyExtras?
  /// The object that the value is a copy of, if nothing else ends the copy, otherwise 0.
  private var copied = 0
  /// The state of the enclosing value.
  private var outer: KeyExtras?
  /// Whether the program may keep a handle that cannot be checked.
  private var isShared = false

  init(_ session: DecodingSession, isReused: Bool = false) {
    self.session = session
    self.isReused = isReused
    unsafe cell = .allocate(capacity: 1)
  }

  deinit {
    if copied > 0 { session.conversions.end(copied) }
    if plan != nil {
      // Nothing else completes a part of another value.
      if !isReused, prefix != nil, !session.isFinished { keys.endPart(outer) }
      if keys.extras != nil { keys.shareAsked() }
      unsafe cell.deinitialize(count: 1)
    }
    unsafe cell.deallocate()
  }

  /// The keys, of a value that has been opened as a body.
  var keys: KeyCursor {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(cell) }
    @inline(__always) unsafeMutableAddress { unsafe cell }
  }

  var handle: ValueDecoder {
    if let ownHandle { return ownHandle }
    let new = ValueDecoder(self)
    if isReused { ownHandle = new }
    return new
  }
}

// From one value to the next

extension DecodingValue {
  /// Begins the value at the end of the path.
  func begin(_ type: ArchivedType, _ input: ValidCursor, _ plans: TypePlans?) {
    self.type = type
    start = input
    valuePlans = plans
    depth = session.path.count
  }

  /// Begins the object at the end of the path.
  func begin(_ decoder: ClassDecoder, _ input: ValidCursor) {
    classDecoder = decoder
    start = input
    depth = session.path.count
    open(decoder.plan, input, from: input.offset, node: -1)
  }

  /// Begins with the keys of a type that reads the same value by hand.
  func begin(_ decoder: ClassDecoder?, _ keys: KeyCursor) {
    classDecoder = decoder
    start = keys.beginning
    depth = keys.depth
    plan = keys.plan
    unsafe cell.initialize(to: keys)
  }

  private func open(_ plan: ReadPlan, _ input: ValidCursor, from start: Int, node: Int) {
    self.plan = plan
    unsafe cell.initialize(to: KeyCursor(plan, input, from: start, node: node, session))
    keys.depth = depth
    if plan.needsCheck { _ = keys.makeExtras() }
  }

  /// Ends the use for a value; returns whether the state can be reused.
  func end() -> Bool {
    if hasInner, let inner {
      hasInner = false
      // No call of the program marks the end of a payload.
      if inner.plan != nil { inner.keys.endPart(nil) }
      if !inner.end() { self.inner = nil }
    }
    guard !isKept else {
      keep()
      return false
    }
    if plan != nil {
      plan = nil
      unsafe cell.deinitialize(count: 1)
    }
    wholeEnd = nil
    return true
  }

  /// Whether the program keeps the decoder or a container.
  private var isKept: Bool {
    if isShared { return true }
    if ownHandle != nil, !isKnownUniquelyReferenced(&ownHandle) { return true }
    if let reused, reused.isHeldElsewhere { return true }
    return !others.isEmpty && others.contains { $0.isHeldElsewhere }
  }

  /// Leaves the state to a handle that the program keeps.
  private func keep() {
    prefix = prefix(at: nil)
    step = nil
    close()
  }

  /// Releases the handles, which refer to the state.
  func close() {
    ownHandle = nil
    reused = nil
    others = []
    inner?.close()
    inner = nil
  }
}

// Parts of the value

extension DecodingValue {
  /// Calls a function, which may call code of the program, with a copy of the keys, and takes the copy back.
  func withKeys<Result>(_ body: (inout KeyCursor) throws -> Result) rethrows -> Result {
    var keys = keys
    let outer = session.path.count
    keys.depth = enterPath()
    defer {
      session.path.count = outer
      self.keys = keys
    }
    return try body(&keys)
  }

  /// Decodes the value of a key that has been found; code of the program may run meanwhile.
  @inline(__always)
  func decode<T>(_ decoder: Lent<TypeDecoder<T>>) throws -> T {
    let (type, place, level) = (keys.type, keys.place, keys.level)
    var reading = keys.input
    let outer = session.path.count
    session.path.put(keys.step, at: enterPath())
    var isDone = false
    defer {
      if isDone {
        session.path.count = outer
        keys.advance(from: place, level, to: reading)
      } else {
        keys.rememberAsked(place..<(place + 1))
      }
    }
    return try decoder.use { try $0.decode(type, &reading, session, noting: &isDone) }
  }

  /// Calls a function with the path that leads to the value.
  func atPath<Result>(_ body: (DecodingSession) throws -> Result) rethrows -> Result {
    let outer = session.path.count
    session.path.count = enterPath()
    defer { session.path.count = outer }
    return try body(session)
  }

  /// Enters the path to the value; returns the depth of the path.
  @inline(__always)
  private func enterPath() -> Int {
    prefix == nil && step == nil ? depth : enterOwnPath()
  }

  @inline(never)
  private func enterOwnPath() -> Int {
    if let prefix {
      session.path.push(.prefix(prefix.keys, object: prefix.object))
      return session.path.count
    }
    if let step { session.path.put(step, at: depth - 1) }
    return depth
  }

  var codingPath: [any CodingKey] { atPath { $0.codingPath } }

  /// The depth in the path of the value's parts, for a type that starts to read them by hand.
  var pathDepth: Int { enterPath() }

  /// The type in the program, or nil for a value without its own type.
  var declaredType: Any.Type? { classDecoder?.type ?? valuePlans?.declaration?.type }

  var isPayload: Bool { type?.form == .payload }

  /// Whether no part of the value has been read.
  var isUntouched: Bool { plan == nil && wholeEnd == nil }

  @inline(__always)
  func level(ofKeyType type: Any.Type) -> Int {
    if let classDecoder { return classDecoder.level(ofKeyType: type) }
    guard let valuePlans, valuePlans.levelCount > 1 else { return 0 }
    return valuePlans.declaration?.levelIndex(ofKeyType: type) ?? 0
  }

  /// Whether the value is a record, or the keys of one.
  var isRecord: Bool { type == nil }

  /// The number of the object that the value is or is part of.
  var object: Int { prefix?.object ?? session.path.object(to: depth) }

  /// Moves to the keys of the value.
  ///
  /// - Throws: `DecodingError` if the value has no keys.
  func openBody() throws {
    guard plan == nil else { return }
    try atPath { session in
      var input = start
      guard let type, let inner = session.types.unwrap(type, &input) else {
        throw session.noValue([String: Any].self, at: start.offset)
      }
      let plans = valuePlans ?? session.plans.anonymous
      if inner.isReference { return try openCopy(inner, input, plans) }
      let body = try session.openBody(inner, &input, from: start.offset)
      open(plans.plan(of: body, session.types), input, from: start.offset, node: inner.node)
    }
  }

  /// Moves to the keys of the target of a reference, which is read as a value.
  @inline(never)
  private func openCopy(
    _ type: ArchivedType, _ reference: ValidCursor, _ plans: TypePlans
  ) throws {
    var input = reference
    let copy = try session.beginCopy(type, &input, as: [String: Any].self)
    // For a value with its own decoder, no other function ends the copy.
    if !isReused { copied = copy.number }
    wholeEnd = input
    let plan = plans.plan(ofRecord: copy.entry, session.plans)
    open(plan, copy.content, from: copy.content.offset, node: -1)
  }

  /// Moves to the keys of a payload, to which migrations of the enum have set some values.
  func open(with replacements: [String: Any]) {
    guard !replacements.isEmpty else { return }
    // A payload is a body without further fields before it.
    try? openBody()
    guard plan != nil else { return }
    let extras = keys.makeExtras()
    extras.hasMigrated = true
    extras.replacements[0] = MigratedValues(values: replacements)
  }

  /// Moves to the keys of the value, which may be a reference to an object.
  ///
  /// A program may read keys of an object before it decodes the object, to determine the class. The keys are those of all
  /// levels; if two have the same name, the key of the subclass is read.
  func openAnything() throws {
    var input = start
    guard plan == nil, let type, let inner = session.types.unwrap(type, &input),
      inner.isReference || inner.code == .weak
    else { return try openBody() }
    guard !session.isFinished else { throw SteleCodingError(.coderIsFinished) }
    try session.checkStack()
    let (entry, record) = try session.store.record(session.types.readReference(inner, &input))
    self.type = nil
    open(session.plans.anonymousPlan(ofRecord: entry), record, from: record.offset, node: -1)
  }

  /// The value, to be decoded as a whole; nil for an object.
  var whole: ArchivedValue? { type.map { ArchivedValue(type: $0, input: start) } }

  /// Whether there is no value, as for a missing key.
  var isNothing: Bool { type == nil && plan == nil }

  /// Remembers the end of a value that has been read as a whole.
  func rememberEnd(_ end: ValidCursor) { wholeEnd = end }

  /// Returns the end of the value.
  ///
  /// - Throws: The errors of keys that were deferred.
  func finish() throws -> ValidCursor {
    if plan != nil {
      let end = try keys.finish()
      return wholeEnd ?? end
    }
    if let wholeEnd { return wholeEnd }
    var end = start
    if let type { session.types.skip(type, &end) }
    return end
  }

  /// Returns the error to throw: an unknown case causes other errors, and replaces them.
  func failureOfUnknownCase(instead error: any Error) -> any Error {
    guard plan != nil, keys.hasAskedForCases else { return error }
    return atPath { _ in keys.failureOfUnknownCase() ?? error }
  }

  /// Makes a decoder of an inner value, which may be read at any time.
  func nested(
    _ value: ArchivedValue, at step: PathStep? = nil, _ plans: TypePlans? = nil
  ) throws -> ValueDecoder {
    try session.checkStack()
    if let step, isReused, prefix == nil, !hasInner, value.type.form == .payload {
      return inner(value, at: step, plans)
    }
    let nested = DecodingValue(session)
    nested.valuePlans = plans
    nested.outer = (plan == nil ? nil : self.keys.extras) ?? outer
    nested.declaring = declaring
    nested.prefix = prefix(at: step)
    nested.type = value.type
    nested.start = value.input
    return ValueDecoder(nested)
  }

  /// Returns the decoder of the payload of a case: the decoder of the last payload, unless the program has kept it.
  private func inner(
    _ value: ArchivedValue, at step: PathStep, _ plans: TypePlans?
  ) -> ValueDecoder {
    let inner = inner ?? DecodingValue(session, isReused: true)
    self.inner = inner
    hasInner = true
    inner.begin(value.type, value.input, plans)
    inner.depth = enterPath() + 1
    inner.step = step
    return inner.handle
  }

  func missing(_ name: String) -> ValueDecoder {
    let nested = DecodingValue(session)
    nested.prefix = prefix(at: .key(name))
    return ValueDecoder(nested)
  }

  private func prefix(at step: PathStep?) -> (keys: [PathKey], object: Int) {
    atPath { session in
      if let step { session.path.push(step) }
      return session.path.prefix(to: session.path.count)
    }
  }

  /// Returns a keyed container for a level.
  ///
  /// - Returns: A container of an earlier value, unless the program has kept it.
  /// - Throws: `DecodingError` if the keys belong to a type whose history cannot apply.
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, level: Int, isNested: Bool
  ) throws -> KeyedDecodingContainer<Key> {
    let keys = ObjectIdentifier(type)
    if let reused, reused.keys == keys, reused.level == level { return reused.copy() }
    for other in others where other.keys == keys && other.level == level { return other.copy() }
    if !isNested {
      try refuse(TypeDeclaration.misplacement(of: type, at: level, of: declaredLevels))
    }
    return makeContainer(level: level)
  }

  /// The declarations of the levels of the value, or none for a value without its own type.
  private var declaredLevels: [TypeDeclaration] {
    plan?.levels.compactMap(\.levelPlan.declaration) ?? []
  }

  /// Refuses a type with a history that is coded in place of the value, also if the program goes on.
  @inline(never)
  func refuse(_ reason: SteleCodingError.Reason?) throws {
    guard let reason else { return }
    let error = DecodingError.dataCorrupted(atPath { $0.context(reason, at: keys.start) })
    session.misplacement = error
    throw error
  }

  /// Refuses a type that reads its keys by hand, if it has a history and is coded in place of the value.
  func refuse(_ type: Any.Type) throws {
    try refuse(TypeDeclaration.shared(for: type).misplacement(in: declaredLevels))
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(level: Int) -> KeyedDecodingContainer<Key> {
    let container = KeyedDecodingContainer(KeyedValues<Key>(value: self, level: level))
    guard isReused else { return container }
    let new = ReusedContainer.make(
      for: KeyedDecodingContainer<Key>.self, keys: Key.self, level: level)
    if !new.keep(container, .decoding) {
      // The standard library does not reveal whether the program keeps the container.
      isShared = true
    } else if reused == nil {
      reused = new
    } else {
      others.append(new)
    }
    return container
  }
}
