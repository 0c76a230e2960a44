// The slow path of a ValueCell: a record whose keys do not come as expected is assembled from its pieces. The first record is one.

/// A record in progress, once its keys do not come as expected.
struct RecordAssembly {
  fileprivate(set) var pieces: [Piece] = []
  var emptyKeyLevels: [Int] = []
  /// The inner containers with their own buffers.
  var children: [ValueEncoder] = []
  /// The first child of each key, by the place of the key.
  fileprivate var childrenOfKeys = ShortTable<Int, ValueEncoder>()

  mutating func reset() {
    pieces.removeAll(keepingCapacity: true)
    if !emptyKeyLevels.isEmpty { emptyKeyLevels.removeAll() }
    guard !children.isEmpty else { return }
    children.removeAll()
    childrenOfKeys.removeAll()
  }

  /// Returns the first child that was made for a key, if it has a mode.
  func child(ofKey place: Int, _ mode: ValueState.Mode) -> ValueEncoder? {
    guard let child = childrenOfKeys[place], child.cell.state.mode == mode else { return nil }
    return child
  }
}

extension ValueCell {
  func append(_ piece: Piece) {
    if state.assembly.pieces.isEmpty { state.assembly.pieces.reserveCapacity(4) }
    state.assembly.pieces.append(piece)
    state.isUntidy = true
  }

  /// Leaves the fast path: the record is assembled at the end, from the values so far and those that follow.
  func assembleLater() {
    guard state.keys.isRegular else { return }
    state.assembly.pieces = state.keys.takePieces()
    state.isUntidy = true
    // The first number is that of the layout. It is gone if a value around this one has been written to meanwhile.
    if let list = state.list, list.state.elements.numbers.indices.contains(state.numberIndex) {
      list.state.elements.numbers.remove(at: state.numberIndex)
    }
  }

  /// Makes a container inside this value, which is written when this one is complete.
  func makeChild(ofKey place: Int) -> ValueEncoder {
    let (level, key) = (KeyPlace.level(of: place), KeyPlace.key(of: place))
    let levels = state.observed?.levels ?? []
    let type =
      levels.indices.contains(level) && levels[level].keys.indices.contains(key)
      ? levels[level].nested(levels[level].keys[key].name)
      : ObservedType(named: "value", isNested: true)
    let child = makeChild(at: place, type)
    if state.assembly.childrenOfKeys[place] == nil {
      state.assembly.childrenOfKeys.set(child, for: place)
    }
    assembleLater()
    append(
      Piece(
        place: place, type: 0, child: state.assembly.children.count - 1,
        start: buffer.count))
    return child
  }
}

// MARK: End

extension ValueCell {
  /// Completes keys that did not come as expected.
  func finishKeyed() throws -> Encoded {
    if let encoded = finishKeys() { return encoded }
    guard let observed = state.observed else {
      throw error(.coderIsFinished, "the value has no keys")
    }
    assembleLater()
    let children = state.assembly.children
    if state.observedType?.isEnum == true, state.assembly.pieces.count == 1, children.count == 1,
      children[0].cell.state.mode == .keyed
    {
      return try withExtendedLifetime(children) { try finishEnum(children[0].cell) }
    }
    try finishChildren()
    let layout = try assemble(observed)
    return Encoded(type: observed.type, entry: layout.entry)
  }

  /// Completes the containers with their own buffers.
  private func finishChildren() throws {
    for index in state.assembly.pieces.indices where state.assembly.pieces[index].child >= 0 {
      let child = state.assembly.children[state.assembly.pieces[index].child]
      let type = try withExtendedLifetime(child) { try child.cell.complete().type }
      state.assembly.pieces[index].type = type
    }
  }

  /// Writes an enum value: the entry number, the case, and the content of its container.
  private func finishEnum(_ payload: ValueCell) throws -> Encoded {
    try payload.throwFailure()
    guard let observedType = state.observedType, let payloadType = payload.state.observedType else {
      throw error(.coderIsFinished, "the enum has no case")
    }
    let name = observedType.level.keys[state.assembly.pieces[0].key].name
    let type = try observedType.makeEnumType(&session.tables)
    let index = observedType.index(ofCase: name, payload: payloadType.level)
    payload.assembleLater()
    try payload.finishChildren()
    _ = try payload.assemble(observedType.body(ofCase: index))
    let entry = try observedType.entry(&session.tables)
    buffer.truncate(to: state.start)
    buffer.write(entry: entry, in: state.list)
    buffer.write(number: index)
    buffer.write(contentsOf: payload.buffer.bytes())
    return Encoded(type: type, entry: entry)
  }
}

// MARK: Assembly

extension ValueCell {
  private typealias PieceValue = (piece: Piece, value: BareValue)

