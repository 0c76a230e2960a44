/// The encoder of a graph: writes roots and, breadth first, the records of the objects that they reach.
final class GraphEncoder: EnclosingGraph {
  let session: EncodingSession
  private(set) weak var surrogate: (any EncodingSurrogate)?
  // Safe, for all with the mark: no access runs code of the program, or releases what the program has made.
  /// The encoders of the classes that have occurred; their numbers count from 1.
  @safe @exclusivity(unchecked) var classEncoders: [ClassEncoder] = []
  /// The number of each class, by its type, or by its declaration if that alone identifies it.
  @safe @exclusivity(unchecked) var classNumbers = ShortTable<ObjectIdentifier, Int>()
  /// The records that no chunk holds yet.
  @safe @exclusivity(unchecked) private(set) var block: RecordBlock
  /// The number of objects that have been written.
  private(set) var writtenCount = 0
  @safe @exclusivity(unchecked) private(set) var roots: [WrittenRoot] = []
  var waiting: WaitingRecords?
  var immediate = ImmediateWriters()
  /// The encoder and the output of the root, which the next archive of a series uses again.
  private var writer: (encoder: ValueEncoder, output: OutputOwner)?

  init(
    _ options: consuming EncodingSession.Options, _ surrogate: (any EncodingSurrogate)? = nil
  ) {
    session = EncodingSession(options)
    block = RecordBlock(session.options.writerOptions)
    self.surrogate = surrogate
  }

  /// Returns the archive name of the class of an object.
  func className(ofObject number: Int) -> String {
    classEncoder(of: number)?.declaration.archiveClass.name ?? ""
  }

  var currentClassName: String? {
    session.currentObject > 0 ? className(ofObject: session.currentObject) : nil
  }

  /// The number of archives within each other whose elements are ordered.
  private static let orderingLimit = 8

  func bytes<T: Encodable>(ofSeparate value: T) -> [UInt8]? {
    guard session.options.orderingDepth < Self.orderingLimit else { return nil }
    var options = session.options
    options.orderingDepth += 1
    options.metadata = nil
    options.isSeries = false
    let graph = GraphEncoder(options)
    // An error of the program will be thrown once more, where the value is written.
    guard (try? graph.writeRoot(value, "", isReplacing: false)) != nil else { return nil }
    return try? graph.finish()
  }
}

// MARK: Roots

extension GraphEncoder {
  /// Writes a root, and the objects that it reaches.
  func writeRoot<T: Encodable>(
    _ value: T, _ name: String, isReplacing: Bool = false
  ) throws {
    // The writers keep this graph encoder.
    defer { immediate = ImmediateWriters() }
    session.stack.begin()
    var (encoder, owner) = makeWriter()
    encoder.cell.begin(nil, to: owner.buffer)
    do {
      let encoded = try withExtendedLifetime(encoder) {
        try session.encoder(of: T.self).encode(
          value, in: ValueContext(cell: encoder.cell, depth: 1))
      }
      let root = WrittenRoot(name: name, type: encoded.type, value: owner)
      if isReplacing, let known = roots.firstIndex(where: { $0.name.isExactly(name) }) {
        roots[known] = root
      } else {
        try session.assembler.addRoot(name)
        roots.append(root)
      }
      try writeObjects(by: &encoder)
    } catch {
      throw completed(error, in: session.currentObject)
    }
    // An encoder that is left keeps no graph encoder, so it may be kept by one.
    if session.options.isSeries, ValueEncoder.release(&encoder) { writer = (encoder, owner) }
  }

  /// Returns the encoder and the output of a root, left by the previous archive or new.
  private func makeWriter() -> (encoder: ValueEncoder, output: OutputOwner) {
    if let known = writer {
      writer = nil
      known.encoder.keepGraph()
      return known
    }
    let output = OutputOwner()
    return (ValueEncoder(session, self, output.buffer), output)
  }

  /// Writes a root that is made while objects in it are written; a replacing root may have the name of an earlier one.
  ///
  /// - Throws: `EncodingError`, or any error of the closure or an object.
  func writeRoot(
    _ name: String, isReplacing: Bool, _ make: (ObjectWriter) throws -> any Encodable
  ) throws {
    // The writers keep this graph encoder.
    defer { immediate = ImmediateWriters() }
    let owner = OutputOwner()
    session.stack.begin()
    let objects = ObjectWriter(ValueEncoder(session, self, owner.buffer))
    try writeRoot(make(objects), name, isReplacing: isReplacing)
  }
}

// MARK: Objects

