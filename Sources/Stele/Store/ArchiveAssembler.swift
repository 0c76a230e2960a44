/// Assembles an archive from definitions, objects, roots and metadata.
///
/// The streaming writer, the encoder and the writing of a whole graph use it. Finished chunks collect in
/// ``chunks``, from which the streaming writer removes them.
///
/// Spec chapter 2, chapters 4 to 6.
package struct ArchiveAssembler {
  package var chunks = ChunkWriter()
  package var values = ValueWriter()
  private let options: ArchiveWriterOptions
  private var block = ByteWriter()
  private var blockRecordCount = 0
  private var roots = ByteWriter()
  private var pendingRootCount = 0
  private var rootNames = UniqueList<String>()
  /// The head, which the next archive of a series has as well; nil for a single archive.
  private var keptHead: FinishedChunk?
  /// The last chunk with a part of the class table, which the next archive may have as well.
  private var keptClasses: (definitions: ClassTableWriter.PendingDefinitions, chunk: FinishedChunk)?

  package init(_ options: ArchiveWriterOptions) {
    self.options = options
    chunks.begin()
    chunks.output.write(number: Head.majorVersion)
    chunks.output.write(number: Head.minorVersion)
    chunks.output.write(string: options.documentType)
    chunks.output.write(string: options.writer)
    chunks.end(.head)
  }

  /// The number of objects in the block under construction and in all blocks before it.
  package private(set) var objectCount = 0

  /// Announces all objects before they are added, so that references are validated at once.
  package mutating func announce(_ entries: [UInt32]) throws(ArchiveWritingError) {
    for (index, entry) in entries.enumerated() {
      _ = try className(ofEntry: Int(entry), number: index + 1)
    }
    values.references.complete(with: entries)
  }

  /// Adds the next object to the block, and writes the block when it is full; a large record has its own block (§5.1).
  @discardableResult
  package mutating func append(_ object: ArchiveObject) throws(ArchiveWritingError) -> Int {
    let number = objectCount + 1
    _ = try className(ofEntry: object.entry, number: number)
    let wrong = values.references.add(entry: UInt32(clamping: object.entry), in: values.tables)
    if let wrong { throw error(.wrongClass, at: wrong) }
    append(record: try record(of: object, number: number))
    return number
  }

  /// Adds the next object, whose valid record has been written elsewhere and is without its length.
  package mutating func append(record: [UInt8]) {
    if record.count + Varint.byteCount(of: UInt64(record.count)) >= options.blockByteCount {
      flushBlock()
    }
    block.write(number: record.count)
    block.write(contentsOf: record)
    blockRecordCount += 1
    objectCount += 1
    if block.count >= options.blockByteCount { flushBlock() }
  }

  /// Returns the record of an object that has not been added.
  mutating func record(of object: ArchiveObject, number: Int) throws(ArchiveWritingError) -> [UInt8]
  {
    let className = try className(ofEntry: object.entry, number: number)
    values.output.removeAll()
    try values.writeRecord(object, at: ValueWriter.Place(object: number, path: className))
    return values.output.bytes
  }

  /// Returns the class name of an object, whose entry must describe a class.
  private func className(ofEntry entry: Int, number: Int) throws(ArchiveWritingError) -> String {
    guard let entry = values.tables[entry] else {
      throw ArchiveWritingError(.breaks(.undefinedEntry), object: number)
    }
    guard entry.kind == .class else {
      throw ArchiveWritingError(
        .breaks(.recordKind), object: number, keyPath: KeyPathText.root(entry.name))
    }
    return entry.name
  }

  package mutating func addRoot(_ root: ArchiveNamedValue) throws(ArchiveWritingError) {
    let path = KeyPathText.root(root.name)
    guard rootNames.insert(root.name) else {
      throw ArchiveWritingError(.breaks(.duplicateRoot), keyPath: path)
    }
    let place = ValueWriter.Place(root: rootNames.elements.count - 1, path: path)
    try write(root, at: place, to: \.roots)
    pendingRootCount += 1
  }

  /// Adds and writes a block of valid records, which have been written elsewhere; a large record at the end gets its own block.
  mutating func write(_ block: RecordBlock) {
    guard !block.entries.isEmpty else { return }
    values.references.append(entries: block.entries)
    flushDefinitions()
    let buffer = block.buffer
    guard let start = block.startOfLargeRecord else {
      return write(buffer, 0..<buffer.count, recordCount: block.entries.count)
    }
    write(buffer, 0..<start, recordCount: block.entries.count - 1)
    write(buffer, start..<buffer.count, recordCount: 1)
  }

  private mutating func write(_ records: OutputBuffer, _ range: Range<Int>, recordCount: Int) {
    beginBlock(at: objectCount + 1, recordCount: recordCount)
    objectCount += recordCount
    chunks.write(contentsOf: records, range)
    chunks.end(.objects, count: recordCount)
  }

  /// Adds a root whose valid value has been written elsewhere, and is passed to ``finish(metadata:unknownChunks:roots:)``.
  mutating func addRoot(_ name: String) throws(ArchiveWritingError) {
    guard rootNames.insert(name) else {
      throw ArchiveWritingError(.breaks(.duplicateRoot), keyPath: KeyPathText.root(name))
    }
    pendingRootCount += 1
  }

  /// Adds a root whose valid name, type and value have been written elsewhere.
  package mutating func addRoot(written root: [UInt8]) {
    roots.write(contentsOf: root)
    pendingRootCount += 1
  }

  /// Makes room for a block, and for roots whose values have been written elsewhere.
  mutating func reserve(for block: RecordBlock, _ roots: [WrittenRoot]) {
    let valueByteCount = roots.reduce(0) { sum, root in
      sum + root.name.utf8.count + root.value.buffer.byteCount() + 16
    }
    // Headers, definitions and index usually take less than 384 bytes.
    chunks.output.reserve(block.buffer.byteCount() + valueByteCount + 384)
  }

  /// Writes the pending roots when they would fill a block.
  package mutating func flushRootsIfFull() {
    if roots.count >= options.blockByteCount { flushRoots() }
  }

  /// Writes the pending block, if it has records.
  mutating func flushBlock() {
    guard blockRecordCount > 0 else { return }
    flushDefinitions()
    beginBlock(at: objectCount - blockRecordCount + 1, recordCount: blockRecordCount)
    chunks.output.write(contentsOf: block.bytes)
    chunks.end(.objects, count: blockRecordCount)
    blockRecordCount = 0
    block.removeAll()
  }

  private mutating func beginBlock(at number: Int, recordCount: Int) {
    chunks.begin()
    chunks.output.write(number: number)
    chunks.output.write(number: recordCount)
  }

  private mutating func flushDefinitions() {
    guard values.tables.hasPendingDefinitions else { return }
    guard keptHead != nil else { return writeDefinitions() }
    let definitions = values.tables.pendingDefinitions
    if let known = keptClasses, known.definitions == definitions {
      chunks.write(known.chunk)
      values.tables.rememberWritten()
    } else {
      writeDefinitions()
      keptClasses = (definitions, chunks.lastChunk())
    }
  }

  private mutating func writeDefinitions() {
    chunks.begin()
    let count = values.tables.writePending(to: &chunks.output)
    chunks.end(.classes, count: count)
  }

  private mutating func flushRoots(_ written: [WrittenRoot] = []) {
    guard pendingRootCount > 0 else { return }
    flushDefinitions()
    chunks.begin()
    chunks.output.write(number: pendingRootCount)
    chunks.output.write(contentsOf: roots.bytes)
    for root in written {
      chunks.output.write(string: root.name)
      values.tables.schema.writeDescriptor(root.type, to: &chunks.output)
      chunks.write(contentsOf: root.value.buffer, 0..<root.value.buffer.count)
    }
    chunks.end(.roots, count: pendingRootCount)
    pendingRootCount = 0
    roots.removeAll()
  }
}

