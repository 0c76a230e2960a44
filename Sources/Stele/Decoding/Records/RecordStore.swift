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
  private let opened: Opened?
  /// The bytes of archives that are in memory.
  @safe @exclusivity(unchecked) private var memory = CheckedBytes()
  /// For each object the offset of its record; none in archives that are open.
  @safe @exclusivity(unchecked) private var starts = RecordOffsets(byteCount: 0)
  /// For each object its entry; unused in archives that are open.
  @safe @exclusivity(unchecked) private var entries: [UInt32] = []
  /// For each block whether it has been loaded; none before one has.
  @safe @exclusivity(unchecked) private var loaded: [LoadedBlock?] = []

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
  }

  /// Takes an archive that is open.
  ///
  /// - Throws: Rule P5 when the archive is too small for the number of its objects.
  init(_ archive: Archive) throws(ArchiveError) {
    let (tables, bytes, end, _) = archive.parts
    context = tables.context
    self.bytes = bytes
    opened = Opened(tables: tables, end: end)
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
    guard let index = opened?.tables.blockIndex(of: number) else {
      throw ArchiveError(.danglingReference, at: 0)
    }
    return try loadedBlock(index).record(number, context: context)
  }

  private func startOfLoadedRecord(_ number: Int) throws(ArchiveError) -> Int {
    guard let index = opened?.tables.blockIndex(of: number), loaded.indices.contains(index),
      let block = loaded[index]
    else { throw ArchiveError(.danglingReference, at: 0) }
    return block.start(of: number)
  }

  private func loadedBlock(_ index: Int) throws(ArchiveError) -> LoadedBlock {
    guard let opened else { throw ArchiveError(.danglingReference, at: 0) }
    if loaded.isEmpty { loaded = Array(repeating: nil, count: opened.tables.blocks.count) }
    if let block = loaded[index] { return block }
    let block = opened.tables.blocks[index]
    let payload = try block.place.readPayload(from: bytes, before: opened.end)
    let new = try LoadedBlock(block, payload, bytes: Self.checkedBytes(of: payload))
    loaded[index] = new
    return new
  }
}

extension RecordStore {
  /// The value of a root, which has been examined.
  func place(of root: RootDirectory.Root) throws(ArchiveError) -> CheckedBytes {
    // The directory keeps the bytes.
    guard !isLazy else { return Self.checkedBytes(of: root.value) }
    var place = memory
    try place.move(to: root.value.offset)
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
    guard let opened else {
      guard case .memory(let bytes) = bytes else { return ByteReader([]) }
      return ByteReader(bytes)
    }
    if let index = opened.tables.blockIndex(before: place.origin), loaded.indices.contains(index),
      let block = loaded[index], block.bytes.address == place.address
    {
      return block.payload
    }
    return roots.value(at: place.origin) ?? ByteReader([])
  }

  private static func memory(_ bytes: ArchiveBytes) -> CheckedBytes {
    guard case .memory(let bytes) = bytes else { return CheckedBytes() }
    // Safe: the elements of an array stay where they are while something holds it that does not change it; the store holds
    // this one until it forgets the archive, and this place with it.
    return unsafe bytes.withUnsafeBytes { bytes in unsafe CheckedBytes(bytes, origin: 0) }
  }

  private static func checkedBytes(of reader: ByteReader) -> CheckedBytes {
    // Safe: as above; the store holds the block, or the root, as long as it lives.
    unsafe reader.bytes(in: reader.offset..<reader.endOffset).withUnsafeBytes { bytes in
      unsafe CheckedBytes(bytes, origin: reader.offset)
    }
  }
}

/// Where the blocks of an archive that is open stand, and the offset of the closing signature.
private struct Opened {
  let tables: ArchiveTables
  let end: Int
}

/// A block of records that has been read, and what is known of its records.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
private final class LoadedBlock {
  /// What owns the bytes.
  let payload: ByteReader
  /// The bytes of the payload.
  let bytes: CheckedBytes
  private let block: Block
  /// The offsets of the records.
  private var starts: [Int] = []
  /// The entries of the records that have been examined, or 0.
  @safe @exclusivity(unchecked) private var entries: [UInt32] = []

  init(_ block: Block, _ payload: ByteReader, bytes: CheckedBytes) throws(ArchiveError) {
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

  /// Where the length of the record of an object stands.
  func start(of number: Int) -> Int { starts[number - block.first] }

  /// Finds the record of an object, and examines it the first time: the number of its entry, and where it stands behind that.
  func record(
    _ number: Int, context: ReadingContext
  ) throws(ArchiveError) -> (entry: Int, content: CheckedBytes) {
    let index = number - block.first
    var content = bytes
    guard entries[index] == 0 else {
      try content.move(to: starts[index])
      _ = try content.readNumber()
      return (try content.readNumber(), content)
    }
    var record = payload
    try record.move(to: starts[index])
    let frame = try RecordFrame(
      parsing: &record, schema: context.schema, definitions: block.definitions)
    var values = ValueInterpreter(context, visitor: ValidatingVisitor())
    values.definitions = block.definitions
    var rest = frame.content
    try rest.withCursor { input throws(ArchiveError) in
      try values.walkRecord(ofEntry: frame.entry, object: number, &input)
    }
    entries[index] = UInt32(truncatingIfNeeded: frame.entry)
    try content.move(to: frame.content.offset)
    return (frame.entry, content)
  }
}
