// The fast path of a ValueCell: while the keys come as the last layout expects them, each is written after one comparison.

extension ValueCell {
  /// Begins the keys of the value; the keys of the last layout are expected.
  @inline(__always)
  func beginKeys() {
    state.mode = .keyed
    // The layout is mostly that of the previous value, which needs no further reference counting.
    if !state.keys.hasLayout(of: state.observed) { useLayout() }
    state.keys.begin()
    guard state.keys.isRegular else { return }
    let frame = state.keys.frame
    let buffer = buffer
    buffer.write(entry: frame.entry, in: state.list)
    state.presenceStart = buffer.count
    for _ in 0..<frame.presenceByteCount { buffer.write(byte: 0) }
  }

  @inline(never)
  private func useLayout() { state.keys.use(state.observed?.layout) }

  /// Begins the keys of a value whose body may not be known yet.
  func beginKeyed() throws {
    if state.observed == nil, let observedType = state.observedType {
      state.observed = try observedType.makeStructure(&session.tables)
    }
    beginKeys()
  }

  /// Writes the presence bits, and returns type and entry, or nil if the value is not complete by the layout.
  @inline(__always)
  func finishKeys() -> Encoded? {
    guard state.keys.isComplete else { return nil }
    let frame = state.keys.frame
    var position = state.presenceStart
    var bits = state.keys.presence
    while bits != 0 {
      buffer.replace(byteAt: position, with: UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      position &+= 1
    }
    if frame.isEmptyStructure { buffer.write(byte: 0) }
    return Encoded(type: frame.type, entry: frame.entry)
  }
}

// MARK: Values

extension ValueCell {
  @inline(__always)
  private func context(of place: Int) -> ValueContext {
    state.current = place
    var context = ValueContext(cell: self, depth: state.depth &+ 1)
    guard state.list != nil else { return context }
    let key = state.keys.expected
    // A new key may become a nested place.
    let isNested =
      key.place == place ? key.isNestedPlace : state.keys.layout?.isNestedPlace(place) ?? true
    if isNested { context.list = state.list }
    return context
  }

  /// Writes a value for a key, which is still to be remembered.
  @inline(__always)
  func write<T>(_ value: T, _ encoder: TypeEncoder<T>, at place: Int) throws -> Encoded {
    let start = buffer.count
    do {
      return try encoder.encode(value, in: context(of: place))
    } catch {
      buffer.truncate(to: start)
      throw error
    }
  }

  /// Writes a value for the expected key by the encoder of the previous value, or returns `false` if there is none for the type.
  @inline(__always)
  func putAgain<T>(_ value: T) throws -> Bool {
    let start = buffer.count
    let key = state.keys.expected
    let encoded = try key.withEncoder(of: T.self) { try write(value, $0, at: key.place) }
    guard let encoded else { return false }
    if !state.keys.pass(place: key.place, type: encoded.type, start: start) {
      remember(key.place, type: encoded.type, start: start)
    }
    return true
  }

  /// Writes a value for a key of a level that is not the expected one, or has had no value of the type; the place of the key is looked
  /// up if the value does not write keys of the level itself.
  @inline(never)
  func put<T: Encodable>(
    _ value: T, level: Int, isOptional: Bool = false, place: () -> Int
  ) throws {
    let encoder = try session.encoder(of: T.self)
    if encoder.role == .keys { return try encoder.encodeKeys(of: value, level: level, into: self) }
    try put(value, encoder, at: place(), isOptional: isOptional)
  }

  func put<T: Encodable>(
    _ value: T, _ encoder: TypeEncoder<T>, at place: Int, isOptional: Bool = false
  ) throws {
    state.keys.layout?.update(place) { $0.remember(encoder, of: ObjectIdentifier(T.self)) }
    let start = buffer.count
    let encoded = try write(value, encoder, at: place)
    remember(place, type: encoded.type, start: start, isOptional: isOptional)
  }

  /// Writes a strong reference for the expected key, or returns `false` if the object is a new one, of another class than the
  /// last new object.
  ///
  /// The address is 0 for nil. The memory of an object that has a number is not accessed.
  // Safe: a new object is alive.
  @unsafe
  @inline(__always)
  func put(referenceTo address: UInt) -> Bool {
    guard buffer.hasRoom else { return false }
    var number = 0
    if address != 0 {
      // Safe: the caller has the object if it is new, so it is alive.
      number = unsafe state.objects.insert(objectAt: address)
      guard number > 0 else { return false }
      if state.objects.notesEdges { state.objects.rememberEdge(to: number) }
    }
    guard state.keys.passExpected(start: buffer.count) else { return false }
    buffer.write(varint: UInt(bitPattern: number))
    return true
  }

