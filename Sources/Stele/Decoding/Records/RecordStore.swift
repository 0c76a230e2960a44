/// The records of an archive, found by the numbers of their objects.
///
/// There are two kinds: an archive in memory, of which everything has been examined before, and one that is open,
/// of which blocks are loaded and records examined when they are needed.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class RecordStore {
  /// What values need.
  var context: ReadingContext { tables.context }
  /// Whether records are examined only when they are touched.
  let isLazy: Bool
  /// The roots.
  @safe @exclusivity(unchecked) var roots: RootDirectory
  private let tables: ArchiveTables
  private let bytes: ArchiveBytes
  private let end: Int
  /// What owns the bytes of archives that are in memory; without bytes in those that are open.
  private let whole: ByteReader
  /// The bytes of archives that are in memory.
  private let memory: CheckedBytes
  /// For each object the offset of its record; none in archives that are open.
  private let starts: RecordOffsets
  /// For each object its entry; unused in archives that are open.
  private let entries: [UInt32]
  /// The references to objects that are far away; none in archives that are open.
  let farReferences: FarReferences
  /// What owns the bytes of archives that are open, by where they are.
  @safe @exclusivity(unchecked) private var owners: [UInt: ByteReader] = [:]
  /// The blocks that have been loaded, by the number of their first object.
  @safe @exclusivity(unchecked) private var loaded: [Int: LoadedBlock] = [:]

  /// The number of objects.
  let objectCount: Int

  /// Examines an archive, and finds all its records.
  ///
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  init(checking bytes: [UInt8], limits: Limits) throws(ArchiveError) {
    let check = try ArchiveCheck(.memory(bytes), limits: limits, keepsRecordOffsets: true)
    self.bytes = .memory(bytes)
    tables = check.tables
    end = check.frames.end
    roots = try RootDirectory(checking: check, in: self.bytes, before: end)
    whole = ByteReader(bytes)
    memory = Self.checkedBytes(of: whole)
    isLazy = false
    objectCount = tables.context.objectCount
    entries = tables.context.objectEntries ?? []
    starts = check.tables.recordOffsets
    farReferences = roots.farReferences
  }

  /// Takes an archive that is open.
  ///
  /// - Throws: Rule P4 when the archive is too small for the number of its objects.
  init(_ archive: Archive) throws(ArchiveError) {
    let parts = archive.parts
    bytes = parts.bytes
    tables = parts.tables
    end = parts.end
    let rootReader = NamedValuesReader(
      context: tables.context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    roots = RootDirectory(tables, in: bytes, before: end, isLazy: true, reader: rootReader)
    whole = ByteReader([])
    memory = CheckedBytes()
    isLazy = true
    objectCount = tables.context.objectCount
    starts = RecordOffsets(byteCount: 0)
    entries = []
    farReferences = FarReferences()
    // A record takes two bytes or more; nothing may be allocated for objects that cannot be there.
    guard tables.context.objectCount <= bytes.byteCount / 2 else {
      throw ArchiveError(.indexCount, at: tables.blocks.last?.place.place ?? 0)
    }
  }

  /// Finds a record: the number of its entry, and where it stands behind that.
  @inline(__always)
  func record(_ number: Int) throws(ArchiveError) -> (entry: Int, content: CheckedBytes) {
    guard let start = starts[number] else { return try loadedRecord(number) }
    var record = memory
    try record.move(to: start)
    _ = try record.readNumber()
    return (try record.readNumber(), record)
  }

  /// The bytes of a record behind its length.
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
  ) throws(ArchiveError) -> (entry: Int, content: CheckedBytes) {
    guard isLazy, let block = tables.block(of: number) else {
      throw ArchiveError(.danglingReference, at: 0)
    }
    var content = try loadedBlock(block)
    defer { loaded[block.first] = content }
    let record = try content.record(number - block.first, of: block, context: context)
    var place = content.bytes
    try place.move(to: record.content.offset)
    return (record.entry, place)
  }

  private func startOfLoadedRecord(_ number: Int) throws(ArchiveError) -> Int {
    guard let block = tables.block(of: number), let content = loaded[block.first] else {
      throw ArchiveError(.danglingReference, at: 0)
    }
    return content.start(number - block.first)
  }

  private func loadedBlock(_ block: Block) throws(ArchiveError) -> LoadedBlock {
    if let content = loaded.removeValue(forKey: block.first) { return content }
    let payload = try block.place.readPayload(from: bytes, before: end)
    return try LoadedBlock(block, payload, bytes: own(payload))
  }
}

extension RecordStore {
  /// A place in the bytes of the archive that have been examined.
  func place(_ reader: ByteReader) throws(ArchiveError) -> CheckedBytes {
    guard !isLazy else { return own(reader) }
    var place = memory
    try place.move(to: reader.offset)
    return place
  }

  /// A reader at a place.
  func reader(at place: CheckedBytes) -> ByteReader {
    var reader = isLazy ? owners[place.address] ?? whole : whole
    // The place is one in the bytes of the reader.
    try? reader.move(to: place.offset)
    return reader
  }

  /// Keeps the bytes of a reader.
  private func own(_ reader: ByteReader) -> CheckedBytes {
    let place = Self.checkedBytes(of: reader)
    owners[place.address] = reader
    return place
  }

  private static func checkedBytes(of reader: ByteReader) -> CheckedBytes {
    // Safe: the elements of an array stay where they are while something holds it that does not change it; the store holds
    // this one as long as it lives.
    unsafe reader.bytes(in: reader.offset..<reader.endOffset).withUnsafeBytes { bytes in
      unsafe CheckedBytes(bytes, origin: reader.offset)
    }
  }
}

/// A block of records that has been read, and what is known of its records.
private struct LoadedBlock {
  private let payload: ByteReader
  /// The bytes of the payload.
  let bytes: CheckedBytes
  /// The offsets of the records.
  private var starts: [Int] = []
  /// The entries of the records that have been examined, or 0.
  private var entries: [UInt32] = []

  init(_ block: Block, _ payload: ByteReader, bytes: CheckedBytes) throws(ArchiveError) {
    var payload = payload
    self.payload = payload
    self.bytes = bytes
    try block.readHeader(&payload)
    for _ in block.numbers {
      starts.append(payload.offset)
      try payload.skip(try payload.readCount())
    }
    try payload.finish()
    entries = Array(repeating: 0, count: starts.count)
  }

  /// Where the length of a record stands.
  func start(_ place: Int) -> Int { starts[place] }

  mutating func record(
    _ place: Int, of block: Block, context: ReadingContext
  ) throws(ArchiveError) -> (entry: Int, content: ByteReader) {
    var record = payload
    try record.move(to: starts[place])
    guard entries[place] == 0 else {
      _ = try record.readNumber()
      return (try record.readNumber(), record)
    }
    let frame = try RecordFrame(
      parsing: &record, classes: context.forms, definitions: block.definitions)
    var reader = RecordReader(
      context: context, budget: MemoryBudget(byteCount: .max))
    try reader.examine(frame, definitions: block.definitions, number: block.first + place)
    entries[place] = UInt32(truncatingIfNeeded: frame.entry)
    return (frame.entry, frame.content)
  }
}
