// The slow path: an instance whose keys did not come as expected is assembled from its pieces. The first instance is one.

extension ValueEncoder {
  /// The value of a piece.
  private struct PieceValue {
    var piece: Piece
    var bytes: ArraySlice<UInt8>
    /// The entry numbers in the bytes, at positions from their beginning.
    var numbers: [EntryNumbers.Place] = []
  }

  /// Assembles a body from its pieces, by the last layout or by a new one.
  func assemble(_ observed: ObservedBody) throws -> RecordLayout {
    let start = cell.state.start
    let bounds = [start] + pieces.map(\.start) + [buffer.count]
    guard zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 }) else { throw disorder }
    if emptyKeyLevels.isEmpty, let layout = try assembleInPlace(observed) { return layout }
    var numbers = pendingNumbers[...]
    let offsets = bounds.map { buffer.offset(of: $0, from: start) }
    let tail = buffer.takeTail(from: start)
    var values: [PieceValue] = []
    for (index, piece) in pieces.enumerated() {
      if piece.child >= 0 {
        let child = children[piece.child]
        values.append(
          PieceValue(
            piece: piece, bytes: child.buffer.bytes()[...],
            numbers: child.cell.state.elements.numbers.places))
        continue
      }
      let end = bounds[index + 2]
      let own = numbers.prefix { $0.position < end }
      numbers = numbers.dropFirst(own.count)
      values.append(
        PieceValue(
          piece: piece, bytes: tail[offsets[index + 1]..<offsets[index + 2]],
          numbers: own.map {
            EntryNumbers.Place(
              position: $0.position - piece.start, entry: $0.entry, isOmitted: false)
          }))
    }
    values = try sorted(values, observed)
    for level in emptyKeyLevels { try wrapEmptyKey(of: observed.levels[level], level, &values) }
    try moveOverflow(of: observed, &values)
    let layout = try layout(of: observed, for: values.map(\.piece))
    try write(values, layout)
    return layout
  }

  /// Completes a body whose values stand in the order of the layout: what stands before them is all that is missing.
  ///
  /// - Returns: The layout, or nil if the values have to be moved or converted.
  private func assembleInPlace(_ observed: ObservedBody) throws -> RecordLayout? {
    guard !observed.levels.contains(where: \.isFull), pieces.allSatisfy({ $0.child < 0 }),
      cell.state.list == nil,
      zip(pieces, pieces.dropFirst()).allSatisfy({ $0.place < $1.place })
    else { return nil }
    let layout = try layout(of: observed, for: pieces)
    var presence = [UInt8](repeating: 0, count: layout.frame.presenceByteCount)
    var next = 0
    for piece in pieces where !piece.isAbsent {
      let index = layout.slot(level: piece.level, key: piece.key)
      guard index >= next else { return nil }
      next = index + 1
      let slot = layout.slots[index]
      guard try graph.conversion(of: piece.type, to: slot.type) == .unchanged else { return nil }
      if slot.bit >= 0 { presence[slot.bit / 8] |= 1 << UInt8(slot.bit % 8) }
    }
    var head = ByteWriter()
    if !cell.state.omitsEntry { head.write(number: layout.entry) }
    head.write(contentsOf: presence)
    // The entry number and presence bytes of the layout that did not fit are replaced.
    let start = cell.state.start
    buffer.remove((pieces.first?.start ?? buffer.count) - start, at: start)
    buffer.insert(contentsOf: head.bytes, at: start)
    if layout.frame.isEmptyStructure { buffer.write(byte: 0) }
    return layout
  }

  /// The values that are to be written, by their places.
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
      cell.state.current = places[left]
      let piece = values[left].piece
      let name = observed.levels[piece.level].keys[piece.key].name
      throw error(.duplicateKey(name), hint: observed.hasFurtherKeyTypes ? Self.eraserHint : nil)
    }
    return order.map { values[$0] }
  }

  /// The advice if a type eraser and an object, or its classes, do not fit into one value.
  private static var eraserHint: String {
    "Write each key once; if these are keys of an object, encode it with a container, as in container.encode(object), "
      + "in place of object.encode(to: encoder)."
  }

  /// The last layout of the instances if it has room for pieces, or a new one.
  private func layout(of observed: ObservedBody, for pieces: [Piece]) throws -> RecordLayout {
    do {
      if let known = observed.layout, !observed.levels.contains(where: \.needsEntry),
        try fits(pieces, known)
      {
        return known
      }
      return try observed.take(pieces, &graph.assembler.values.tables)
    } catch let error as SteleCodingError {
      throw self.error(error.reason)
    }
  }

  private func fits(_ pieces: [Piece], _ layout: RecordLayout) throws -> Bool {
    var requiredCount = 0
    for piece in pieces {
      let slot = layout.slot(level: piece.level, key: piece.key)
      guard slot >= 0 else { return false }
      if piece.isAbsent {
        guard layout.slots[slot].bit >= 0 else { return false }
        continue
      }
      guard try graph.conversion(of: piece.type, to: layout.slots[slot].type) != nil else {
        return false
      }
      if layout.slots[slot].bit < 0 { requiredCount += 1 }
    }
    return requiredCount == layout.requiredCount
  }

  /// Wraps the value of an empty key that is the only one of its level in a map with that key.
  ///
  /// A value that stands alone under the empty key is that of a class without keys, and its keys are those of the level.
  private func wrapEmptyKey(
    of level: ObservedLevel, _ number: Int, _ values: inout [PieceValue]
  ) throws {
    let present = values.indices.filter {
      values[$0].piece.level == number && !values[$0].piece.isAbsent
    }
    guard let index = present.first, present.count == 1,
      level.keys[values[index].piece.key].name.isEmpty,
      graph.type(values[index].piece.type).code.mayHaveKeys
    else { return }
    let (type, bytes) = try map(of: [values[index]], in: level)
    values[index].piece.type = type
    values[index].bytes = bytes[...]
  }

  /// A map of the names of keys and their values.
  private func map(
    of values: [PieceValue], in level: ObservedLevel
  ) throws -> (type: Int, bytes: [UInt8]) {
    var writer = ByteWriter()
    writer.write(number: values.count)
    for value in values {
      writer.write(string: level.keys[value.piece.key].name)
      let type = value.piece.type
      if graph.type(type).code != .any { graph.schema.writeDescriptor(type, to: &writer) }
      writer.write(contentsOf: value.bytes)
    }
    graph.deepest = max(graph.deepest, cell.state.depth)
    let type = try graph.compose(.map, TypeCode.string.typeIndex, TypeCode.any.typeIndex)
    return (type, writer.bytes)
  }

  /// Moves the values of keys that the entries of a class have no more room for into the key for such.
  private func moveOverflow(of observed: ObservedBody, _ values: inout [PieceValue]) throws {
    for (number, level) in observed.levels.enumerated() where level.isFull {
      let isMoved = { (piece: Piece) in
        piece.level == number && !level.keys[piece.key].isDefined
          && !level.keys[piece.key].name.isExactly(ObservedLevel.overflowName)
      }
      let moved = values.filter { isMoved($0.piece) }
      guard !moved.isEmpty else { continue }
      values.removeAll { isMoved($0.piece) }
      let present = moved.filter { !$0.piece.isAbsent }
      guard !present.isEmpty else { continue }
      let (type, bytes) = try map(of: present, in: level)
      let key = level.number(ofKey: ObservedLevel.overflowName)
      guard !values.contains(where: { $0.piece.level == number && $0.piece.key == key }) else {
        throw error(
          .duplicateKey(ObservedLevel.overflowName), "the key \"*\" is taken by further keys")
      }
      let piece = Piece(level: number, key: key, type: type, isOptional: true, start: 0)
      values.append(PieceValue(piece: piece, bytes: bytes[...]))
    }
  }

  private func write(_ values: [PieceValue], _ layout: RecordLayout) throws {
    cell.note(entry: layout.entry)
    if !cell.state.omitsEntry { buffer.write(number: layout.entry) }
    var valueOfSlot = [Int](repeating: -1, count: layout.slots.count)
    for (index, value) in values.enumerated() where !value.piece.isAbsent {
      let slot = layout.slot(level: value.piece.level, key: value.piece.key)
      if slot >= 0 { valueOfSlot[slot] = index }
    }
    var presence = [UInt8](repeating: 0, count: layout.frame.presenceByteCount)
    for (slot, index) in zip(layout.slots, valueOfSlot) where index >= 0 && slot.bit >= 0 {
      presence[slot.bit / 8] |= 1 << UInt8(slot.bit % 8)
    }
    buffer.write(contentsOf: presence)
    var numbers: [EntryNumbers.Place] = []
    for (slot, index) in zip(layout.slots, valueOfSlot) where index >= 0 {
      let value = values[index]
      try write(prefixOf: value.piece.type, as: slot.type)
      if slot.isNestedPlace {
        for var number in value.numbers {
          number.position += buffer.count
          numbers.append(number)
        }
      }
      buffer.write(contentsOf: value.bytes)
    }
    if layout.frame.isEmptyStructure { buffer.write(byte: 0) }
    setPendingNumbers(numbers)
  }

  /// Writes what makes a value of one type one of another.
  func write(prefixOf type: Int, as target: Int) throws {
    switch try graph.conversion(of: type, to: target) {
    case .unchanged: break
    case .wrapped: buffer.write(byte: 1)
    case .typed: buffer.write(contentsOf: graph.schema.descriptorBytes(type))
    case nil:
      throw error(
        .wrongType(graph.schema.descriptor(target)),
        "the value does not fit in the type that the key has")
    }
  }

  /// The entry numbers inside of the value that a list may have in its header.
  private var pendingNumbers: [EntryNumbers.Place] {
    guard cell.state.numberIndex >= 0, let list = cell.state.list else { return [] }
    return list.state.elements.numbers.suffix(from: cell.state.numberIndex + 1)
  }

  private func setPendingNumbers(_ numbers: [EntryNumbers.Place]) {
    guard cell.state.numberIndex >= 0, let list = cell.state.list else { return }
    list.state.elements.numbers.replace(from: cell.state.numberIndex + 1, with: numbers)
  }
}

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
    if name.isExactly(ObservedLevel.overflowName) { refuseReservedKey(of: keys.name) }
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
    let key = ObservedLevel.overflowName
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
  func context(of place: Int) -> ValueContext {
    state.current = place
    var context = ValueContext(cell: self, depth: state.depth &+ 1)
    guard state.list != nil else { return context }
    let key = state.keys.expected
    // Of a key that is not expected it is found out later whether its place is a nested one.
    guard key.place != place || key.isNestedPlace else { return context }
    context.list = state.list
    context.omitsEntry = key.place == place && state.omitsEntry
    return context
  }

  /// Writes a value for a key, which is still to be noted.
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
