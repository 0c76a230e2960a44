/// The records of an archive, found by the numbers of their objects.
///
/// There are two kinds: an archive in memory, all of which has been validated, and one that is open, of which blocks are
/// loaded and records validated when they are needed.
final class RecordStore {
  /// What values need.
  let context: ReadingContext
  /// Whether records are validated only when they are needed.
  let isLazy: Bool
  /// The roots.
  var roots: RootDirectory
  private let bytes: ArchiveBytes
  /// Where the blocks of an open archive stand.
  private let opened: ArchiveTables?
  /// The bytes of an archive in memory.
  private let memory: ValidCursor
  /// For each object the offset of its record; none in open archives.
  private let starts: RecordOffsets
  /// For each object its entry; none in open archives.
  private let entries: [UInt32]
  /// For each block its records; none before one has been loaded.
  private var loaded: [LoadedBlock?] = []
  /// The number of objects.
  let objectCount: Int
  /// What the document is; spec §2.4.
  let documentType: String
  /// The payload check of the index; spec §6.3.
  let fingerprint: UInt64

  /// Validates an archive, and finds all its records.
  ///
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  init(validating bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveError) {
    let check = try ArchiveCheck(opening: .memory(bytes), limits: limits)
    try check.readRecordFrames(keepsOffsets: true)
    isLazy = false
    opened = nil
    (context, self.bytes) = (check.tables.context, check.bytes)
    let reader = NamedValuesReader(
      context: context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    roots = RootDirectory(
      check.tables, in: self.bytes, isLazy: false, reader: reader)
    try roots.validate(check)
    memory = Self.memory(self.bytes)
    objectCount = context.objectCount
    entries = context.objectEntries ?? []
    starts = check.tables.recordOffsets
    documentType = check.head.documentType
    fingerprint = check.fingerprint
  }

  /// Finds all records of an archive that is being written, whose references may lead to objects that are still to come.
  ///
  /// Nothing but what finding them takes is validated.
  init(unfinished bytes: [UInt8]) throws(ArchiveError) {
    let check = try ArchiveCheck(opening: .memory(bytes), limits: ArchiveLimits())
    try check.readRecordFrames(keepsOffsets: true)
    isLazy = false
    opened = nil
    var context = check.tables.context
    context.acceptsLostTargets = true
    (self.context, self.bytes) = (context, check.bytes)
    let reader = NamedValuesReader(
      context: context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    roots = RootDirectory(
      check.tables, in: self.bytes, isLazy: false, reader: reader)
    memory = Self.memory(self.bytes)
    objectCount = context.objectCount
    entries = context.objectEntries ?? []
    starts = check.tables.recordOffsets
    documentType = check.head.documentType
    fingerprint = check.fingerprint
  }

  /// Takes an open archive.
  ///
  /// - Throws: Rule P5 when the archive is too small for the number of its objects.
  init(_ archive: Archive) throws(ArchiveError) {
    let (tables, bytes, _) = archive.parts
    context = tables.context
    self.bytes = bytes
    opened = tables
    let rootReader = NamedValuesReader(
      context: context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    roots = RootDirectory(tables, in: bytes, isLazy: true, reader: rootReader)
    isLazy = true
    memory = ValidCursor()
    starts = RecordOffsets(byteCount: 0)
    entries = []
    objectCount = context.objectCount
    documentType = archive.documentType
    fingerprint = archive.fingerprint
    // A record takes two bytes or more; nothing may be allocated for objects that cannot be there.
    guard objectCount <= bytes.byteCount / 2 else {
      throw ArchiveError(.indexCount, at: tables.blocks.last?.place.place ?? 0)
    }
  }

  /// Finds a record: the number of its entry, and where it follows that.
  @inline(__always)
  func record(_ number: Int) throws(ArchiveError) -> (entry: Int, content: ValidCursor) {
    guard let start = starts[number] else { return try loadedRecord(number) }
    var record = memory
    record.move(to: start)
    _ = record.readNumber()
    return (record.readNumber(), record)
  }

  /// The bytes of a record after its length.
  func wholeRecord(_ number: Int) throws(ArchiveError) -> ByteReader {
    let (_, content) = try record(number)
    var whole = reader(at: content)
    if let start = starts[number] {
      try whole.move(to: start)
    } else {
      try whole.move(to: startOfLoadedRecord(number))
    }
    return try whole.readSlice(try whole.readCount())
  }

  /// The number of bytes of the archive.
  var byteCount: Int { bytes.byteCount }

  /// The entry of an object.
  func entry(of number: Int) throws(ArchiveError) -> Int {
    if let entry = knownEntry(of: number) { return entry }
    return try record(number).entry
  }

  /// The entry of an object, in archives that are in memory.
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
    guard let index = opened?.blockIndex(of: number) else {
      throw ArchiveError(.danglingReference, at: 0)
    }
    return try loadedBlock(index).record(number, context: context)
  }

  private func startOfLoadedRecord(_ number: Int) throws(ArchiveError) -> Int {
    guard let index = opened?.blockIndex(of: number), loaded.indices.contains(index),
      let block = loaded[index]
    else { throw ArchiveError(.danglingReference, at: 0) }
    return block.start(of: number)
  }

  private func loadedBlock(_ index: Int) throws(ArchiveError) -> LoadedBlock {
    guard let opened else { throw ArchiveError(.danglingReference, at: 0) }
    if loaded.isEmpty { loaded = Array(repeating: nil, count: opened.blocks.count) }
    if let block = loaded[index] { return block }
    let block = opened.blocks[index]
    let payload = try block.place.readPayload(from: bytes)
    let new = try LoadedBlock(block, payload, bytes: Self.cursor(of: payload))
    loaded[index] = new
    return new
  }
}

extension RecordStore {
  /// The value of a root, which has been validated.
  func place(of root: RootDirectory.Root) -> ValidCursor {
    // The directory keeps the bytes.
    guard !isLazy else { return Self.cursor(of: root.value) }
    var place = memory
    place.move(to: root.value.offset)
    return place
  }

  /// A reader at a place.
  func reader(at place: ValidCursor) -> ByteReader {
    var reader = owner(of: place)
    // The place is one in the bytes of the reader.
    try? reader.move(to: place.offset)
    return reader
  }

  private func owner(of place: ValidCursor) -> ByteReader {
    guard let opened else {
      guard case .memory(let bytes) = bytes else { return ByteReader([]) }
      return ByteReader(bytes)
    }
    if let index = opened.blockIndex(before: place.origin), loaded.indices.contains(index),
      let block = loaded[index], block.bytes.address == place.address
    {
      return block.payload
    }
    return roots.value(at: place.origin) ?? ByteReader([])
  }

  private static func memory(_ bytes: ArchiveBytes) -> ValidCursor {
    guard case .memory(let bytes) = bytes else { return ValidCursor() }
    // Safe: the elements of an array stay where they are while something holds it that does not change it; the store holds
    // this one until it forgets the archive, and this place with it.
    return unsafe bytes.withUnsafeBytes { bytes in unsafe ValidCursor(bytes, origin: 0) }
  }

  private static func cursor(of reader: ByteReader) -> ValidCursor {
    // Safe: as above; the store holds the block, or the root, as long as it lives.
    unsafe reader.bytes(in: reader.offset..<reader.endOffset).withUnsafeBytes { bytes in
      unsafe ValidCursor(bytes, origin: reader.offset)
    }
  }
}
