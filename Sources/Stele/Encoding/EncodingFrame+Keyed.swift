extension EncodingFrame {
  /// Begins the keys of the value, by the layout of the value before.
  func beginKeyed() throws {
    if keyed.body == nil {
      keyed.body = try shape?.structure(&core.assembler.values.tables.types)
    }
    mode = .keyed
    keyed.presence = 0
    keyed.nextSlot = 0
    keyed.requiredCount = 0
    keyed.layout = nil
    keyed.isRegular = false
    guard let layout = keyed.body?.layout, layout.optionalCount <= 64 else { return }
    keyed.layout = layout
    keyed.isRegular = true
    if !omitsEntry { buffer.writer.write(number: layout.entry) }
    keyed.presenceStart = buffer.count
    for _ in 0..<layout.presenceByteCount { buffer.writer.write(byte: 0) }
  }

  /// Notes a value that has been written for a key.
  @inline(__always)
  func note(_ key: Int, level: Int, type: Int, start: Int, isOptional: Bool = false) {
    keyed.pieces.append(
      Piece(
        level: Int32(truncatingIfNeeded: level), key: Int32(truncatingIfNeeded: key),
        type: Int32(truncatingIfNeeded: type), isOptional: isOptional, start: start))
    if keyed.isRegular {
      keyed.isRegular = keyed.pass(level: level, key: key, type: type, core)
    }
  }

  /// Notes that there is no value for a key, whose type would be a guess.
  func noteAbsence(of key: Int, level: Int, type: () throws -> Int) rethrows {
    if let layout = keyed.layout {
      let slot = layout.slot(level: level, key: key)
      if slot >= 0, layout.slots[slot].bit >= 0 { return }
    }
    keyed.isRegular = false
    keyed.pieces.append(
      Piece(
        level: Int32(truncatingIfNeeded: level), key: Int32(truncatingIfNeeded: key),
        type: Int32(truncatingIfNeeded: try type()), isOptional: true, isAbsent: true,
        start: buffer.count))
  }

  /// Makes a container inside of the value, which is written when this one is complete.
  func makeChild(ofKey key: Int, level: Int) -> EncodingFrame {
    let levels = keyed.body?.levels ?? []
    let shape =
      levels.indices.contains(level)
      ? levels[level].nested(levels[level].keys[key].name) : ValueShape(LevelShape(name: "value"))
    let child = makeChild(at: (level, key), shape: shape)
    keyed.isRegular = false
    keyed.pieces.append(
      Piece(
        level: Int32(truncatingIfNeeded: level), key: Int32(truncatingIfNeeded: key), type: 0,
        child: Int32(truncatingIfNeeded: children.count - 1), start: buffer.count))
    return child
  }

  /// Completes the keys.
  func finishKeyed() throws -> Encoded {
    guard let body = keyed.body else {
      throw error(.coderIsFinished, "The value has no shape.")
    }
    if shape?.isEnum == true, keyed.pieces.count == 1, children.count == 1,
      children[0].mode == .keyed
    {
      return try finishEnum(children[0])
    }
    if keyed.isRegular, let layout = keyed.layout, keyed.requiredCount == layout.requiredCount {
      var bits = keyed.presence
      for index in 0..<layout.presenceByteCount {
        let byte = UInt8(truncatingIfNeeded: bits)
        if byte != 0 { buffer.writer.replace(byteAt: keyed.presenceStart + index, with: byte) }
        bits >>= 8
      }
      if layout.slots.isEmpty, case .structure = body.kind { buffer.writer.write(byte: 0) }
      return Encoded(type: body.type, entry: layout.entry, isEntryOmitted: omitsEntry)
    }
    for index in keyed.pieces.indices where keyed.pieces[index].child >= 0 {
      let child = children[Int(keyed.pieces[index].child)]
      keyed.pieces[index].type = Int32(truncatingIfNeeded: try child.finish().type)
    }
    let layout = try assemble(body)
    return Encoded(type: body.type, entry: layout.entry, isEntryOmitted: omitsEntry)
  }

  /// Writes an enum value: the entry number, the case, and what its container holds.
  private func finishEnum(_ payload: EncodingFrame) throws -> Encoded {
    if let failure = payload.failure { throw failure }
    guard let shape, let payloadShape = payload.shape else {
      throw error(.coderIsFinished, "The enum has no shape.")
    }
    let name = shape.level.keys[Int(keyed.pieces[0].key)].name
    let enumeration = try shape.enumeration(&core.assembler.values.tables.types)
    let index = enumeration.index(ofCase: name, payload: payloadShape.level)
    let body = enumeration.body(ofCase: index)
    for position in payload.keyed.pieces.indices
    where payload.keyed.pieces[position].child >= 0 {
      let child = payload.children[Int(payload.keyed.pieces[position].child)]
      payload.keyed.pieces[position].type = Int32(truncatingIfNeeded: try child.finish().type)
    }
    payload.omitsEntry = true
    _ = try payload.assemble(body)
    let entry = try enumeration.entry(&core.assembler.values.tables)
    buffer.writer.truncate(to: start)
    if !omitsEntry { buffer.writer.write(number: entry) }
    buffer.writer.write(number: index)
    buffer.writer.write(contentsOf: payload.buffer.writer.bytes)
    return Encoded(type: enumeration.type, entry: entry, isEntryOmitted: omitsEntry)
  }
}
