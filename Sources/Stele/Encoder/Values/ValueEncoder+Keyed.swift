extension ValueEncoder {
  /// Begins the keys of the value.
  func beginKeyed() throws {
    if cell.state.observed == nil, let observedType {
      cell.state.observed = try observedType.makeStructure(&graph.assembler.values.tables.types)
    }
    cell.beginKeys()
  }

  /// The place of a key by its name; mostly it is that of the expected key.
  func place(ofKey name: String, _ intValue: Int? = nil, level: Int) -> Int {
    guard let observed, observed.levels.indices.contains(level) else { return 0 }
    let keys = observed.levels[level]
    if name.isExactly(ObservedKeys.overflowName) { refuseReservedKey(of: keys.name) }
    let next = cell.state.keys.expected.place
    if next >= 0, KeyPlace.level(of: next) == level,
      keys.keys[KeyPlace.key(of: next)].name.isExactly(name)
    {
      return next
    }
    return KeyPlace.at(level: level, key: keys.number(ofKey: name, intValue))
  }

  /// Refuses the name for further keys, with the type and the path to the value that writes it.
  @inline(never)
  private func refuseReservedKey(of type: String) {
    let current = cell.state.current
    cell.state.current = -1
    let key = ObservedKeys.overflowName
    fail(
      error(
        .reservedKey(key),
        "\(type.shortened()) writes the key \(key.quoted), a name that is reserved for further keys"
      ))
    cell.state.current = current
  }

  /// The place of a key that was not recognised by its token, which is remembered.
  func place(of token: KeyToken, _ name: () -> String, _ intValue: Int? = nil, level: Int) -> Int {
    let layout = cell.state.keys.layout
    if let known = layout?.place(of: token) { return known }
    let place = place(ofKey: name(), intValue, level: level)
    // A key that has been refused is to be refused again.
    if token.isUsable, failure == nil { layout?.update(place) { $0.token = token } }
    return place
  }

  /// The place of the empty key of an object, where the value of a class without keys stands, too.
  ///
  /// ``wrapEmptyKeys(_:_:)`` tells the two apart, so the key is never an expected one.
  @inline(never)
  func placeOfEmptyKey(level: Int) -> Int {
    assembleLater()
    emptyKeyLevels.append(level)
    return place(ofKey: "", level: level)
  }

  /// Notes a value whose key is not the one that was expected.
  @inline(never)
  func note(_ place: Int, type: Int, start: Int, isOptional: Bool = false) {
    let isPassed = cell.state.keys.pass(to: place, start: start) {
      type == $0 || (try? graph.conversion(of: type, to: $0)) == .unchanged
    }
    if isPassed { return dropNumbers(ofValueFor: place, from: start) }
    let isFirst = cell.state.keys.isRegular
    if isFirst { pieces = cell.state.keys.takePieces() }
    pieces.append(
      Piece(
        level: KeyPlace.level(of: place), key: KeyPlace.key(of: place), type: type,
        isOptional: isOptional,
        start: start))
    if isFirst { completeNumbers() }
  }

  /// Notes that there is no value for a key, of which the Swift type may tell the type.
  @inline(never)
  func noteAbsence(of place: Int, type: () throws -> Int) rethrows {
    if let layout = cell.state.keys.layout {
      let slot = layout.slot(of: place)
      if slot >= 0, layout.slots[slot].bit >= 0 { return }
    }
    let type = try type()
    assembleLater()
    pieces.append(
      Piece(
        level: KeyPlace.level(of: place), key: KeyPlace.key(of: place), type: type,
        isOptional: true,
        isAbsent: true, start: buffer.count))
  }

  /// Goes on with pieces, which are assembled at the end.
  func assembleLater() {
    guard cell.state.keys.isRegular else { return }
    pieces = cell.state.keys.takePieces()
    completeNumbers()
  }

  /// Writes the entry numbers at nested places that have been left out so far.
  private func completeNumbers() {
    let index = cell.state.numberIndex
    guard index >= 0, let list = cell.state.list else { return }
    var places = list.state.elements.numbers.suffix(from: index + 1)
    guard places.contains(where: \.isOmitted) else { return }
    var starts = pieces.map(\.start)
    EntryNumbers.insert(&places, into: buffer, &starts)
    for (index, start) in starts.enumerated() { pieces[index].start = start }
    list.state.elements.numbers.replace(from: index + 1, with: places)
  }

  /// Forgets the entry numbers in a value for a key that is no nested place.
  private func dropNumbers(ofValueFor place: Int, from start: Int) {
    let index = cell.state.numberIndex
    guard index >= 0, let list = cell.state.list, let layout = cell.state.keys.layout,
      index < list.state.elements.numbers.places.count,
      case let slot = layout.slot(of: place), slot >= 0, !layout.slots[slot].isNestedPlace
    else { return }
    let places = list.state.elements.numbers.places
    guard let first = places[(index + 1)...].firstIndex(where: { $0.position >= start }) else {
      return
    }
    list.state.elements.numbers.replace(from: first, with: [])
  }

  /// Writes a value for a key that is not the one that was expected, or has had no value of the type.
  @inline(never)
  func put<T: Encodable>(_ value: T, _ place: Int, isOptional: Bool = false) throws {
    let encoder = try graph.encoder(of: T.self)
    cell.state.keys.layout?.update(place) { $0.remember(encoder) }
    let start = buffer.count
    let encoded = try cell.write(value, encoder, at: place)
    note(place, type: encoded.type, start: start, isOptional: isOptional)
  }

  /// Makes a container inside of the value, which is written when this one is complete.
  func makeChild(ofKey place: Int) -> ValueEncoder {
    let (level, key) = (KeyPlace.level(of: place), KeyPlace.key(of: place))
    let levels = observed?.levels ?? []
    let type =
      levels.indices.contains(level) && levels[level].keys.indices.contains(key)
      ? levels[level].nested(levels[level].keys[key].name) : graph.unnamedType
    let child = makeChild(at: place, type)
    assembleLater()
    pieces.append(
      Piece(level: level, key: key, type: 0, child: children.count - 1, start: buffer.count))
    return child
  }

  /// Completes keys that did not come as expected.
  func finishKeyed() throws -> Encoded {
    if let encoded = cell.finishKeys() { return encoded }
    guard let observed else { throw error(.coderIsFinished, "the value has no keys") }
    assembleLater()
    if observedType?.isEnum == true, pieces.count == 1, children.count == 1,
      children[0].mode == .keyed
    {
      return try finishEnum(children[0])
    }
    try finishChildren()
    let layout = try assemble(observed)
    return Encoded(type: observed.type, entry: layout.entry)
  }

  /// Completes the containers that had buffers of their own.
  private func finishChildren() throws {
    for index in pieces.indices where pieces[index].child >= 0 {
      pieces[index].type = try children[pieces[index].child].finish().type
    }
  }

  /// Writes an enum value: the entry number, the case, and the content of its container.
  private func finishEnum(_ payload: ValueEncoder) throws -> Encoded {
    try payload.throwFailure()
    guard let observedType, let payloadType = payload.observedType else {
      throw error(.coderIsFinished, "the enum has no case")
    }
    let name = observedType.level.keys[pieces[0].key].name
    let enumeration = try observedType.makeEnumeration(&graph.assembler.values.tables.types)
    let index = enumeration.index(ofCase: name, payload: payloadType.level)
    payload.assembleLater()
    try payload.finishChildren()
    payload.cell.state.omitsEntry = true
    payload.cell.state.list = nil
    _ = try payload.assemble(enumeration.body(ofCase: index))
    let entry = try enumeration.entry(&graph.assembler.values.tables)
    buffer.truncate(to: cell.state.start)
    cell.note(entry: entry)
    if !cell.state.omitsEntry { buffer.write(number: entry) }
    buffer.write(number: index)
    buffer.write(contentsOf: payload.buffer.bytes())
    return Encoded(type: enumeration.type, entry: entry)
  }
}

