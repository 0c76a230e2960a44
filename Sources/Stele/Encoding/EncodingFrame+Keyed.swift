extension EncodingFrame {
  /// Begins the keys of the value, by the layout of the value before.
  func beginKeyed() throws {
    if body == nil, let shape {
      take(try shape.structure(&core.assembler.values.tables.types))
    }
    if !run.isLatest { take(body?.layout) }
    run.beginKeys()
  }

  /// Notes a value that has been written for a key.
  @inline(__always)
  func note(_ place: Int, type: Int, start: Int, isOptional: Bool = false) {
    if run.pass(place, type: type, start: start) { return }
    noteLater(place, type: type, start: start, isOptional: isOptional)
  }

  /// Notes a value whose key is not the one that was expected.
  @inline(never)
  func noteLater(_ place: Int, type: Int, start: Int, isOptional: Bool) {
    let place = settle(place)
    let (level, key) = (place >> 32, place & 0xFFFF_FFFF)
    if let layout, run.isRegular, !omitsNested {
      let slot = layout.slot(level: level, key: key)
      if slot >= 0, fits(type, layout.slots[slot].type),
        run.pass(to: slot, in: layout, start: start)
      {
        return
      }
    }
    leaveRun()
    pieces.append(
      Piece(
        level: Int32(truncatingIfNeeded: level), key: Int32(truncatingIfNeeded: key),
        type: Int32(truncatingIfNeeded: type), isOptional: isOptional, start: start))
  }

  private func fits(_ type: Int, _ expected: Int) -> Bool {
    type == expected || (try? core.conversion(of: type, to: expected)) == .unchanged
  }

  /// The place of a key that is not written as predicted, if anything is.
  func settle(_ place: Int) -> Int {
    guard let body, body.isPredicted else { return place }
    let level = place >> 32
    let key = body.levels[level].keys[place & 0xFFFF_FFFF]
    refute()
    return level << 32 | body.levels[level].number(ofKey: key.name, key.intValue)
  }

  /// Goes on as if nothing had been predicted, if anything was.
  func refute() {
    guard let body, body.isPredicted else { return }
    let passed = layout.map { run.takePieces($0) } ?? []
    body.refute(keyCount: passed.count)
    core.assembler.values.tables.forgetEntries()
    core.objects.use(level: 0)
    take(nil as RecordLayout?)
    pieces = passed
  }

  /// Goes on with pieces, which are put together at the end.
  func leaveRun() {
    refute()
    if run.isRegular, let layout {
      pieces = run.takePieces(layout)
      if omitsNested { noteOmittedEntries(layout) }
    }
  }

  /// The place of a key whose name is known only when the program runs; mostly it is the one that followed in the value
  /// before.
  func place(ofKey key: String, level: Int) -> Int {
    guard let body, body.levels.indices.contains(level) else { return 0 }
    let shape = body.levels[level]
    let next = run.nextPlace
    if next >= 0, next >> 32 == level, shape.keys[next & 0xFFFF_FFFF].name.isExactly(key) {
      return next
    }
    return level << 32 | shape.number(ofKey: key)
  }

  /// Writes a value for a key by the route of its type.
  @inline(__always)
  func put<T: Encodable>(_ value: T, _ place: Int, isOptional: Bool = false) throws {
    // Safe: the pointer is that of a value of the type.
    try unsafe withUnsafePointer(to: value) { value in
      if let route = unsafe run.route(at: place, of: ObjectIdentifier(T.self)) {
        return try unsafe run.put(value, route)
      }
      let route = try findRoute(T.self, place)
      try unsafe put(value, route, place, isOptional: isOptional)
    }
  }

  /// Writes a value for a key that is not the one that was expected, or has had no value of the type.
  // Safe: the pointer is that of a value of the type that the route is for.
  @unsafe
  private func put(
    _ value: UnsafeRawPointer, _ route: AnyRoute, _ place: Int, isOptional: Bool
  ) throws {
    let place = settle(place)
    let start = buffer.count
    run.state.current = place
    let nestedIndex = omitsNested ? run.nestedIndex(at: place) : -1
    do {
      let spot = Spot(run: run, depth: depth + 1, omitsEntry: nestedIndex >= 0)
      let encoded = try unsafe route.encode(at: value, in: spot)
      note(encoded, place, nestedIndex, start: start, isOptional: isOptional)
    } catch {
      forget(from: start)
      throw error
    }
  }

  /// Notes a value that has been written for a key.
  func note(
    _ encoded: Encoded, _ place: Int, _ nestedIndex: Int, start: Int, isOptional: Bool = false
  ) {
    if nestedIndex < 0 {
      note(place, type: encoded.type, start: start, isOptional: isOptional)
    } else {
      noteNested(encoded, place, nestedIndex, start: start)
    }
  }

  /// Finds the route of a type, and remembers it for the key.
  @inline(never)
  func findRoute<T: Encodable>(_ type: T.Type, _ place: Int) throws -> AnyRoute {
    let route = try core.route(for: type)
    layout?.remember(route, of: ObjectIdentifier(type), at: place)
    return route
  }

  /// Notes that there is no value for a key, whose type would be a guess.
  @inline(__always)
  func noteAbsence(of place: Int, type: () throws -> Int) rethrows {
    if !run.passOver(place) { try noteLaterAbsence(of: place, type: type) }
  }

  @inline(never)
  private func noteLaterAbsence(of place: Int, type: () throws -> Int) rethrows {
    let (level, key) = (place >> 32, place & 0xFFFF_FFFF)
    if let layout {
      let slot = layout.slot(level: level, key: key)
      if slot >= 0, layout.slots[slot].bit >= 0 { return }
    }
    let guess = try type()
    leaveRun()
    pieces.append(
      Piece(
        level: Int32(truncatingIfNeeded: level), key: Int32(truncatingIfNeeded: key),
        type: Int32(truncatingIfNeeded: guess), isOptional: true, isAbsent: true,
        start: buffer.count))
  }

  /// Makes a container inside of the value, which is written when this one is complete.
  func makeChild(ofKey key: Int, level: Int) -> EncodingFrame {
    let levels = body?.levels ?? []
    let shape =
      levels.indices.contains(level)
      ? levels[level].nested(levels[level].keys[key].name) : ValueShape(LevelShape(name: "value"))
    let child = makeChild(at: (level, key), shape: shape)
    leaveRun()
    pieces.append(
      Piece(
        level: Int32(truncatingIfNeeded: level), key: Int32(truncatingIfNeeded: key), type: 0,
        child: Int32(truncatingIfNeeded: children.count - 1), start: buffer.count))
    return child
  }

  /// Completes the keys.
  @inline(__always)
  func finishKeyed() throws -> Encoded {
    guard let encoded = run.finish() else { return try finishPieces() }
    if encoded.areNestedOmitted { run.noteNestedStarts() }
    return encoded
  }

  @inline(never)
  private func finishPieces() throws -> Encoded {
    guard let body else { throw error(.coderIsFinished, "The value has no shape.") }
    leaveRun()
    if shape?.isEnum == true, pieces.count == 1, children.count == 1, children[0].mode == .keyed {
      return try finishEnum(children[0])
    }
    try finishChildren()
    let layout = try assemble(body)
    return Encoded(type: body.type, entry: layout.entry, isEntryOmitted: omitsEntry)
  }

  /// Completes the containers that had buffers of their own.
  private func finishChildren() throws {
    for index in pieces.indices where pieces[index].child >= 0 {
      let child = children[Int(pieces[index].child)]
      pieces[index].type = Int32(truncatingIfNeeded: try child.finish().type)
    }
  }

  /// Writes an enum value: the entry number, the case, and what its container holds.
  private func finishEnum(_ payload: EncodingFrame) throws -> Encoded {
    if let failure = payload.failure { throw failure }
    guard let shape, let payloadShape = payload.shape else {
      throw error(.coderIsFinished, "The enum has no shape.")
    }
    let name = shape.level.keys[Int(pieces[0].key)].name
    let enumeration = try shape.enumeration(&core.assembler.values.tables.types)
    let index = enumeration.index(ofCase: name, payload: payloadShape.level)
    let body = enumeration.body(ofCase: index)
    payload.leaveRun()
    try payload.finishChildren()
    payload.omitsEntry = true
    _ = try payload.assemble(body)
    let entry = try enumeration.entry(&core.assembler.values.tables)
    buffer.truncate(to: start)
    if !omitsEntry { buffer.write(number: entry) }
    buffer.write(number: index)
    buffer.write(contentsOf: payload.buffer.bytes())
    return Encoded(type: enumeration.type, entry: entry, isEntryOmitted: omitsEntry)
  }
}
