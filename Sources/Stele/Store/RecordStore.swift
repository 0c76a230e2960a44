/// The records of an archive, found by the numbers of their objects.
///
/// An archive in memory has been validated as a whole; of an open archive, blocks are loaded and records validated on demand.
package final class RecordStore {
  /// The facts needed to read values.
  let context: ReadingContext
  /// Whether records are validated on demand.
  let isLazy: Bool
  // Safe: none of its functions runs code of the program, or has the store.
  @safe @exclusivity(unchecked) var roots: RootDirectory
  private let bytes: ArchiveBytes
  /// The tables of an open archive.
  private let opened: ArchiveTables?
  /// The bytes of an archive in memory.
  private let memory: ValidCursor
  /// The offset of the record of each object; empty for open archives.
  private let starts: RecordOffsets
  /// The entry of each object; empty for open archives.
  private let entries: [UInt32]
  /// For each object the first one that it refers to, or 0, to look ahead; empty if there are few objects, if their values have
  /// not been validated, or if memory does not suffice.
  let targets: [UInt32]
  /// The loaded blocks, by their index; empty until the first has been loaded.
  private var loaded: [LoadedBlock?] = []
  /// The number of objects up to which loading ahead saves nothing.
  private static let cachedCount = 1000
  var objectCount: Int { context.objectCount }
  /// The document type; spec §2.4.
  let documentType: String
  /// The payload check of the index; spec §6.3.
  let fingerprint: UInt64

  /// Validates an archive, and finds all its records.
  ///
  /// `reused` is the class table of the previous archive of a series, and `reader` has validated an archive with the same limits.
  /// The values of an archive that is not finished are not validated, and its references may be to missing objects.
  ///
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  init(
    validating bytes: [UInt8], limits: ArchiveLimits, reusing reused: ReadClassTable? = nil,
    _ reader: RootReader? = nil, isFinished: Bool = true
  ) throws(ArchiveError) {
    let check = try ArchiveCheck(
      .memory(bytes), limits: limits, reusing: reused, keepsOffsets: true)
    isLazy = false
    opened = nil
    var context = check.tables.context
    context.acceptsLostTargets = !isFinished
    let looksAhead =
      isFinished && context.objectCount > Self.cachedCount
      && context.budget.pay(MemoryBudget.array(of: UInt32.self, count: context.objectCount))
    (self.context, self.bytes) = (context, check.bytes)
    let known = reader?.table === context.table ? reader : nil
    known?.values.reset(for: context)
    roots = RootDirectory(
      check.tables.roots, in: self.bytes, reader: known ?? RootReader(context))
    targets = isFinished ? try roots.validate(check, notesTargets: looksAhead) : []
    memory = Self.cursor(of: ByteReader(bytes))
    entries = context.objectEntries ?? []
    starts = check.tables.recordOffsets
    documentType = check.head.documentType
    fingerprint = check.fingerprint
  }

  /// Finds all records of an archive under construction; targets of its references may be missing.
  ///
  /// Values are not validated.
  convenience init(unfinished bytes: [UInt8]) throws(ArchiveError) {
    try self.init(validating: bytes, limits: ArchiveLimits(), isFinished: false)
  }

  /// Makes a store of an open archive, whose blocks are loaded on demand.
  ///
  /// - Throws: Rule X6 if the archive is too small for the number of its objects.
  package init(
    _ tables: ArchiveTables, in bytes: ArchiveBytes, documentType: String, fingerprint: UInt64
  ) throws(ArchiveError) {
    context = tables.context
    self.bytes = bytes
    opened = tables
    roots = RootDirectory(tables.roots, in: bytes, reader: RootReader(context))
    isLazy = true
    targets = []
    memory = ValidCursor()
    starts = RecordOffsets()
    entries = []
    self.documentType = documentType
    self.fingerprint = fingerprint
    // A record takes two bytes or more; no memory may be reserved for objects that cannot be there.
    guard objectCount <= bytes.byteCount / 2 else {
      throw ArchiveError(.indexCount, at: tables.blocks.last?.entry.entryOffset ?? 0)
    }
  }

  /// Returns the entry of a record, and the bytes after the entry number.
  @inline(__always)
  func record(_ number: Int) throws(ArchiveError) -> (entry: Int, content: ValidCursor) {
    guard let start = starts[number] else { return try loadedRecord(number) }
    var record = memory
    record.move(to: start)
    _ = record.readNumber()
    return (record.readNumber(), record)
  }

  /// Returns the bytes of a record after its length.
  func wholeRecord(_ number: Int) throws(ArchiveError) -> ByteReader {
    let (_, content) = try record(number)
    var whole = reader(at: content)
    if let start = starts[number] {
      try whole.move(to: start)
    } else {
      try whole.move(to: loadedBlock(of: number).start(of: number))
    }
    return try whole.readSlice(try whole.readCount())
  }

  var byteCount: Int { bytes.byteCount }

  @inline(__always)
  func entry(of number: Int) throws(ArchiveError) -> Int {
    if let entry = knownEntry(of: number) { return entry }
    return try record(number).entry
  }

  /// Returns the entry of an object, or nil if the archive is not in memory.
  @inline(__always)
  func knownEntry(of number: Int) -> Int? {
    let index = number &- 1
    guard index >= 0, index < entries.count else { return nil }
    return Int(entries[index])
  }

  @inline(never)
  private func loadedRecord(
    _ number: Int
  ) throws(ArchiveError) -> (entry: Int, content: ValidCursor) {
    try loadedBlock(of: number).record(number, context: context)
  }

  /// Returns the block of an object, which is loaded the first time.
  private func loadedBlock(of number: Int) throws(ArchiveError) -> LoadedBlock {
    guard let opened, let index = opened.blockIndex(of: number) else {
      throw ArchiveError(.danglingReference, at: 0)
    }
    if loaded.isEmpty { loaded = Array(repeating: nil, count: opened.blocks.count) }
    if let block = loaded[index] { return block }
    let block = opened.blocks[index]
    let payload = try block.entry.readPayload(from: bytes)
    let new = try LoadedBlock(block, payload, bytes: Self.cursor(of: payload))
    loaded[index] = new
    return new
  }
}