  /// Writes a strong reference, or nil, for the expected key.
  @inline(__always)
  func put(reference object: AnyObject?) throws {
    let key = state.keys.expected
    let start = buffer.count
    // Safe: the caller has the object.
    if let object = unsafe object.map({ unsafe Unmanaged.passUnretained($0) }) {
      // The class of the first object makes its declaration, which may run any code.
      state.current = key.place
      try unsafe write(reference: object)
    } else {
      buffer.write(byte: 0)
    }
    if !state.keys.pass(place: key.place, type: key.type, start: start) {
      remember(key.place, type: key.type, start: start)
    }
  }
}

// MARK: Places

extension ValueCell {
  /// Returns whether the expected key has a name that programs may use.
  func expects(_ name: String, level: Int) -> Bool {
    let next = state.keys.expected.place
    guard next >= 0, KeyPlace.level(of: next) == level, let observed = state.observed,
      observed.levels.indices.contains(level), !name.isExactly(RegisteredName.overflow)
    else { return false }
    return observed.levels[level].keys[KeyPlace.key(of: next)].name.isExactly(name)
  }

  func place(ofKey name: String, _ intValue: Int? = nil, level: Int) -> Int {
    guard let observed = state.observed, observed.levels.indices.contains(level) else { return 0 }
    if expects(name, level: level) { return state.keys.expected.place }
    let keys = observed.levels[level]
    if name.isExactly(RegisteredName.overflow) { refuseReservedKey(of: keys.name) }
    return KeyPlace.at(level: level, key: keys.number(ofKey: name, intValue))
  }

  /// Refuses the name of the overflow key, with the type and the path to the value that writes it.
  @inline(never)
  private func refuseReservedKey(of type: String) {
    let current = state.current
    state.current = -1
    let key = RegisteredName.overflow
    fail(
      error(
        .reservedKey(key),
        "\(type.shortened()) writes the key \(key.quoted), a name that is reserved for further keys"
      ))
    state.current = current
  }

  /// Returns the place of a key that was not recognised by its token, which is remembered.
  func place(of token: KeyToken, _ name: () -> String, _ intValue: Int? = nil, level: Int) -> Int {
    let layout = state.keys.layout
    if let known = layout?.place(of: token) { return known }
    let place = place(ofKey: name(), intValue, level: level)
    // A key that has been refused is to be refused again.
    if token.isUsable, state.failure == nil { layout?.update(place) { $0.token = token } }
    return place
  }

  /// Returns the place of the empty key of an object; the value of a class without keys has the same place.
  ///
  /// Both are distinguished when the record is assembled, so the key is never an expected one.
  @inline(never)
  func placeOfEmptyKey(level: Int) -> Int {
    assembleLater()
    state.assembly.emptyKeyLevels.append(level)
    return place(ofKey: "", level: level)
  }
}

// MARK: Values of keys

extension ValueCell {
  /// Remembers a value whose key is not the expected one.
  @inline(never)
  func remember(_ place: Int, type: Int, start: Int, isOptional: Bool = false) {
    let session = session
    let isPassed = state.keys.pass(to: place, start: start) {
      type == $0 || (try? session.conversion(of: type, to: $0)) == .unchanged
    }
    if isPassed { return }
    assembleLater()
    append(Piece(place: place, type: type, isOptional: isOptional, start: start))
  }

  /// Remembers that a key has no value; its Swift type may determine the type.
  @inline(never)
  func rememberAbsence(of place: Int, type: () throws -> Int) rethrows {
    if let layout = state.keys.layout {
      let slot = layout.slot(of: place)
      if slot >= 0, layout[slot].bit >= 0 { return }
    }
    let type = try type()
    assembleLater()
    append(
      Piece(
        place: place, type: type, isOptional: true, isAbsent: true, start: buffer.count))
  }
}

extension OutputBuffer {
  /// Writes an entry number, or keeps it for the list that the value is in.
  @inline(__always)
  func write(entry: Int, in list: ValueCell?) {
    guard let list else { return write(number: entry) }
    list.state.elements.numbers.append(EntryNumber(position: count, entry: entry))
  }
}
