extension EncodingCore {
  /// The declaration of a type.
  func declaration(of type: Any.Type) throws -> TypeDeclaration {
    do {
      return try directory.declaration(of: type)
    } catch {
      var cause = error
      if objects.current > 0, cause.object == nil { cause.object = objects.current }
      throw EncodingError.invalidValue(
        type,
        EncodingError.Context(
          codingPath: [], debugDescription: "The type \(type) cannot be encoded.",
          underlyingError: cause))
    }
  }

  /// The number of an object, which waits to be written when it gets one.
  func number(of object: AnyObject, in frame: EncodingFrame) throws -> Int {
    // Safe: the object is alive.
    let (number, isNew) = unsafe objects.table.insert(Unmanaged.passUnretained(object))
    if unsafe isNew && !objects.table.noteClassAgain(of: Unmanaged.passUnretained(object)) {
      try noteClass(of: object, in: frame)
    }
    return number
  }

  /// Notes the class of an object that has a number now.
  @inline(never)
  func noteClass(of object: AnyObject, in frame: EncodingFrame) throws {
    let type: AnyClass = Swift.type(of: object)
    if surrogate != nil {
      do {
        if try noteIndividually(type, object) { return }
      } catch {
        failure = failure ?? error
        throw error
      }
    }
    try objects.note(type) { try makeClassShape(type, of: object, in: frame) }
  }

  @inline(never)
  private func makeClassShape(
    _ type: AnyClass, of object: AnyObject, in frame: EncodingFrame
  ) throws -> ClassShape {
    do {
      if let shape = try makeSurrogateShape(for: object) { return shape }
      guard let encodable = type as? any Encodable.Type else {
        throw frame.error(
          .unknownClass(String(describing: type)), "The object is not encodable.", object)
      }
      return try makeClassShape(encodable)
    } catch {
      // The object has a number now, so there is no way on, even if the program catches this.
      failure = failure ?? error
      throw error
    }
  }

  private func throwFailure() throws {
    if let failure { throw failure }
  }

  /// Writes the records of all objects that wait, and of those that these lead to.
  func writeObjects() throws {
    var frame = takeRecordFrame(block.buffer)
    while objects.advance() {
      if failure != nil { try throwFailure() }
      guard let shape = objects.currentShape else { continue }
      try writeObject(shape, in: frame)
      if frame.run.state.isShared || !shape.writesFields {
        frame.run.state.isShared = false
        if !isKnownUniquelyReferenced(&frame) {
          frame.abandon()
          frame = EncodingFrame(self, buffer: block.buffer)
        }
      }
      if block.isFull {
        try assembler.write(block)
        block.removeAll()
      }
    }
    objects.endObject()
    giveBackRecordFrame(consume frame)
  }

  @inline(__always)
  private func writeObject(_ shape: ClassShape, in frame: EncodingFrame) throws {
    objects.begin(shape)
    let start = block.beginRecord()
    if shape.isOpaque, let object = objects.table[objects.current] as? OpaqueObject {
      let entry = try writeOpaque(object, in: frame)
      return try end(recordAt: start, entry: entry, shape)
    }
    if !shape.writesFields || !frame.run.beginAgain(shape.owner, to: block.buffer) {
      frame.begin(shape.body, to: block.buffer)
    }
    let encoded: Encoded
    do {
      // Safe: the object lives as long as the table; the writer is the one for its class.
      try unsafe shape.writer.write(objects.table.reference(objects.current), to: frame)
      if let known = frame.run.finishAgain() {
        encoded = known
      } else {
        encoded = try frame.finish()
        frame.end()
      }
    } catch {
      frame.end()
      throw error
    }
    if !shape.isExamined { try examine(objects.table[objects.current], shape) }
    try end(recordAt: start, entry: encoded.entry, shape)
  }

  @inline(__always)
  private func end(recordAt start: Int, entry: Int, _ shape: ClassShape) throws {
    guard block.endRecord(at: start, entry: entry) else {
      throw GraphError(
        .recordTooLong, object: objects.current,
        keyPath: shape.declaration.archiveClass.name)
    }
  }

  /// Looks for properties that the coding of a class leaves out.
  private func examine(_ object: AnyObject, _ shape: ClassShape) throws {
    shape.isExamined = true
    guard !shape.body.isPredicted else {
      // The object has the keys of one that has been examined.
      shape.body.isPredicted = false
      return
    }
    // Only a class that writes nothing of its own can lose something.
    guard objects.usedLevelCount < shape.body.levels.count else { return }
    let lost = LostProperties.find(
      in: object, besides: objects.used(of: shape),
      written: shape.body.levels.last?.keys.map(\.name) ?? [],
      unattributedCount: objects.unattributedCount)
    guard lost.isEmpty else {
      throw EncodingFrame(self, buffer: block.buffer).error(
        .lostProperties(lost),
        "The class inherits its coding, which leaves these properties out: "
          + lost.joined(separator: ", "), object)
    }
  }

  /// Writes a root, and the objects that it leads to.
  func writeRoot<T: Encodable>(
    _ value: T, _ name: String, isReplacing: Bool = false
  ) throws {
    let owner = OutputOwner()
    let frame = takeRecordFrame(owner.buffer)
    frame.begin(nil, to: owner.buffer)
    let encoded: Encoded
    do {
      encoded = try encode(value, in: Spot(run: frame.run, depth: 1))
      giveBackRecordFrame(consume frame)
    } catch {
      giveBackRecordFrame(consume frame)
      throw error
    }
    let root = WrittenRoot(name: name, type: type(encoded.type), value: owner)
    if isReplacing, let known = roots.firstIndex(where: { $0.name.isExactly(name) }) {
      roots[known] = root
    } else {
      try assembler.addRoot(name)
      roots.append(root)
    }
    try writeObjects()
  }

  /// Ends the archive, and gives its bytes.
  func finish() throws -> [UInt8] {
    try examineCycles()
    assembler.reserve(for: block, roots)
    try assembler.write(block)
    if let targets = objects.weakTargets {
      for number in 0..<targets.count {
        let target = targets[number + 1]
        let slot = assembler.values.references.addSlot()
        _ = assembler.values.references.resolve(slot: slot, to: objects.table.number(of: target))
      }
    }
    try assembler.finish(metadata: options.metadata, unknownChunks: [], roots: roots)
    let bytes = assembler.chunks.output.bytes
    // What is put together at the end may add two levels to each, an any and a map of further keys.
    if deepest > Limits().valueNesting / 4 { try examineNesting(bytes) }
    return bytes
  }

  private func examineNesting(_ bytes: [UInt8]) throws {
    do {
      try Archive.check(bytes)
    } catch  where error.rule == .valueNesting {
      let limit = Limits().valueNesting
      throw EncodingError.invalidValue(
        limit,
        EncodingError.Context(
          codingPath: [], debugDescription: "Values nest too deep.",
          underlyingError: GraphCodingError(.nestingTooDeep(limit: limit))))
    }
  }
}