extension RecordStore {
  /// Reads an object without types of the program.
  ///
  /// - Throws: The rule that its record breaks, L4 included.
  func object(_ number: Int) throws(ArchiveError) -> ArchiveObject {
    let frame = try RecordFrame(
      content: wholeRecord(number), schema: context.schema, definitions: context.definitions)
    var reader = ValueReader(context, budget: context.budget)
    return try reader.read(frame, number: number)
  }

  /// Reads a value of a type of the class table, by its index there, or an element of a uniform list by the entry numbers before
  /// the list.
  ///
  /// - Throws: The rule that the value breaks, L4 included.
  func value(
    _ type: Int, _ nested: [Int]?, at place: ByteReader
  ) throws(ArchiveError) -> ArchiveValue {
    var reader = ValueReader(context, budget: context.budget)
    var input = place
    return try reader.readValue(type, nested, &input)
  }

  /// Returns a cursor at the type of a root, before its value, which has been validated.
  func place(of root: NamedValuePlace) -> ValidCursor {
    // The directory keeps the bytes.
    guard !isLazy else { return Self.cursor(of: root.descriptor) }
    var place = memory
    place.move(to: root.descriptor.offset)
    return place
  }

  func reader(at place: ValidCursor) -> ByteReader {
    var reader = owner(of: place)
    // The position is in the bytes of the reader.
    try? reader.move(to: place.offset)
    return reader
  }

  private func owner(of place: ValidCursor) -> ByteReader {
    guard let opened else {
      guard case .memory(let bytes) = bytes else { return ByteReader([]) }
      return ByteReader(bytes)
    }
    if let index = opened.blockIndex(before: place.origin), loaded.indices.contains(index),
      let block = loaded[index], block.payload.offset == place.origin
    {
      return block.payload
    }
    return roots.descriptor(at: place.origin) ?? ByteReader([])
  }

  private static func cursor(of reader: ByteReader) -> ValidCursor {
    // Safe: the bytes of a reader stay in place while their array is held and not changed; the store holds the archive, the block or
    // the root as long as the cursor.
    unsafe reader.bytes(in: reader.offset..<reader.endOffset).withUnsafeBytes { bytes in
      unsafe ValidCursor(bytes, origin: reader.offset)
    }
  }
}

/// A block of records in memory, and the offsets of its records.
final class LoadedBlock {
  /// The owner of the bytes.
  let payload: ByteReader
  let bytes: ValidCursor
  private let block: Block
  /// The offsets of the records.
  private var starts: [Int] = []
  /// The entry of each record that has been validated; 0 for the others.
  private var entries: [UInt32] = []

  init(_ block: Block, _ payload: ByteReader, bytes: ValidCursor) throws(ArchiveError) {
    self.block = block
    self.payload = payload
    self.bytes = bytes
    var input = payload
    try block.readHeader(&input)
    starts.reserveCapacity(block.count)
    for _ in block.numbers {
      starts.append(input.offset)
      try input.skip(try input.readCount())
    }
    try input.finish()
    entries = Array(repeating: 0, count: starts.count)
  }

  /// Returns the offset of the length of the record of an object.
  func start(of number: Int) -> Int { starts[number - block.first] }

  /// Returns the entry of a record and the bytes after the entry number; the record is validated the first time.
  func record(
    _ number: Int, context: ReadingContext
  ) throws(ArchiveError) -> (entry: Int, content: ValidCursor) {
    let index = number - block.first
    var content = bytes
    guard entries[index] == 0 else {
      content.move(to: starts[index])
      _ = content.readNumber()
      return (content.readNumber(), content)
    }
    var record = payload
    try record.move(to: starts[index])
    let frame = try RecordFrame(
      parsing: &record, schema: context.schema, definitions: block.definitions)
    var values = ValueInterpreter(context, visitor: ValidatingVisitor())
    try values.walkRecord(frame, number: number)
    entries[index] = UInt32(truncatingIfNeeded: frame.entry)
    content.move(to: frame.content.offset)
    return (frame.entry, content)
  }
}
