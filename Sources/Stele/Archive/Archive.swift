/// An archive that is open for reading: its classes, roots and single objects, without any Swift class.
///
/// Opening reads the index, the head, the class table and the weak slots; roots and objects are read
/// when they are asked for, and checked then. ``check()`` examines everything.
///
/// Spec §7.2.
public struct Archive: Sendable {
  /// The minor version of the format; the major version is 1.
  public let minorVersion: Int
  /// The program that wrote the archive, for people.
  public let writer: String
  private let bytes: ArchiveBytes
  private let end: Int
  private let limits: Limits
  private let tables: ArchiveTables
  private let numbered = KeptNumberedObjects()

  /// Opens an archive that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: What to accept at most.
  /// - Throws: The rule that the parts break that are read here.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ArchiveError) {
    try self.init(.memory(bytes), limits: limits)
  }

  /// Opens an archive of which parts are copied when they are needed.
  ///
  /// - Parameters:
  ///   - source: Where the bytes come from.
  ///   - limits: What to accept at most.
  /// - Throws: The rule that the parts break that are read here.
  /// - Complexity: O(*n*), where *n* is the number of chunks and class entries.
  public init(_ source: some ByteSource, limits: Limits = Limits()) throws(ArchiveError) {
    try self.init(.source(source), limits: limits)
  }

  package init(_ bytes: ArchiveBytes, limits: Limits) throws(ArchiveError) {
    self.bytes = bytes
    self.limits = limits
    end = try Frames.endOfChunks(in: bytes)
    let start = Signature.byteCount
    var headPayload = try Self.payload(of: .head, at: UInt64(start), in: bytes, before: end)
    let head = try Head(parsing: &headPayload.input)
    minorVersion = head.minorVersion
    writer = head.writer

    var place = bytes.reader(of: max(start, end - 8)..<end)
    let indexOffset = try place.readInteger(UInt64.self)
    var indexPayload = try Self.payload(of: .index, at: indexOffset, in: bytes, before: end)
    guard (indexPayload.input.endOffset + 7) & ~7 == end else {
      throw ArchiveError(.indexPlace, at: end - 8)
    }
    let index = try ArchiveIndex(
      parsing: &indexPayload.input, at: indexPayload.chunk.offset, listing: nil)
    var previous = UInt64(start)
    for place in index.entries {
      // The chunks themselves are looked at when they are needed.
      guard place.type.isIndexed, place.offset > previous, place.offset < indexOffset,
        place.offset % 8 == 0
      else { throw ArchiveError(.indexEntry, at: place.place) }
      previous = place.offset
    }
    var tables = try ArchiveTables(
      index.entries, in: bytes, before: end, limits: limits)
    try tables.readWeakSlots(in: bytes, before: end)
    self.tables = tables
  }

  private static func payload(
    of type: ChunkType, at offset: UInt64, in bytes: ArchiveBytes, before end: Int
  ) throws(ArchiveError) -> (chunk: Chunk, input: ByteReader) {
    let place = type == .head ? Signature.byteCount : end - 8
    let rule: Rule = type == .head ? .headChunk : .indexPlace
    guard offset % 8 == 0, offset >= UInt64(Signature.byteCount), offset < UInt64(max(0, end))
    else { throw ArchiveError(rule, at: place) }
    var input = bytes.reader(of: Int(offset)..<min(end, Int(offset) + Chunk.headerByteCount))
    let chunk = try Chunk(parsing: &input)
    guard chunk.type == type else { throw ArchiveError(rule, at: place) }
    return (chunk, try chunk.readPayload(from: bytes, before: end))
  }

  /// What the decoder needs to read values in place.
  var parts: (tables: ArchiveTables, bytes: ArchiveBytes, end: Int, limits: Limits) {
    (tables, bytes, end, limits)
  }

  /// The class entries.
  public var classes: ClassTable { tables.context.classes }

  /// The number of objects; they are numbered from 1.
  public var objectCount: Int { tables.context.objectCount }

  /// Reads one object.
  ///
  /// The record is checked whole; that the objects it refers to are of the right class is not.
  ///
  /// - Parameter number: The number of the object.
  /// - Returns: The object, or nil when there is none of this number.
  /// - Throws: The rule that its block or its record breaks.
  /// - Complexity: O(log *n* + *b*), where *n* is the number of blocks and *b* the size of a block; O(log *n*) and the size of
  ///   the record, when the last object was of the same block and the record stands before the last one or right after it.
  public func object(_ number: Int) throws(ArchiveError) -> Object? {
    guard let index = tables.blockIndex(of: number) else { return nil }
    var reader = numbered.take() ?? NumberedObjects(tables.context)
    defer { numbered.give(reader) }
    return try reader.object(number, ofBlock: index, tables, in: bytes, before: end, budget)
  }

  private var budget: MemoryBudget { tables.context.budget }

  /// Reads all roots, in their order.
  ///
  /// - Throws: The rule that they break.
  public func roots() throws(ArchiveError) -> [NamedValue] {
    var roots: [NamedValue] = []
    try examineRoots { (root, reader) throws(ArchiveError) in
      roots.append(try reader.value(of: root))
      return true
    }
    return roots
  }

  /// Reads the root of a name.
  ///
  /// The roots before it are examined, but no values are made of them.
  ///
  /// - Returns: The root, or nil when there is none of this name.
  /// - Throws: The rule that it or a root before it breaks.
  public func root(_ name: String) throws(ArchiveError) -> NamedValue? {
    var found: NamedValue?
    try examineRoots { (root, reader) throws(ArchiveError) in
      guard root.name.isExactly(name) else { return true }
      found = try reader.value(of: root)
      return false
    }
    return found
  }

  private func examineRoots(
    _ body: (NamedValuesReader.Item, inout NamedValuesReader) throws(ArchiveError) -> Bool
  ) throws(ArchiveError) {
    var reader = NamedValuesReader(context: tables.context, isMetadata: false, budget: budget)
    var goesOn = true
    for root in tables.roots where goesOn {
      let input = try root.place.readPayload(from: bytes, before: end)
      try reader.examine(input, definitions: root.definitions, indexedCount: root.place.count) {
        (item, reader) throws(ArchiveError) in
        goesOn = try body(item, &reader)
        return goesOn
      }
    }
  }

  /// Reads the metadata, which is found by walking over the headers of all chunks.
  ///
  /// - Returns: The items in their order, or nil when the archive has no metadata.
  /// - Throws: The rule that they, or the chunks before them, break.
  /// - Complexity: O(*n*), where *n* is the number of chunks.
  public func metadata() throws(ArchiveError) -> [NamedValue]? {
    var position = Signature.byteCount
    while position < end {
      var header = bytes.reader(of: position..<min(end, position + Chunk.headerByteCount))
      let chunk = try Chunk(parsing: &header)
      if chunk.type == .metadata {
        var items: [NamedValue] = []
        var reader = NamedValuesReader(
          context: tables.context, isMetadata: true, budget: budget)
        let input = try chunk.readPayload(from: bytes, before: end)
        try reader.read(input, definitions: Definitions(), indexedCount: nil) {
          items.append($0)
          return true
        }
        return items
      }
      guard let payload = chunk.payloadRange(before: end) else {
        throw ArchiveError(.chunkTooLong, at: chunk.offset + 8)
      }
      position = chunk.paddedEnd(of: payload)
    }
    return nil
  }

  /// Reads all objects in the order of their numbers, one at a time.
  ///
  /// - Parameter body: Takes each object with its number; what it throws ends the reading.
  /// - Throws: The rule that a block or a record breaks, or what the closure throws.
  public func forEachObject(_ body: (Int, Object) throws -> Void) throws {
    var reader = RecordReader(context: tables.context, budget: budget)
    for block in tables.blocks {
      var input = try block.place.readPayload(from: bytes, before: end)
      try block.readHeader(&input)
      for number in block.numbers {
        let frame = try RecordFrame(
          parsing: &input, classes: tables.context.forms, definitions: block.definitions)
        // Only one object is held at a time, so each may take all the memory.
        reader.budget = budget
        try body(number, reader.read(frame, definitions: block.definitions, number: number))
      }
      try input.finish()
    }
  }

  /// Examines the whole archive.
  ///
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func check() throws(ArchiveError) {
    try ArchiveCheck(bytes, limits: limits).examineValues()
  }
}

extension Archive {
  /// Examines whether some bytes are a valid archive.
  ///
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  public static func check(_ bytes: [UInt8], limits: Limits = Limits()) throws(ArchiveError) {
    try ArchiveCheck(.memory(bytes), limits: limits).examineValues()
  }
}
