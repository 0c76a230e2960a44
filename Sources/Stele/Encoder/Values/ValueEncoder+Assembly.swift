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
  func assemble(_ observed: ObservedClass) throws -> RecordLayout {
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
  private func assembleInPlace(_ observed: ObservedClass) throws -> RecordLayout? {
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
  private func sorted(_ values: [PieceValue], _ observed: ObservedClass) throws -> [PieceValue] {
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
  private func layout(of observed: ObservedClass, for pieces: [Piece]) throws -> RecordLayout {
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
    of level: ObservedKeys, _ number: Int, _ values: inout [PieceValue]
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
    of values: [PieceValue], in level: ObservedKeys
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
  private func moveOverflow(of observed: ObservedClass, _ values: inout [PieceValue]) throws {
    for (number, level) in observed.levels.enumerated() where level.isFull {
      let isMoved = { (piece: Piece) in
        piece.level == number && !level.keys[piece.key].isDefined
          && !level.keys[piece.key].name.isExactly(ObservedKeys.overflowName)
      }
      let moved = values.filter { isMoved($0.piece) }
      guard !moved.isEmpty else { continue }
      values.removeAll { isMoved($0.piece) }
      let present = moved.filter { !$0.piece.isAbsent }
      guard !present.isEmpty else { continue }
      let (type, bytes) = try map(of: present, in: level)
      let key = level.number(ofKey: ObservedKeys.overflowName)
      guard !values.contains(where: { $0.piece.level == number && $0.piece.key == key }) else {
        throw error(
          .duplicateKey(ObservedKeys.overflowName), "the key \"*\" is taken by further keys")
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
