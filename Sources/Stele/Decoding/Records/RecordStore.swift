/// The records of an archive, found by the numbers of their objects.
///
/// There are two kinds: an archive in memory, of which everything has been examined before, and one that is open,
/// of which blocks are loaded and records examined when they are needed.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class RecordStore {
  /// What values need.
  @safe @exclusivity(unchecked) private(set) var context: ReadingContext
  /// Whether records are examined only when they are touched.
  let isLazy: Bool
  /// The roots.
  @safe @exclusivity(unchecked) var roots: RootDirectory
  @safe @exclusivity(unchecked) private var bytes: ArchiveBytes
  /// Where the blocks of archives that are open stand, and the offset of the closing signature.
  private let opened: (tables: ArchiveTables, end: Int)?
  /// The bytes of archives that are in memory.
  @safe @exclusivity(unchecked) private var memory = CheckedBytes()
  /// For each object the offset of its record; none in archives that are open.
  @safe @exclusivity(unchecked) private var starts = RecordOffsets(byteCount: 0)
  /// For each object its entry; unused in archives that are open.
  @safe @exclusivity(unchecked) private var entries: [UInt32] = []
  /// The references to objects that are far away; none in archives that are open.
  @safe @exclusivity(unchecked) private(set) var farReferences = FarReferences()
  /// What owns the bytes of archives that are open, by where they are.
  @safe @exclusivity(unchecked) private var owners: [UInt: ByteReader] = [:]
  /// The blocks that have been loaded, by the number of their first object.
  @safe @exclusivity(unchecked) private var loaded: [Int: LoadedBlock] = [:]

  /// The number of objects.
  @safe @exclusivity(unchecked) private(set) var objectCount: Int

  /// Examines an archive, and finds all its records.
  ///
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  convenience init(checking bytes: [UInt8], limits: Limits) throws(ArchiveError) {
    try self.init(ArchiveCheck(opening: .memory(bytes), limits: limits))
  }

  /// Examines what is left of an archive that has been opened, and finds all its records: phases 4 to 6 of §7.1.
  ///
  /// - Throws: The first refusal in the order that the specification gives.
  init(_ check: ArchiveCheck) throws(ArchiveError) {
    isLazy = false
    opened = nil
    (context, bytes) = (check.tables.context, check.bytes)
    objectCount = 0
    let reader = NamedValuesReader(
      context: context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    roots = RootDirectory(
      check.tables, in: bytes, before: check.frames.end, isLazy: false, reader: reader)
    try begin(check)
  }

  /// Begins an archive that has the same class table as the last one, which has been forgotten.
  ///
  /// - Throws: The first refusal in the order that the specification gives.
  func begin(_ check: ArchiveCheck) throws(ArchiveError) {
    try check.readRecordFrames(keepsOffsets: true)
    let context = check.tables.context
    try roots.begin(checking: check, context)
    self.context = context
    bytes = check.bytes
    memory = Self.memory(bytes)
    objectCount = context.objectCount
    entries = context.objectEntries ?? []
    starts = check.tables.recordOffsets
    if roots.hasFarReferences { farReferences = roots.farReferences }
  }

  /// Forgets the archive, of which only the class table is kept.
  func forgetArchive() {
    roots.forgetArchive()
    context.forgetArchive()
    bytes = .memory([])
    memory = CheckedBytes()
    objectCount = 0
    entries = []
    starts = RecordOffsets(byteCount: 0)
    if !farReferences.isEmpty { farReferences = FarReferences() }
  }

  /// Takes an archive that is open.
  ///
  /// - Throws: Rule P4 when the archive is too small for the number of its objects.
  init(_ archive: Archive) throws(ArchiveError) {
    let (tables, bytes, end, _) = archive.parts
    context = tables.context
    self.bytes = bytes
    opened = (tables, end)
    let rootReader = NamedValuesReader(
      context: context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    roots = RootDirectory(tables, in: bytes, before: end, isLazy: true, reader: rootReader)
    isLazy = true
    objectCount = context.objectCount
    // A record takes two bytes or more; nothing may be allocated for objects that cannot be there.
    guard objectCount <= bytes.byteCount / 2 else {
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
    guard let opened, let block = opened.tables.block(of: number) else {
      throw ArchiveError(.danglingReference, at: 0)
    }
    var content = try loadedBlock(block, before: opened.end)
    defer { loaded[block.first] = content }
    let record = try content.record(number - block.first, of: block, context: context)
    var place = content.bytes
    try place.move(to: record.content.offset)
    return (record.entry, place)
  }

  private func startOfLoadedRecord(_ number: Int) throws(ArchiveError) -> Int {
    guard let block = opened?.tables.block(of: number), let content = loaded[block.first] else {
      throw ArchiveError(.danglingReference, at: 0)
    }
    return content.start(number - block.first)
  }

  private func loadedBlock(
    _ block: Block, before end: Int
  ) throws(ArchiveError) -> LoadedBlock {
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
    var reader = owner(of: place)
    // The place is one in the bytes of the reader.
    try? reader.move(to: place.offset)
    return reader
  }

  private func owner(of place: CheckedBytes) -> ByteReader {
    if isLazy, let owner = owners[place.address] { return owner }
    guard case .memory(let bytes) = bytes else { return ByteReader([]) }
    return ByteReader(bytes)
  }

  /// Keeps the bytes of a reader.
  private func own(_ reader: ByteReader) -> CheckedBytes {
    let place = Self.checkedBytes(of: reader)
    owners[place.address] = reader
    return place
  }

  private static func memory(_ bytes: ArchiveBytes) -> CheckedBytes {
    guard case .memory(let bytes) = bytes else { return CheckedBytes() }
    // Safe: the elements of an array stay where they are while something holds it that does not change it; the store holds
    // this one until it forgets the archive, and this place with it.
    return unsafe bytes.withUnsafeBytes { bytes in unsafe CheckedBytes(bytes, origin: 0) }
  }

  private static func checkedBytes(of reader: ByteReader) -> CheckedBytes {
    // Safe: as above; the store holds this one as long as it lives.
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
