extension EncodingFrame {
  /// Puts the bytes of a body together from its pieces, by the layout of the body or by a new one.
  func assemble(_ body: BodyShape) throws -> RecordLayout {
    let end = buffer.count
    let pieces = pieces
    let order = pieces.indices
      .filter { index in
        !pieces[index].isKept
          || !pieces.contains { !$0.isKept && $0.place == pieces[index].place }
      }
      .sorted { pieces[$0].place < pieces[$1].place }
    for (left, right) in zip(order, order.dropFirst())
    where pieces[left].place == pieces[right].place {
      current = (Int(pieces[left].level), Int(pieces[left].key))
      let name = body.levels[current.level].keys[current.key].name
      throw error(.duplicateKey(name), "The key \"\(name)\" is written twice.")
    }
    let tail = buffer.takeTail(from: start)
    /// The value of each piece that is there, in the order of places.
    var values: [(piece: Piece, bytes: ArraySlice<UInt8>)] = []
    for index in order {
      let piece = pieces[index]
      if piece.child >= 0 {
        values.append((piece, children[Int(piece.child)].buffer.bytes()[...]))
      } else {
        let pieceEnd = index + 1 < pieces.count ? pieces[index + 1].start : end
        values.append((piece, tail[(piece.start - start)..<(pieceEnd - start)]))
      }
    }
    try moveOverflow(of: body, &values)
    let layout: RecordLayout
    do {
      if let known = body.layout, !body.levels.contains(where: \.needsEntry),
        try fits(values.map(\.piece), known)
      {
        layout = known
      } else {
        layout = try body.take(values.map(\.piece), &core.assembler.values.tables)
      }
    } catch let error as GraphCodingError {
      throw self.error(error.reason, "The keys do not fit the declaration of the class.")
    } catch let error as GraphError where error.reason == .breaks(.retiredReuse) {
      let key = error.keyPath.split(separator: ".").last.map(String.init) ?? ""
      throw self.error(.retiredKey(key), "The keys do not fit the declaration of the class.")
    }
    try write(values, layout, body)
    return layout
  }

  private func fits(_ pieces: [Piece], _ layout: RecordLayout) throws -> Bool {
    var requiredCount = 0
    for piece in pieces {
      let slot = layout.slot(level: Int(piece.level), key: Int(piece.key))
      guard slot >= 0 else { return false }
      if piece.isAbsent {
        guard layout.slots[slot].bit >= 0 else { return false }
        continue
      }
      guard try core.conversion(of: Int(piece.type), to: layout.slots[slot].type) != nil else {
        return false
      }
      if layout.slots[slot].bit < 0 { requiredCount += 1 }
    }
    return requiredCount == layout.requiredCount
  }

  /// Moves the values of keys that the entries of a class have no more room for into the key for such.
  private func moveOverflow(
    of body: BodyShape, _ values: inout [(piece: Piece, bytes: ArraySlice<UInt8>)]
  ) throws {
    for (number, level) in body.levels.enumerated() where level.isFull {
      let isMoved = { (piece: Piece) in
        Int(piece.level) == number && !level.keys[Int(piece.key)].isDefined
          && !level.keys[Int(piece.key)].name.isExactly(LevelShape.overflowName)
      }
      let moved = values.filter { isMoved($0.piece) }
      guard !moved.isEmpty else { continue }
      values.removeAll { isMoved($0.piece) }
      let present = moved.filter { !$0.piece.isAbsent }
      guard !present.isEmpty else { continue }
      var writer = ByteWriter()
      writer.write(number: present.count)
      for (piece, bytes) in present {
        writer.write(string: level.keys[Int(piece.key)].name)
        let type = core.type(Int(piece.type))
        if type.code != .any { writer.write(contentsOf: type.bytes) }
        writer.write(contentsOf: bytes)
      }
      let type = try core.compose(.map, TypeCode.string.planNumber, TypeCode.any.planNumber)
      let key = level.number(ofKey: LevelShape.overflowName)
      guard !values.contains(where: { Int($0.piece.level) == number && Int($0.piece.key) == key })
      else {
        throw error(
          .duplicateKey(LevelShape.overflowName), "The key \"*\" is taken by further keys.")
      }
      let piece = Piece(
        level: Int32(truncatingIfNeeded: number), key: Int32(truncatingIfNeeded: key),
        type: Int32(truncatingIfNeeded: type), isOptional: true, start: 0)
      values.append((piece, writer.bytes[...]))
    }
    core.deepest = max(core.deepest, depth)
  }

  private func write(
    _ values: [(piece: Piece, bytes: ArraySlice<UInt8>)], _ layout: RecordLayout,
    _ body: BodyShape
  ) throws {
    if !omitsEntry { buffer.write(number: layout.entry) }
    var valueOfSlot = [Int](repeating: -1, count: layout.slots.count)
    for (index, value) in values.enumerated() where !value.piece.isAbsent {
      let slot = layout.slot(level: Int(value.piece.level), key: Int(value.piece.key))
      if slot >= 0 { valueOfSlot[slot] = index }
    }
    let presenceStart = buffer.count
    buffer.write(zeroCount: layout.presenceByteCount)
    for (slot, index) in zip(layout.slots, valueOfSlot) where index >= 0 {
      if slot.bit >= 0 {
        buffer.set(
          bits: 1 << UInt8(slot.bit % 8), ofByteAt: presenceStart + slot.bit / 8)
      }
      let (piece, bytes) = values[index]
      try write(prefixOf: Int(piece.type), as: slot.type)
      buffer.write(contentsOf: bytes)
    }
    if layout.slots.isEmpty, body.isStructure { buffer.write(byte: 0) }
  }

  /// Writes what makes a value of one type one of another.
  func write(prefixOf type: Int, as target: Int) throws {
    switch try core.conversion(of: type, to: target) {
    case .unchanged: break
    case .wrapped: buffer.write(byte: 1)
    case .typed: buffer.write(contentsOf: core.type(type).bytes)
    case nil: throw error(.wrongType(core.type(target).descriptor), "The value does not fit.")
    }
  }
}
