/// The state of one archive that is being made of Swift values.
///
///     SteleEncoder, Archiver
///       GraphEncoder            the only state of an archive
///         IdentityTable           the numbers of objects; the queue of those to write
///         TypeEncoder           one for each Swift type
///           ObservedBody       the keys that instances have had, by level
///             RecordLayout      the last entry: the keys that are expected
///         ValueEncoder          a value that is being written, one for each level of nesting
///           ValueCell           its state, with the key cursor
///         ArchiveAssembler      class table, blocks, roots and index
final class GraphEncoder {
  /// What there is to say about the archive.
  struct Options {
    /// What the types can ask for while they are encoded.
    var userInfo: [CodingUserInfoKey: Any]
    /// What the document is.
    var documentType: String
    /// The program that writes the archive.
    var writer: String
    /// The metadata of the archive, or nil for none.
    var metadata: [ArchiveNamedValue]?
    /// How deep values may nest in each other.
    var valueNestingLimit: Int
    /// Whether objects of a class are made before they are filled, so that references from them cannot make a strong cycle.
    var isTwoPhase: (Any.Type) -> Bool
    /// Whether sets and dictionaries are written in an order that does not depend on hashing.
    var ordersElements = false
    /// How many archives this one gives the order of elements for, in each other; such an archive has no objects.
    var orderingDepth = 0
    /// Makes the encoder of a type of plain structs; nil for other types.
    var makePackedEncoder: (Any.Type, GraphEncoder) throws -> AnyTypeEncoder?
    /// Makes the encoder of lists of a type of plain structs; nil for other types.
    var makePackedListEncoder: (Any.Type, GraphEncoder) throws -> AnyTypeEncoder?
  }

  let options: Options
  /// What encodes the objects of classes that are not `Codable`.
  private(set) weak var surrogate: (any EncodingSurrogate)?
  var assembler: ArchiveAssembler
  /// The objects of the graph.
  let objects = IdentityTable()
  /// The record class of each class that occurs.
  var classes = ShortTable<ObjectIdentifier, RecordClass>()
  /// The record classes of classes that only have a declaration, which their record classes and levels keep.
  var individualClasses: [ObjectIdentifier: RecordClass] = [:]
  var individualLevels: [ObjectIdentifier: (TypeDeclaration, level: ObservedLevel)] = [:]
  /// The records that no chunk holds yet.
  var block: RecordBlock
  /// The number of the object that is being written, 0 for a root.
  var currentObject = 0
  /// The records of objects that were written before their turn, and what writes such objects.
  var waiting = WaitingRecords()
  var immediate = ImmediateWriters()
  /// The number of objects that have been written.
  var writtenCount = 0
  /// Whether the object is the first one of its class, so that the levels that it uses are noted.
  var recordsLevelUse = false
  /// The levels that the object uses.
  var levelUse = LevelUse()
  /// The targets of weak references that go through a slot, in the order of the slots.
  var weakTargets: IdentityTable?
  /// The roots so far.
  var roots: [WrittenRoot] = []
  /// What went wrong in a way that leaves nothing to go on with.
  var failure: (any Error)?
  var directory = TypeDirectory()
  /// Whether an object of a surrogate refers to an object that had been met before.
  var hasRepeatedReference = false
  /// The deepest nesting of values so far, as far as it is above ``uncheckedDepth``.
  var deepest = 0
  /// What has been observed of values that have no name.
  let unnamedType = ObservedType(ObservedLevel(name: "value"))
  /// What brings kept values into the archive, by the archive that they come from.
  var translations: [ObjectIdentifier: KeptTranslation] = [:]
  private var encoders = ShortTable<ObjectIdentifier, AnyTypeEncoder>()
  private var levels = ShortTable<ObjectIdentifier, ObservedLevel>()
  private var conversions: [Int64: ValueConversion?] = [:]

  /// How deep values nest that are no deeper than the format allows, whatever is added around them.
  ///
  /// What is put together at the end may add two levels to each, an any and a map of further keys.
  static let uncheckedDepth = ArchiveLimits().valueNesting / 4

  init(
    _ options: Options, _ surrogate: (any EncodingSurrogate)? = nil
  ) throws(ArchiveWritingError) {
    self.options = options
    self.surrogate = surrogate
    let writerOptions = ArchiveWriterOptions(
      documentType: options.documentType, writer: options.writer)
    block = RecordBlock(writerOptions)
    assembler = try ArchiveAssembler(writerOptions)
  }

  deinit {
    objects.free()
    weakTargets?.free()
  }

  /// What the program said to its types.
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }
}

// MARK: Types

extension GraphEncoder {
  /// The names, types and entries of the archive.
  var schema: CompiledSchema { assembler.values.tables.types.schema }

  /// The type of an index.
  func type(_ index: Int) -> CompiledType { assembler.values.tables.types[index] }

  /// The index of a list.
  func list(of element: Int) throws(ArchiveWritingError) -> Int { try compose(.list, element) }

  /// The index of an optional.
  func optional(of part: Int) throws(ArchiveWritingError) -> Int { try compose(.optional, part) }

  /// The index of a type that is made of one or two others.
  func compose(
    _ code: TypeCode, _ first: Int, _ second: Int? = nil
  ) throws(ArchiveWritingError) -> Int {
    try assembler.values.tables.types.index(of: code, first, second)
  }

  /// The index of a type.
  func number(of descriptor: ArchiveTypeDescriptor) throws(ArchiveWritingError) -> Int {
    try assembler.values.tables.types.index(of: descriptor)
  }

  /// How a value of one type becomes one of another, or nil when it does not.
  func conversion(of from: Int, to: Int) throws(ArchiveWritingError) -> ValueConversion? {
    if from == to { return ValueConversion.unchanged }
    let key = Int64(from) << 32 | Int64(to)
    if let known = conversions[key] { return known }
    let result = try assembler.values.tables.types.conversion(of: from, to: to)
    conversions[key] = .some(result)
    return result
  }

  /// The encoder of a Swift type, which is made once.
  func encoder<T: Encodable>(of type: T.Type) throws -> TypeEncoder<T> {
    if let known = encoders[ObjectIdentifier(type)] {
      // Safe: it was made for the type.
      return unsafe unsafeDowncast(known, to: TypeEncoder<T>.self)
    }
    let made = try TypeEncoder<T>.make(self)
    encoders.set(made, for: ObjectIdentifier(type))
    return made
  }

  /// The declaration of a type.
  ///
  /// - Throws: `EncodingError`, for reserved names as well.
  func declaration(of type: Any.Type) throws -> TypeDeclaration {
    do throws(SteleCodingError) {
      let declaration = try directory.declaration(of: type)
      for level in declaration.levels { try level.refuseReservedNames() }
      return declaration
    } catch {
      var cause = error
      if currentObject > 0, cause.object == nil { cause.object = currentObject }
      throw cause.encodingError(type)
    }
  }

  /// The declared keys of all types that have no use, with the archive names of the types.
  func unusedKeys() -> [String] {
    levels.values.flatMap { level in level.unusedKeys().map { "\(level.name).\($0)" } }
  }

  /// The keys of a level of a class, or of a struct.
  func level(of declaration: TypeDeclaration) -> ObservedLevel {
    let key = ObjectIdentifier(declaration.type)
    if let level = levels[key] { return level }
    let level = ObservedLevel(name: declaration.archiveClass.name, declaration: declaration)
    levels.set(level, for: key)
    return level
  }
}

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
      try self.encoder(of: T.self).encode(value, in: ValueContext(cell: encoder.cell, depth: 1))
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
