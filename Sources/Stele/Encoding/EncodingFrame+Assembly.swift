extension EncodingFrame {
  /// Puts the bytes of a body together from its pieces, by the layout of the body or by a new one.
  func assemble(_ body: BodyShape) throws -> RecordLayout {
    let ends = pieces.dropFirst().map(\.start) + [buffer.count]
    guard zip(pieces, ends).allSatisfy({ $0.start <= $1 }) else { throw disorder }
    let order = try examineOrder(body)
    if order.elementsEqual(pieces.indices), !body.levels.contains(where: \.isFull),
      pieces.allSatisfy({ $0.child < 0 && $0.omittedEntry == 0 })
    {
      let layout = try layout(of: body, for: pieces)
      if try areInOrder(of: layout) {
        writeHead(layout, body)
        return layout
      }
    }
    let pieces = pieces
    let starts = pieces.map { buffer.offset(of: $0.start, from: start) }
    let tail = buffer.takeTail(from: start)
    /// The value of each piece that is there, in the order of places.
    var values: [(piece: Piece, bytes: ArraySlice<UInt8>)] = []
    for index in order {
      let piece = pieces[index]
      if piece.child >= 0 {
        values.append((piece, children[Int(piece.child)].buffer.bytes()[...]))
      } else {
        let end = index + 1 < pieces.count ? starts[index + 1] : tail.count
        var bytes = tail[starts[index]..<end]
        if piece.omittedEntry > 0 {
          var entry = ByteWriter()
          entry.write(number: Int(piece.omittedEntry))
          bytes = entry.bytes + bytes
        }
        values.append((piece, bytes))
      }
    }
    try moveOverflow(of: body, &values)
    let layout = try layout(of: body, for: values.map(\.piece))
    try write(values, layout, body)
    return layout
  }

  /// The pieces that are to be written, by their places.
  private func examineOrder(_ body: BodyShape) throws -> [Int] {
    var order = Array(pieces.indices)
    if zip(pieces, pieces.dropFirst()).allSatisfy({ $0.place < $1.place }) { return order }
    if body.replacesKeys {
      var last: [Int: Int] = [:]
      for index in order { last[pieces[index].place] = index }
      order.removeAll { last[pieces[$0].place] != $0 }
    } else {
      order.removeAll { index in
        pieces[index].isKept
          && pieces.contains { !$0.isKept && $0.place == pieces[index].place }
      }
    }
    order.sort { pieces[$0].place < pieces[$1].place }
    for (left, right) in zip(order, order.dropFirst())
    where pieces[left].place == pieces[right].place {
      current = (Int(pieces[left].level), Int(pieces[left].key))
      let name = body.levels[current.level].keys[current.key].name
      throw error(.duplicateKey(name), "The key \"\(name)\" is written twice.")
    }
    return order
  }

  /// The layout of the body when it has room for pieces, or a new one.
  private func layout(of body: BodyShape, for pieces: [Piece]) throws -> RecordLayout {
    do {
      if let known = body.layout, !body.levels.contains(where: \.needsEntry),
        try fits(pieces, known)
      {
        return known
      }
      return try body.take(pieces, &core.assembler.values.tables)
    } catch let error as GraphCodingError {
      throw self.error(error.reason, "The keys do not fit the declaration of the class.")
    }
  }

  /// Whether the bytes of the pieces can stay where they are.
  private func areInOrder(of layout: RecordLayout) throws -> Bool {
    var next = 0
    for piece in pieces where !piece.isAbsent {
      let slot = layout.slot(level: Int(piece.level), key: Int(piece.key))
      guard slot >= next,
        try core.conversion(of: Int(piece.type), to: layout.slots[slot].type) == .unchanged
      else { return false }
      next = slot + 1
    }
    return true
  }

  /// Writes entry number and presence bytes in front of the pieces, which stay where they are.
  private func writeHead(_ layout: RecordLayout, _ body: BodyShape) {
    var head = ByteWriter()
    if !omitsEntry { head.write(number: layout.entry) }
    let presenceStart = head.count
    for _ in 0..<layout.presenceByteCount { head.write(byte: 0) }
    for piece in pieces where !piece.isAbsent {
      let bit = layout.slots[layout.slot(level: Int(piece.level), key: Int(piece.key))].bit
      if bit >= 0 { head.set(bits: 1 << UInt8(bit % 8), ofByteAt: presenceStart + bit / 8) }
    }
    // What another layout has written before the keys did not fit.
    buffer.remove((pieces.first?.start ?? buffer.count) - start, at: start)
    buffer.insert(contentsOf: head.bytes, at: start)
    if layout.slots.isEmpty, body.isStructure { buffer.write(byte: 0) }
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