  /// Assembles a body from its pieces, by the last layout or by a new one.
  func assemble(_ observed: ObservedBody) throws -> RecordLayout {
    let start = state.start
    let (pieces, children) = (state.assembly.pieces, state.assembly.children)
    var end = start
    for piece in pieces {
      guard end <= piece.start else { throw disorder }
      // Values that are in the buffer have a byte or more there.
      end = piece.start + (piece.isAbsent || piece.child >= 0 ? 0 : 1)
    }
    guard end <= buffer.count else { throw disorder }
    let emptyKeyLevels = state.assembly.emptyKeyLevels
    let numbers = takeNumbers()
    if emptyKeyLevels.isEmpty, numbers.isEmpty,
      let layout = try assembleInPlace(observed, pieces)
    {
      return layout
    }
    var values: [PieceValue] = []
    buffer.takeValues(from: pieces.map(\.start), numbers[...]) { index, value in
      let child = pieces[index].child
      values.append((pieces[index], child < 0 ? value : children[child].cell.bareValue))
    }
    buffer.truncate(to: start)
    values = try sorted(values, observed)
    for level in emptyKeyLevels { try wrapEmptyKey(of: observed.levels[level], level, &values) }
    try moveOverflow(of: observed, &values)
    let layout = try layout(of: observed, for: values.map(\.piece))
    try write(values, layout)
    return layout
  }

  /// Completes a body whose values are in the order of the layout: only the bytes before them are missing.
  ///
  /// - Returns: The layout, or nil if the values have to be moved or converted.
  private func assembleInPlace(
    _ observed: ObservedBody, _ pieces: [Piece]
  ) throws -> RecordLayout? {
    guard !observed.levels.contains(where: \.isFull), pieces.allSatisfy({ $0.child < 0 }),
      zip(pieces, pieces.dropFirst()).allSatisfy({ $0.place < $1.place })
    else { return nil }
    let layout = try layout(of: observed, for: pieces)
    var presence = [UInt8](repeating: 0, count: layout.frame.presenceByteCount)
    var next = 0
    for piece in pieces where !piece.isAbsent {
      let index = layout.slot(of: piece.place)
      guard index >= next else { return nil }
      next = index + 1
      let slot = layout[index]
      guard try session.conversion(of: piece.type, to: slot.type) == .unchanged else { return nil }
      if slot.bit >= 0 { presence[slot.bit / 8] |= 1 << UInt8(slot.bit % 8) }
    }
    // The entry number and presence bytes of the layout that did not fit are replaced.
    let start = state.start
    buffer.remove((pieces.first?.start ?? buffer.count) - start, at: start)
    buffer.insert(contentsOf: presence, at: start)
    if let list = state.list {
      list.state.elements.numbers.append(EntryNumber(position: start, entry: layout.entry))
    } else {
      buffer.insert(number: layout.entry, at: start)
    }
    if layout.frame.isEmptyStructure { buffer.write(byte: 0) }
    return layout
  }

