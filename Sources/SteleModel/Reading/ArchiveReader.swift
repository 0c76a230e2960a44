public import Stele

/// An archive that is open for reading: its classes, roots and single objects, without any Swift class.
///
/// Opening reads both ends of the archive, with the head and the index, and the class table; roots and objects are read and
/// validated on demand. ``check()`` validates everything.
///
/// Chunks are validated by themselves and against the index, so that a chunk of another archive, or of an earlier version of the
/// same archive, is refused.
///
/// Spec §8.2.
public struct ArchiveReader: Sendable {
  /// The document type: a uniform type such as `com.example.zoo`, a media type, or an empty string.
  ///
  /// Spec §2.4.
  public let documentType: String
  /// The program that wrote the archive, for people.
  public let writer: String
  /// A number that differs between archives with different chunks, by which a program detects that a file has changed: the payload
  /// check of the index.
  ///
  /// It does not protect against an attacker, who can make archives with a given number. Spec §6.3.
  public let fingerprint: UInt64
  private let bytes: ArchiveBytes
  private let limits: ArchiveLimits
  private let tables: ArchiveTables
  private let objectReaders = ObjectReaderPool()

  /// Opens an archive that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: The reader's limits.
  /// - Throws: The rule that a part breaks which is read here.
  /// - Complexity: O(*n*), where *n* is the number of chunks and class entries.
  public init(opening bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError)
  {
    try self.init(opening: .memory(bytes), limits: limits)
  }

  /// Opens an archive that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The archive, a collection of bytes such as `Data` or a slice of an array, which is copied once.
  ///   - limits: The reader's limits.
  /// - Throws: The rule that a part breaks which is read here.
  @_disfavoredOverload
  public init(opening bytes: some Collection<UInt8>, limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveError)
  {
    try self.init(opening: Array(bytes), limits: limits)
  }

  /// Opens an archive that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The archive, which is copied once.
  ///   - limits: The reader's limits.
  /// - Throws: The rule that a part breaks which is read here.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(opening bytes: RawSpan, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError)
  {
    try self.init(opening: Array(copying: bytes), limits: limits)
  }

  /// Opens an archive that is in memory.
  ///
  /// - Parameters:
  ///   - bytes: The archive, which is copied once.
  ///   - limits: The reader's limits.
  /// - Throws: The rule that a part breaks which is read here.
  public init(opening bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveError)
  {
    try self.init(opening: Array(copying: bytes), limits: limits)
  }

  /// Opens an archive whose parts are copied on demand.
  ///
  /// - Parameters:
  ///   - source: The source of the bytes.
  ///   - limits: The reader's limits.
  /// - Throws: The rule that a part breaks which is read here.
  /// - Complexity: O(*n*), where *n* is the number of chunks and class entries. Opening the archive and reading an object copies
  ///   at most four parts, and one more for each further chunk of the class table.
  public init(opening source: some ByteSource, limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveError)
  {
    try self.init(opening: .source(source), limits: limits)
  }

  package init(opening bytes: ArchiveBytes, limits: ArchiveLimits) throws(ArchiveError) {
    let tail = try ArchiveTail(bytes)
    self.bytes = tail.bytes
    self.limits = limits
    fingerprint = tail.chunk.payloadCheck
    // There is a head: reading the tail has validated that.
    guard let headEntry = tail.index.entries.first else {
      throw ArchiveError(.headChunk, at: Signature.byteCount)
    }
    var payload = try headEntry.readPayload(from: tail.bytes)
    let head = try Head(parsing: &payload)
    documentType = head.documentType
    writer = head.writer
    var tables = try ArchiveTables(tail.index.entries, in: tail.bytes, limits: limits)
    try tables.readWeakSlots(in: tail.bytes, isDeferred: true)
    self.tables = tables
  }

  /// Validates all of an archive in memory, and opens it.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: The reader's limits.
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(validating bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveError)
  {
    try self.init(validating: .memory(bytes), limits: limits)
  }

  /// Validates all of an archive, in memory or not, and opens it; parts of a source that are read later are validated again.
  package init(validating bytes: ArchiveBytes, limits: ArchiveLimits) throws(ArchiveError) {
    try ArchiveCheck(bytes, limits: limits).validateValues()
    try self.init(opening: bytes, limits: limits)
  }

  /// Opens an archive whose tables have been read.
  init(_ check: ArchiveCheck) {
    (bytes, tables, limits) = (check.bytes, check.tables, check.tables.context.limits)
    (documentType, writer) = (check.head.documentType, check.head.writer)
    fingerprint = check.fingerprint
  }

  /// Returns a store that reads values in place.
  ///
  /// - Throws: Rule X6 if the archive is too small for the number of its objects.
  func store() throws(ArchiveError) -> RecordStore {
    try RecordStore(tables, in: bytes, documentType: documentType, fingerprint: fingerprint)
  }

  /// The class entries.
  public var classes: ArchiveClassTable { tables.context.classes }

  /// The number of objects; they are numbered from 1.
  public var objectCount: Int { tables.context.objectCount }