extension GraphEncoder {
  /// Writes the records of all waiting objects, and of the objects that these reach.
  private func writeObjects(by encoder: inout ValueEncoder) throws {
    let session = session
    // A local variable, because access to it is not checked.
    var block = block
    self.block.forget()
    defer { self.block = block }
    while let number = try beginObject() {
      guard let classEncoder = classEncoder(of: number) else { continue }
      // In a run of objects of one class, the class encoder is retained only once.
      let classNumber = session.objects.classNumber(of: number)
      repeat {
        try writeObject(classEncoder, by: encoder, to: &block)
        if encoder.cell.state.isShared { replace(&encoder, block.buffer) }
        if block.isFull { write(&block) }
      } while try session.objects.classNumber(of: writtenCount + 1) == classNumber
        && beginObject() != nil
    }
    session.currentObject = 0
    session.objects.withEdges { $0.end() }
    session.recordsLevelUse = false
  }

  /// Makes the next object the current one, and returns its number, or nil if none waits.
  @inline(__always)
  private func beginObject() throws -> Int? {
    guard writtenCount < session.objects.count else { return nil }
    if let failure = session.failure { throw failure }
    writtenCount += 1
    session.currentObject = writtenCount
    return writtenCount
  }

  /// Replaces an encoder that the program has kept.
  @inline(__always)
  private func replace(_ encoder: inout ValueEncoder, _ buffer: OutputBuffer) {
    encoder.cell.state.isShared = false
    if !isKnownUniquelyReferenced(&encoder) { encoder = replacement(of: encoder, buffer) }
  }

  @inline(never)
  private func replacement(of encoder: ValueEncoder, _ buffer: OutputBuffer) -> ValueEncoder {
    encoder.cell.abandon()
    return ValueEncoder(session, self, buffer)
  }

  /// Writes a full block, and begins the next one.
  @inline(never)
  private func write(_ block: inout RecordBlock) {
    session.assembler.write(block)
    block.removeAll()
  }

  @inline(__always)
  private func writeObject(
    _ classEncoder: ClassEncoder, by encoder: ValueEncoder, to block: inout RecordBlock
  ) throws {
    let number = session.currentObject
    session.objects.withEdges { $0.begin(number, isExempt: classEncoder.isTwoPhase) }
    session.recordsLevelUse = !classEncoder.hasCheckedProperties
    if session.recordsLevelUse { session.levelUse = LevelUse() }
    let start = block.beginRecord()
    let entry: Int
    do {
      entry =
        classEncoder.isPlain
        ? try writeKeys(classEncoder, by: encoder, to: block.buffer)
        : try writeOther(classEncoder, by: encoder, to: block.buffer)
    } catch {
      block.cancelRecord(at: start)
      throw error
    }
    block.endRecord(at: start, entry: entry)
  }

  /// Writes the keys of the current object, and returns its entry.
  @inline(__always)
  func writeKeys(
    _ classEncoder: ClassEncoder, by encoder: ValueEncoder, to buffer: OutputBuffer
  ) throws -> Int {
    let cell = encoder.cell
    cell.begin(classEncoder.observed, to: buffer)
    do {
      // Safe: the object lives as long as the table; the encoder is the one for its class.
      try unsafe classEncoder.write(
        session.objects.reference(session.currentObject), to: encoder)
    } catch {
      cell.cancel()
      throw error
    }
    let entry = try cell.finish().entry
    if !classEncoder.hasCheckedProperties { try validate(classEncoder, in: cell) }
    return entry
  }

  /// Writes an opaque object, or one that may have been written before its turn.
  @inline(never)
  private func writeOther(
    _ classEncoder: ClassEncoder, by encoder: ValueEncoder, to buffer: OutputBuffer
  ) throws -> Int {
    guard classEncoder.isOpaque else {
      return try waiting?.write(session.currentObject, to: buffer)
        ?? writeKeys(classEncoder, by: encoder, to: buffer)
    }
    guard let object = session.objects[session.currentObject] as? OpaqueObject else { return 0 }
    encoder.cell.begin(nil, to: buffer)
    defer { encoder.cell.end() }
    return try encoder.cell.writeOpaque(object)
  }

  /// Searches the first object of a class for properties that its coding leaves out.
  private func validate(_ classEncoder: ClassEncoder, in cell: ValueCell) throws {
    classEncoder.hasCheckedProperties = true
    let levels = classEncoder.observed.levels
    let use = session.levelUse
    let object = session.objects[session.currentObject]
    let isByHand = classEncoder.isByHand
    if levels.count > 1, isByHand, !use.hasTopmost,
      case let declared = classEncoder.declaration.levels,
      declared[0].type is any FieldEncodable.Type
    {
      let lost = StoredProperty.lost(ofSuperclass: declared[0], keys: nil)
      guard lost.isEmpty else {
        throw cell.error(
          .lostProperties(lost), "the class has written nothing of \(declared[0].type)",
          value: object,
          hint: "Call super.encode(to:) first, mark what may be lost with @TransientValue, "
            + "or let \(declared[0].type) be ArchiveDeclaring, with allowsLostProperties: true.")
      }
    }
    if !isByHand, levels.count > 1, !use.hasTopmost, use.unattributedCount == 0 {
      try validateTopmost(classEncoder, object, in: cell)
    }
    // Only a class that writes no own keys can lose properties.
    guard use.levels.count < levels.count else { return }
    let declared = classEncoder.declaration.levels
    let lost = StoredProperty.lost(
      in: object, besides: use.levels.sorted().map { declared[$0] },
      written: levels.last?.keys.map(\.name) ?? [], unattributedCount: use.unattributedCount)
    guard lost.isEmpty else {
      let level = "fields.level(\(TypeName.short(Swift.type(of: object))).self)"
      throw cell.error(
        .lostProperties(lost), value: object,
        hint: isByHand
          ? "Encode them after \(level), or leave them out with @TransientValue." : nil)
    }
  }