  /// Returns the values to be written, by their places.
  private func sorted(_ values: [PieceValue], _ observed: ObservedBody) throws -> [PieceValue] {
    var order = Array(values.indices)
    let places = values.map(\.piece.place)
    if zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) { return values }
    if observed.replacesKeys {
      var last: [Int: Int] = [:]
      for index in order { last[places[index]] = index }
      order.removeAll { last[places[$0]] != $0 }
    } else {
      let known = Set(values.lazy.filter { !$0.piece.isKept }.map(\.piece.place))
      order.removeAll { values[$0].piece.isKept && known.contains(places[$0]) }
    }
    order.sort { places[$0] < places[$1] }
    for (left, right) in zip(order, order.dropFirst()) where places[left] == places[right] {
      state.current = places[left]
      let piece = values[left].piece
      let name = observed.levels[piece.level].keys[piece.key].name
      throw error(.duplicateKey(name), hint: observed.hasFurtherKeyTypes ? Self.eraserHint : nil)
    }
    return order.map { values[$0] }
  }

  /// The advice if a type eraser and an object, or two of its classes, write the same key.
  private static var eraserHint: String {
    "Write each key once; if these are keys of an object, encode it with a container, as in container.encode(object), "
      + "in place of object.encode(to: encoder)."
  }

  /// Returns the last layout of the body if it has room for pieces, or a new one.
  private func layout(of observed: ObservedBody, for pieces: [Piece]) throws -> RecordLayout {
    do {
      if let known = observed.layout, !observed.levels.contains(where: \.needsEntry),
        try fits(pieces, known)
      {
        return known
      }
      return try session.observe(observed, pieces)
    } catch let error as SteleCodingError {
      if case .lostProperties = error.reason { state.current = KeyPlace.none }
      throw self.error(error.reason, error.detail, hint: error.hint)
    }
  }

  private func fits(_ pieces: [Piece], _ layout: RecordLayout) throws -> Bool {
    var requiredCount = 0
    for piece in pieces {
      let slot = layout.slot(of: piece.place)
      guard slot >= 0 else { return false }
      if piece.isAbsent {
        guard layout[slot].bit >= 0 else { return false }
        continue
      }
      guard try session.conversion(of: piece.type, to: layout[slot].type) != nil else {
        return false
      }
      if layout[slot].bit < 0 { requiredCount += 1 }
    }
    return requiredCount == layout.requiredCount
  }

  /// Wraps the value of an empty key in a map with that key, if it is the only key of its level.
  ///
  /// A lone value under the empty key stands for a class without keys, so its keys would become those of the level.
  private func wrapEmptyKey(
    of level: ObservedLevel, _ number: Int, _ values: inout [PieceValue]
  ) throws {
    let present = values.indices.filter {
      values[$0].piece.level == number && !values[$0].piece.isAbsent
    }
    guard let index = present.first, present.count == 1,
      level.keys[values[index].piece.key].name.isEmpty,
      session.type(values[index].piece.type).code.mayHaveKeys
    else { return }
    (values[index].piece.type, values[index].value) = try map(of: [values[index]], in: level)
  }

  /// Returns a map of the names of keys and their values.
  private func map(
    of values: [PieceValue], in level: ObservedLevel
  ) throws -> (type: Int, value: BareValue) {
    let start = buffer.count
    buffer.write(number: values.count)
    for (piece, value) in values {
      buffer.write(string: level.keys[piece.key].name)
      if session.type(piece.type).code != .any {
        buffer.write(contentsOf: session.schema.descriptorBytes(piece.type))
      }
      value.write(to: buffer)
    }
    session.deepest = max(session.deepest, state.depth)
    let type = try session.tables.index(of: .map, TypeCode.string.typeIndex, TypeCode.any.typeIndex)
    return (type, BareValue(bytes: buffer.takeTail(from: start)[...]))
  }

  /// Moves excess values to the overflow key.
  private func moveOverflow(of observed: ObservedBody, _ values: inout [PieceValue]) throws {
    for (number, level) in observed.levels.enumerated() where level.isFull {
      let isMoved = { (piece: Piece) in
        piece.level == number && !level.keys[piece.key].isDefined
          && !level.keys[piece.key].name.isExactly(RegisteredName.overflow)
      }
      let moved = values.filter { isMoved($0.piece) }
      guard !moved.isEmpty else { continue }
      values.removeAll { isMoved($0.piece) }
      let present = moved.filter { !$0.piece.isAbsent }
      guard !present.isEmpty else { continue }
      let (type, value) = try map(of: present, in: level)
      let key = level.number(ofKey: RegisteredName.overflow)
      let place = KeyPlace.at(level: number, key: key)
      guard !values.contains(where: { $0.piece.place == place }) else {
        throw error(
          .duplicateKey(RegisteredName.overflow), "the key \"*\" is taken by further keys")
      }
      let piece = Piece(place: place, type: type, isOptional: true, start: 0)
      values.append((piece, value))
    }
  }

  /// Writes the entry number, presence bytes and values of the record.
  private func write(_ values: [PieceValue], _ layout: RecordLayout) throws {
    buffer.write(entry: layout.entry, in: state.list)
    var valueOfSlot = [Int](repeating: -1, count: layout.count)
    for (index, value) in values.enumerated() where !value.piece.isAbsent {
      let slot = layout.slot(of: value.piece.place)
      if slot >= 0 { valueOfSlot[slot] = index }
    }
    var presence = [UInt8](repeating: 0, count: layout.frame.presenceByteCount)
    for (slot, index) in valueOfSlot.enumerated() where index >= 0 {
      let bit = layout[slot].bit
      if bit >= 0 { presence[bit / 8] |= 1 << UInt8(bit % 8) }
    }
    buffer.write(contentsOf: presence)
    for (slot, index) in valueOfSlot.enumerated() where index >= 0 {
      let (piece, value) = values[index]
      let key = layout[slot]
      try write(prefixOf: piece.type, as: key.type)
      if key.isNestedPlace, let list = state.list {
        value.write(to: buffer, keepingNumbersFor: list)
      } else {
        value.write(to: buffer)
      }
    }
    if layout.frame.isEmptyStructure { buffer.write(byte: 0) }
  }

  /// Writes the bytes that turn a value of one type into a value of another type.
  func write(prefixOf type: Int, as target: Int) throws {
    switch try session.conversion(of: type, to: target) {
    case .unchanged: break
    case .wrapped: buffer.write(byte: 1)
    case .typed: buffer.write(contentsOf: session.schema.descriptorBytes(type))
    case nil:
      throw error(
        .wrongType(session.schema.descriptor(target)),
        "the value does not fit in the type that the key has")
    }
  }
}

extension TypeCode {
  /// Whether a value of the type, or one in it that is optional or `any`, can have keys.
  fileprivate var mayHaveKeys: Bool {
    switch self {
    case .struct, .enum, .map, .any, .optional: true
    default: false
    }
  }
}