// MARK: Many archives

extension ArchiveAssembler {
  /// Keeps the head, and parts of the class table, for other archives, see ``reset()``.
  mutating func keepChunks() { keptHead = chunks.lastChunk() }

  /// Begins another archive, with the class table of this one as far as it reaches the same definitions.
  mutating func reset() {
    chunks.reset()
    if let keptHead { chunks.write(keptHead) }
    values.reset()
    (blockRecordCount, objectCount, pendingRootCount) = (0, 0, 0)
    rootNames.forgetNames()
    // An encoder writes records and roots elsewhere.
    if block.count > 0 { block.removeAll() }
    if roots.count > 0 { roots.removeAll() }
  }
}

extension ArchiveAssembler {
  /// Writes all that is pending, and validates the pending references.
  ///
  /// The written roots and items of the metadata are valid ones.
  package mutating func finish(
    metadata: [ArchiveNamedValue]?, unknownChunks: [ArchiveUnknownChunk], roots: [WrittenRoot] = [],
    writtenMetadata: (count: Int, bytes: [UInt8])? = nil
  ) throws(ArchiveWritingError) {
    if let pending = values.references.firstPending { throw error(.danglingReference, at: pending) }
    flushBlock()
    flushDefinitions()
    flushRoots(roots)
    try writeWeakSlots()
    if let metadata { try write(metadata) }
    if let (count, bytes) = writtenMetadata {
      chunks.begin()
      chunks.output.write(number: count)
      chunks.output.write(contentsOf: bytes)
      chunks.end(.metadata)
    }
    for chunk in unknownChunks { try write(chunk) }
    chunks.finish()
  }

