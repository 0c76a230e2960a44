extension GraphEncoder {
  /// The archive name of the class of an object.
  func className(ofObject number: Int) -> String {
    objects.recordClass(number)?.declaration.archiveClass.name ?? ""
  }

  /// The archive name of the class of the object that is being written.
  var currentClassName: String? { currentObject > 0 ? className(ofObject: currentObject) : nil }

  /// The number of an object, which waits to be written when it gets one.
  func number(of object: AnyObject, in encoder: ValueEncoder) throws -> Int {
    // Safe: the object is alive.
    let object = unsafe Unmanaged.passUnretained(object)
    let (number, isNew) = unsafe objects.insert(object)
    if unsafe isNew && !objects.noteClassAgain(of: object) {
      try noteClass(of: unsafe object.takeUnretainedValue(), in: encoder)
    }
    return number
  }

  /// What a weak reference is written as: the object's number, or that of a slot.
  ///
  /// Spec §5.4.
  func weakValue(of target: AnyObject) -> UInt64 {
    let number = objects.number(of: target)
    if number > 0 { return UInt64(number) << 1 }
    let targets = weakTargets ?? IdentityTable()
    weakTargets = targets
    let slot = unsafe targets.insert(Unmanaged.passUnretained(target)).number
    return UInt64(slot - 1) << 1 | 1
  }

  /// Writes a root, and the objects that it leads to.
  func writeRoot<T: Encodable>(
    _ value: T, _ name: String, isReplacing: Bool = false
  ) throws {
    defer { immediate.removeAll() }
    let owner = OutputOwner()
    var encoder = ValueEncoder(self, owner.buffer)
    encoder.begin(nil, to: owner.buffer)
    let encoded = try withExtendedLifetime(encoder) {
      try self.encoder(of: T.self).encode(value, in: Spot(cell: encoder.cell, depth: 1))
    }
    let root = WrittenRoot(name: name, type: encoded.type, value: owner)
    if isReplacing, let known = roots.firstIndex(where: { $0.name.isExactly(name) }) {
      roots[known] = root
    } else {
      try assembler.addRoot(name)
      roots.append(root)
    }
    do {
      try writeObjects(by: &encoder)
    } catch {
      throw completed(error, in: currentObject, from: CollectionOfOne(root))
    }
  }

  /// Writes a root of which parts are objects that are to be written while it is made.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isReplacing: Whether it may take the place of a root of the same name.
  ///   - make: Makes the root.
  /// - Throws: `EncodingError`, or what the closure or an object throws.
  func writeRoot(
    _ name: String, isReplacing: Bool, _ make: (ObjectWriter) throws -> any Encodable
  ) throws {
    defer { immediate.removeAll() }
    let owner = OutputOwner()
    let objects = ObjectWriter(ValueEncoder(self, owner.buffer))
    try writeRoot(make(objects), name, isReplacing: isReplacing)
  }

  /// Writes the records of all objects that wait, and of those that these lead to.
  private func writeObjects(by encoder: inout ValueEncoder) throws {
    // In a local variable for as long as nothing else needs it: access to that is not checked.
    var block = block
    self.block.forget()
    defer { self.block = block }
    while writtenCount < objects.count {
      if let failure { throw failure }
      writtenCount += 1
      currentObject = writtenCount
      guard let recordClass = objects.recordClass(currentObject) else { continue }
      try writeObject(recordClass, by: encoder, to: &block)
      if encoder.cell.state.isShared {
        encoder.cell.state.isShared = false
        if !isKnownUniquelyReferenced(&encoder) {
          encoder.abandon()
          encoder = ValueEncoder(self, block.buffer)
        }
      }
      if block.isFull {
        try assembler.write(block)
        block.removeAll()
      }
    }
    currentObject = 0
    objects.endEdges()
    recordsLevelUse = false
  }

  @inline(__always)
  private func writeObject(
    _ recordClass: RecordClass, by encoder: ValueEncoder, to block: inout RecordBlock
  ) throws {
    objects.beginEdges(of: currentObject, isExempt: recordClass.isTwoPhase)
    recordsLevelUse = !recordClass.hasCheckedProperties
    if recordsLevelUse { levelUse = LevelUse() }
    let start = block.beginRecord()
    let entry: Int
    do {
      entry =
        recordClass.isPlain
        ? try writeKeys(recordClass, by: encoder, to: block.buffer)
        : try writeOther(recordClass, by: encoder, to: block.buffer)
    } catch {
      block.cancelRecord(at: start)
      throw error
    }
    block.endRecord(at: start, entry: entry)
  }

  /// Writes the keys of the object, and returns its entry.
  @inline(__always)
  func writeKeys(
    _ recordClass: RecordClass, by encoder: ValueEncoder, to buffer: OutputBuffer
  ) throws -> Int {
    encoder.cell.begin(nil, recordClass.observed, to: buffer)
    encoder.cell.state.isDirect = true
    do {
      // Safe: the object lives as long as the table; the writer is the one for its class.
      try unsafe recordClass.writer.write(objects.reference(currentObject), to: encoder)
    } catch {
      encoder.cell.cancel()
      throw error
    }
    let entry = try encoder.cell.finish().entry
    if !recordClass.hasCheckedProperties { try validate(recordClass, by: encoder) }
    return entry
  }

  /// Writes an object that is kept as it is, or one that may have been written before its turn.
  @inline(never)
  private func writeOther(
    _ recordClass: RecordClass, by encoder: ValueEncoder, to buffer: OutputBuffer
  ) throws -> Int {
    if recordClass.isOpaque { return try writeOpaque(in: encoder, to: buffer) }
    return try waiting.write(currentObject, to: buffer)
      ?? writeKeys(recordClass, by: encoder, to: buffer)
  }

  private func writeOpaque(in encoder: ValueEncoder, to buffer: OutputBuffer) throws -> Int {
    guard let object = objects[currentObject] as? OpaqueObject else { return 0 }
    encoder.cell.begin(nil, nil, to: buffer)
    defer { encoder.cell.end() }
    return try writeOpaque(object, in: encoder)
  }

  /// Searches the first object of a class for properties that its coding leaves out.
  private func validate(_ recordClass: RecordClass, by encoder: ValueEncoder) throws {
    recordClass.hasCheckedProperties = true
    let levels = recordClass.observed.levels
    let use = levelUse
    let declared = recordClass.declaration.levels
    let object = objects[currentObject]
    let isByHand = object is any FieldEncodable
    if isByHand, declared.count > 1, declared[0].type is any FieldEncodable.Type, !use.hasTopmost {
      let lost = LostProperties.ofSuperclass(declared[0], keys: nil)
      guard lost.isEmpty else {
        throw encoder.error(
          .lostProperties(lost), "the class has written nothing of \(declared[0].type)",
          value: object,
          hint: "Call super.encode(to:) first, mark what may be lost with @Transient, "
            + "or let \(declared[0].type) be ArchiveDeclaring, with allowsLostProperties: true.")
      }
    }
    if !isByHand, declared.count > 1, !use.hasTopmost, use.unattributedCount == 0 {
      try validateTopmost(recordClass, object, in: encoder)
    }
    // Only a class that writes nothing of its own can lose something.
    guard use.levels.count < levels.count else { return }
    let lost = LostProperties.find(
      in: object, besides: use.levels.sorted().map { declared[$0] },
      written: levels.last?.keys.map(\.name) ?? [], unattributedCount: use.unattributedCount)
    guard lost.isEmpty else {
      let level = "fields.level(\(TypeName.short(Swift.type(of: object))).self)"
      throw encoder.error(
        .lostProperties(lost), value: object,
        hint: isByHand
          ? "Encode them after \(level), or leave them out with @Transient." : nil)
    }
  }

  /// Refuses an object whose class has not called the topmost one, which has properties to write.
  private func validateTopmost(
    _ recordClass: RecordClass, _ object: AnyObject, in encoder: ValueEncoder
  ) throws {
    let declaration = recordClass.declaration
    guard !declaration.archiveClass.allowsLostProperties, !(object is any CustomReflectable) else {
      return
    }
    let topmost = declaration.levels[0]
    let lost = LostProperties.ofSuperclass(
      topmost, keys: nil,
      besides: recordClass.observed.levels.dropFirst().flatMap { $0.keys.map(\.name) })
    guard lost.isEmpty else {
      throw encoder.error(
        .lostProperties(lost), "the class has written nothing of \(topmost.type)", value: object,
        hint: "Call super.encode(to:), mark what may be lost with @Transient, "
          + "or let \(declaration.type) be ArchiveDeclaring, with allowsLostProperties: true.")
    }
  }

  /// Ends the archive, and returns its bytes.
  func finish() throws -> [UInt8] {
    try refuseCycles()
    assembler.reserve(for: block, roots)
    try assembler.write(block)
    addWeakSlots(to: &assembler, objectCount: objects.count)
    try assembler.finish(metadata: options.metadata, unknownChunks: [], roots: roots)
    let bytes = assembler.chunks.output.bytes
    if deepest > Self.uncheckedDepth { try validateNesting(bytes) }
    return bytes
  }

  /// Adds the slots of weak references, with nil in place of objects that are not written.
  func addWeakSlots(to assembler: inout ArchiveAssembler, objectCount: Int) {
    guard let weakTargets else { return }
    for target in 0..<weakTargets.count {
      let number = objects.number(of: weakTargets[target + 1])
      let slot = assembler.values.references.addSlot()
      _ = assembler.values.references.resolve(slot: slot, to: number > objectCount ? 0 : number)
    }
  }

  private func validateNesting(_ bytes: [UInt8]) throws {
    do {
      try Archive.check(bytes)
    } catch  where error.rule == .valueNesting {
      let limit = ArchiveLimits().valueNesting
      throw SteleCodingError(.nestingTooDeep(limit: limit)).encodingError(limit)
    }
  }
}
