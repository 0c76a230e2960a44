public import Stele

extension ArchiveGraph {
  /// Reads a whole archive, and validates all of it.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: The reader's limits.
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(.memory(bytes), limits: limits)
  }

  /// Reads a whole archive, and validates all of it.
  ///
  /// - Parameters:
  ///   - bytes: The archive, a collection of bytes such as `Data` or a slice of an array, which is copied once.
  ///   - limits: The reader's limits.
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  @_disfavoredOverload
  public init(_ bytes: some Collection<UInt8>, limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveError)
  {
    try self.init(Array(bytes), limits: limits)
  }

  /// Reads a whole archive, and validates all of it.
  ///
  /// - Parameters:
  ///   - bytes: The archive, which is copied once.
  ///   - limits: The reader's limits.
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ bytes: RawSpan, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(Array(copying: bytes), limits: limits)
  }

  /// Reads a whole archive, and validates all of it.
  ///
  /// - Parameters:
  ///   - bytes: The archive, which is copied once.
  ///   - limits: The reader's limits.
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  public init(_ bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(Array(copying: bytes), limits: limits)
  }

  /// Reads a whole archive from a source, and validates all of it.
  ///
  /// - Parameters:
  ///   - source: The source of the bytes.
  ///   - limits: The reader's limits.
  /// - Throws: The first refusal in the order that the specification gives (§8.1).
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ source: some ByteSource, limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveError)
  {
    try self.init(.source(source), limits: limits)
  }

  /// Reads a whole archive, in memory or not, and validates all of it.
  package init(_ bytes: ArchiveBytes, limits: ArchiveLimits) throws(ArchiveError) {
    try self.init(ArchiveCheck(bytes, limits: limits))
  }

  /// Reads all of an archive whose values have not been validated yet.
  package init(_ check: ArchiveCheck) throws(ArchiveError) {
    try self.init(withoutValuesOf: check)
    try readValues(check)
  }

  /// Reads the head, the class table and the unknown chunks of an archive.
  init(withoutValuesOf check: ArchiveCheck) throws(ArchiveError) {
    documentType = check.head.documentType
    writer = check.head.writer
    classes = check.tables.context.classes
    for chunk in check.frames.chunks where !chunk.type.isKnown && chunk.type.isSafeToCopy {
      var payload = try chunk.readPayload(from: check.bytes, before: check.frames.end)
      let content = try payload.readBytes(payload.remaining)
      unknownChunks.append(ArchiveUnknownChunk(type: chunk.type, payload: Array(content)))
    }
  }

  /// Validates and reads objects, roots and metadata, which share one memory budget.
  private mutating func readValues(_ check: ArchiveCheck) throws(ArchiveError) {
    let context = check.tables.context
    var records = ValueReader(context, budget: context.budget)
    var names = NamedValuesReader(context)
    var objects: [ArchiveObject] = []
    objects.reserveCapacity(context.objectEntries?.count ?? 0)
    var roots: [ArchiveNamedValue] = []
    var metadata: [ArchiveNamedValue]?
    try check.forEachChunk { chunk throws(ArchiveError) in
      switch chunk {
      case .block(let block, var input):
        try block.readHeader(&input)
        for number in block.numbers {
          let frame = try RecordFrame(
            parsing: &input, schema: context.schema, definitions: block.definitions)
          objects.append(try records.read(frame, number: number))
        }
      case .roots(let definitions, let count, let input):
        var values = ValueReader(context, budget: records.budget)
        try names.read(input, &values, definitions: definitions, indexedCount: count) {
          roots.append($0)
        }
        records.budget = values.budget
      case .metadata(let input):
        var items: [ArchiveNamedValue] = []
        var reader = NamedValuesReader(context, isMetadata: true)
        var values = ValueReader(context, budget: records.budget)
        try reader.read(input, &values) { items.append($0) }
        records.budget = values.budget
        metadata = items
      }
    }
    (self.objects, self.roots, self.metadata) = (objects, roots, metadata)
  }
}