  /// Writes the `WEAK` chunk.
  ///
  /// Spec §5.5.
  private mutating func writeWeakSlots() throws(ArchiveWritingError) {
    let slots = values.references.slots
    guard !slots.isEmpty else { return }
    chunks.begin()
    chunks.output.write(number: slots.count)
    for (slot, object) in slots.enumerated() {
      if object > 0 { try validate(slot: slot, object) }
      chunks.output.write(number: object)
    }
    chunks.end(.weakSlots, count: slots.count)
  }

  private mutating func validate(slot: Int, _ object: Int) throws(ArchiveWritingError) {
    guard let entry = values.references.entry(of: object) else {
      throw ArchiveWritingError(.breaks(.danglingReference), keyPath: "weak slot \(slot)")
    }
    for reference in values.references.pendingReferences(toSlot: slot)
    where !values.tables.schema.entry(entry, isA: Int32(truncatingIfNeeded: reference.name)) {
      throw error(.wrongClass, at: reference)
    }
  }

  /// Writes the `mETa` chunk.
  ///
  /// Spec §6.2.
  private mutating func write(_ metadata: [ArchiveNamedValue]) throws(ArchiveWritingError) {
    var names: Set<ExactString> = []
    chunks.begin()
    chunks.output.write(number: metadata.count)
    for item in metadata {
      let path = KeyPathText.item(item.name)
      guard names.insert(ExactString(item.name)).inserted else {
        throw ArchiveWritingError(.breaks(.duplicateMetadata), keyPath: path)
      }
      let place = ValueWriter.Place(path: path, isMetadata: true)
      try write(item, at: place, to: \.chunks.output)
    }
    chunks.end(.metadata)
  }

  /// Writes name, type and value.
  private mutating func write(
    _ item: ArchiveNamedValue, at place: ValueWriter.Place,
    to output: WritableKeyPath<ArchiveAssembler, ByteWriter>
  ) throws(ArchiveWritingError) {
    let type: Int
    do throws(ArchiveWritingError) {
      type = try values.tables.index(of: item.type)
    } catch {
      throw ArchiveWritingError(error.reason, keyPath: place.path)
    }
    values.output.removeAll()
    try values.write(item.value, type, at: place)
    self[keyPath: output].write(string: item.name)
    self[keyPath: output].write(contentsOf: values.tables.schema.descriptorBytes(type))
    self[keyPath: output].write(contentsOf: values.output.bytes)
  }