extension ValueCell {
  /// Where a value for a key is written.
  @inline(__always)
  func spot(of place: Int) -> Spot {
    state.current = place
    var spot = Spot(cell: self, depth: state.depth &+ 1)
    guard state.list != nil else { return spot }
    let key = state.keys.expected
    // Of a key that is not expected it is found out later whether its place is a nested one.
    guard key.place != place || key.isNestedPlace else { return spot }
    spot.list = state.list
    spot.omitsEntry = key.place == place && state.omitsEntry
    return spot
  }

  /// Writes a value for a key, which is still to be noted.
  @inline(__always)
  func write<T>(_ value: T, _ encoder: TypeEncoder<T>, at place: Int) throws -> Encoded {
    let start = buffer.count
    do {
      return try encoder.encode(value, in: spot(of: place))
    } catch {
      buffer.truncate(to: start)
      throw error
    }
  }

  /// Writes a value for the expected key by the encoder of the value before, or returns false if there is none for the type.
  @inline(__always)
  func putAgain<T>(_ value: T) throws -> Bool {
    let start = buffer.count
    let key = state.keys.expected
    let encoded = try key.withEncoder(of: T.self) { try write(value, $0, at: key.place) }
    guard let encoded else { return false }
    if !state.keys.pass(place: key.place, type: encoded.type, start: start) {
      encoder.note(key.place, type: encoded.type, start: start)
    }
    return true
  }
}