  /// Reads one object.
  ///
  /// The whole record is validated, except the classes of the objects that it refers to.
  ///
  /// - Parameter number: The number of the object.
  /// - Returns: The object, or nil if there is no object of this number.
  /// - Throws: The rule that its block or its record breaks.
  /// - Complexity: O(log *n* + *b*), where *n* is the number of blocks and *b* the size of a block; O(log *n* + *r*), where *r* is
  ///   the size of the record, if it is before or directly after that of the last object in the same block.
  public func object(_ number: Int) throws(ArchiveError) -> ArchiveObject? {
    guard let index = tables.blockIndex(of: number) else { return nil }
    var reader = objectReaders.take() ?? ObjectReader(tables.context)
    defer { objectReaders.put(reader) }
    return try reader.object(number, ofBlock: index, tables, in: bytes, budget)
  }

  private var budget: MemoryBudget { tables.context.budget }

  /// Reads all roots, in their order.
  ///
  /// - Throws: The rule that is broken.
  public func roots() throws(ArchiveError) -> [ArchiveNamedValue] {
    var roots: [ArchiveNamedValue] = []
    var reader = NamedValuesReader(tables.context)
    var values = ValueReader(tables.context, budget: budget)
    for (entry, definitions) in tables.roots {
      let input = try entry.readPayload(from: bytes)
      try reader.read(input, &values, definitions: definitions, indexedCount: entry.count) {
        roots.append($0)
      }
    }
    return roots
  }

  /// Reads the root of a name.
  ///
  /// The roots before it are validated, but no values are made of them.
  ///
  /// - Returns: The root, or nil if there is none of this name.
  /// - Throws: The rule that the root, or a root before it, breaks.
  public func root(_ name: String) throws(ArchiveError) -> ArchiveNamedValue? {
    var reader = NamedValuesReader(tables.context)
    for (entry, definitions) in tables.roots {
      var input = try entry.readPayload(from: bytes)
      let count = try reader.begin(
        &input, definitions: definitions, indexedCount: entry.count)
      for _ in 0..<count {
        let root = try reader.readItem(&input)
        if root.name.isExactly(name) {
          var values = ValueReader(tables.context, budget: budget)
          return try values.value(of: root, &input, in: &reader)
        }
        try reader.validateValue(of: root, &input)
      }
      try input.finish()
    }
    return nil
  }

  /// Reads the metadata.
  ///
  /// - Returns: The items in their order, or nil if the archive has no metadata.
  /// - Throws: The rule that is broken.
  public func metadata() throws(ArchiveError) -> [ArchiveNamedValue]? {
    guard let metadata = tables.metadata else { return nil }
    var items: [ArchiveNamedValue] = []
    var reader = NamedValuesReader(tables.context, isMetadata: true)
    var values = ValueReader(tables.context, budget: budget)
    let input = try metadata.readPayload(from: bytes)
    try reader.read(input, &values) { items.append($0) }
    return items
  }

  /// Reads all objects in the order of their numbers, one at a time.
  ///
  /// - Parameter body: Receives each object with its number; its error ends the reading.
  /// - Throws: `ArchiveError` with the rule that a block or a record breaks, or the error of the closure. Where only the
  ///   first is wanted, use ``makeObjectIterator(ofClass:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes, with memory for one block and one
  ///   object.
  public func forEachObject(_ body: (Int, ArchiveObject) throws -> Void) throws {
    var objects = makeObjectIterator()
    while let (number, object) = try objects.next() { try body(number, object) }
  }

  /// Reads the objects of a class and its subclasses in the order of their numbers, one at a time.
  ///
  /// Records of other classes are passed over, and their values are not validated.
  ///
  /// - Parameters:
  ///   - className: The name of the class; if the archive does not have the class, there are no objects.
  ///   - body: Receives each object with its number; its error ends the reading.
  /// - Throws: `ArchiveError` with the rule that a block or a record breaks, or the error of the closure.
  /// - Complexity: O(*n*), where *n* is the number of bytes, with memory for one block and one object.
  public func forEachObject(
    ofClass className: String, _ body: (Int, ArchiveObject) throws -> Void
  ) throws {
    var objects = makeObjectIterator(ofClass: className)
    while let (number, object) = try objects.next() { try body(number, object) }
  }

  /// Returns an iterator over the objects in the order of their numbers.
  ///
  /// ```swift
  /// var people = archive.makeObjectIterator(ofClass: "Person")
  /// while let (number, person) = try people.next() { print(number, person.values) }
  /// ```
  ///
  /// - Parameter className: The name of a class; only its objects and those of its subclasses are returned. Records of other
  ///   classes are passed over, and their values are not validated. Nil stands for all classes.
  /// - Returns: The iterator.
  public func makeObjectIterator(ofClass className: String? = nil) -> ArchiveObjectIterator {
    let wanted = className.map { name in
      (0..<(classes.count + 1)).map { classes.entry($0, isA: name) }
    }
    return ArchiveObjectIterator(tables, bytes, wanted: wanted)
  }

  /// Validates the whole archive.
  ///
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func check() throws(ArchiveError) {
    try ArchiveCheck(bytes, limits: limits).validateValues()
  }
}

extension ArchiveReader {
  /// Validates bytes as an archive.
  ///
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  package static func check(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveError)
  {
    try ArchiveCheck(.memory(bytes), limits: limits).validateValues()
  }
}

extension ArchiveCheck {
  /// Reads the metadata.
  ///
  /// - Returns: The items in their order, or nil if the archive has no metadata.
  /// - Throws: The rule that is broken.
  package func metadata() throws(ArchiveError) -> [ArchiveNamedValue]? {
    try ArchiveReader(self).metadata()
  }
}