  /// Refuses an object whose class has not called the topmost class, although that has properties to write.
  private func validateTopmost(
    _ classEncoder: ClassEncoder, _ object: AnyObject, in cell: ValueCell
  ) throws {
    let declaration = classEncoder.declaration
    guard !declaration.archiveClass.allowsLostProperties, !(object is any CustomReflectable) else {
      return
    }
    let topmost = declaration.levels[0]
    let lost = StoredProperty.lost(
      ofSuperclass: topmost, keys: nil,
      besides: classEncoder.observed.levels.dropFirst().flatMap { $0.keys.map(\.name) })
    // A subclass that adds nothing inherits the one value of the topmost class.
    let isKeyless = classEncoder.observed.levels.last?.keys.map(\.name) == [""]
    guard lost.isEmpty || isKeyless && StoredProperty.lost(in: object, besides: []).isEmpty else {
      throw cell.error(
        .lostProperties(lost), "the class has written nothing of \(topmost.type)", value: object,
        // The compiler cannot make the coding of a class with transient properties.
        hint: isKeyless
          ? "One value has no room for the properties of two classes: use keyed containers in both."
          : "Call super.encode(to:), or let \(declaration.type) be ArchiveDeclaring, with allowsLostProperties: true."
      )
    }
  }
}

// MARK: End

extension GraphEncoder {
  /// Ends the archive, and returns its bytes.
  func finish() throws -> [UInt8] {
    if let cycle = session.objects.withEdges({ $0.firstCycle() }) { throw try refusal(of: cycle) }
    if session.hasRepeatedReference { try refuseCyclesOfSurrogate() }
    let bytes = try complete(&session.assembler, metadata: session.options.metadata)
    if session.deepest > EncodingSession.uncheckedDepth { try validateNesting(bytes) }
    return bytes
  }

  /// Completes an archive with the last block, the weak slots and the roots, and returns its bytes.
  func complete(
    _ assembler: inout ArchiveAssembler, metadata: [ArchiveNamedValue]?
  ) throws -> [UInt8] {
    assembler.reserve(for: block, roots)
    assembler.write(block)
    for target in 0..<session.objects.weakSlotCount {
      let number = session.objects.object(ofWeakSlot: target)
      let slot = assembler.values.references.addSlot()
      // Slots of objects that are not written hold nil.
      let isWritten = number <= assembler.objectCount
      _ = assembler.values.references.resolve(slot: slot, to: isWritten ? number : 0)
    }
    try assembler.finish(metadata: metadata, unknownChunks: [], roots: roots)
    return assembler.chunks.output.bytes
  }

  /// Refuses values that nest too deep after all records have been assembled.
  private func validateNesting(_ bytes: [UInt8]) throws {
    do {
      try ArchiveCheck(.memory(bytes), limits: ArchiveLimits()).validateValues()
    } catch  where error.rule == .valueNesting {
      let limit = ArchiveLimits().valueNesting
      throw SteleCodingError(.nestingTooDeep(limit: limit)).encodingError(limit)
    }
  }
}

// MARK: Many archives

extension GraphEncoder {
  /// The size in bytes, and the number of objects, up to which memory and definitions of an archive are kept for the next one.
  private static let (reusedByteCount, reusedObjectCount) = (1 << 16, 1 << 10)

  /// Begins another archive of a series, or returns `false` if that needs another graph encoder, because this archive is large or
  /// the program has kept an encoder of it.
  ///
  /// The objects of this archive are released.
  static func reset(_ graph: inout GraphEncoder) -> Bool {
    guard graph.isSmall, graph.writer != nil, isKnownUniquelyReferenced(&graph) else {
      return false
    }
    graph.reset()
    return true
  }

  private var isSmall: Bool {
    session.assembler.chunks.output.count <= Self.reusedByteCount
      && session.objects.count <= Self.reusedObjectCount
  }

  private func reset() {
    session.reset()
    // Deferred bytes keep arrays of the archive.
    writer?.output.buffer.truncate(to: 0)
    classEncoders.removeAll(keepingCapacity: true)
    classNumbers.removeAll()
    block.removeAll()
    roots.removeAll(keepingCapacity: true)
    writtenCount = 0
    waiting = nil
  }
}