  private mutating func write(_ chunk: ArchiveUnknownChunk) throws(ArchiveWritingError) {
    let type = chunk.type
    guard type.firstWrongByte == nil else {
      throw ArchiveWritingError(.breaks(.chunkType), keyPath: type.description)
    }
    guard !type.isKnown else {
      throw ArchiveWritingError(.breaks(.repeatedChunk), keyPath: type.description)
    }
    guard !type.isCritical else {
      throw ArchiveWritingError(.breaks(.unknownCriticalChunk), keyPath: type.description)
    }
    chunks.begin()
    chunks.output.write(contentsOf: chunk.payload)
    chunks.end(type)
  }

  /// Makes the error for a reference that was written before its target was known.
  private mutating func error(_ rule: ArchiveRule, at reference: ReferenceLedger.PendingReference)
    -> ArchiveWritingError
  {
    guard reference.object > 0 else {
      return ArchiveWritingError(
        .breaks(rule), keyPath: KeyPathText.root(rootNames.elements[reference.key]))
    }
    var path = ""
    if let entry = values.references.entry(of: reference.object) {
      path = KeyPathText.root(values.tables[entry]?.name ?? "")
      let keys = values.tables.keys(ofRecord: entry)
      if 0..<keys.count ~= reference.key {
        path += KeyPathText.key(values.tables.schema.keyNames[keys[reference.key]])
      }
    }
    return ArchiveWritingError(.breaks(rule), object: reference.object, keyPath: path)
  }
}

/// The head of an archive to write, and the size of its blocks.
///
/// Spec §2.4, §5.1.
package struct ArchiveWriterOptions: Hashable, Sendable {
  /// The document type: a uniform type, a media type, or an empty string.
  package var documentType: String
  /// The program that writes the archive, for people.
  package var writer: String
  /// The number of bytes of records that closes a block; a record of as many bytes has its own block; at most 1 GiB.
  package var blockByteCount: Int {
    didSet { blockByteCount = min(max(blockByteCount, 1), 1 << 30) }
  }

  package init(documentType: String = "", writer: String = "", blockByteCount: Int = 65_536) {
    self.documentType = documentType
    self.writer = writer
    self.blockByteCount = min(max(blockByteCount, 1), 1 << 30)
  }
}

/// The records of a block under construction.
///
/// Spec §5.1, §5.2.
struct RecordBlock {
  /// The owner of the records, each after its length.
  private let owner = OutputOwner(capacity: 512)
  /// The entry number of each object.
  private(set) var entries: [UInt32] = []
  /// The position of the length of the last record.
  private var lastStart = 0
  private let byteCount: Int

  init(_ options: ArchiveWriterOptions) {
    buffer = owner.buffer
    byteCount = options.blockByteCount
  }

  let buffer: OutputBuffer

  /// Whether the block has to be written.
  @inline(__always)
  var isFull: Bool { buffer.byteCount() >= byteCount }

  /// The position of the last record, if it fills a block by itself and is not the first.
  var startOfLargeRecord: Int? {
    lastStart > 0 && buffer.byteCount(from: lastStart) >= byteCount ? lastStart : nil
  }

  /// Begins a record, and returns its position.
  @inline(__always)
  func beginRecord() -> Int {
    buffer.write(byte: 0)
    return buffer.count
  }

  @inline(__always)
  mutating func endRecord(at start: Int, entry: Int) {
    buffer.endLength(before: start)
    lastStart = start &- 1
    entries.append(UInt32(clamping: entry))
  }

  /// Removes the record that was begun at a position.
  func cancelRecord(at start: Int) { buffer.truncate(to: start &- 1) }

  /// Removes the entry numbers, which a copy has.
  mutating func forget() { entries = [] }

  /// Begins the next block.
  mutating func removeAll() {
    buffer.truncate(to: 0)
    entries.removeAll(keepingCapacity: true)
  }
}

/// A root whose value has been written.
package struct WrittenRoot {
  let name: String
  /// The index of the type.
  let type: Int
  /// The owner of the bytes of the value.
  let value: OutputOwner
}
