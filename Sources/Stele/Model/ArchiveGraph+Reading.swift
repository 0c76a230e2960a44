extension ArchiveGraph {
  /// Reads a whole archive, and validates all of it.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - limits: What to accept at most.
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  public init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(.memory(bytes), limits: limits)
  }

  /// Reads a whole archive, and validates all of it.
  ///
  /// - Parameters:
  ///   - bytes: The archive, a collection of bytes such as `Data` or a slice of an array, which is copied once.
  ///   - limits: What to accept at most.
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
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
  ///   - limits: What to accept at most.
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  public init(_ bytes: RawSpan, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(Array(copying: bytes), limits: limits)
  }

  /// Reads a whole archive, and validates all of it.
  ///
  /// - Parameters:
  ///   - bytes: The archive, which is copied once.
  ///   - limits: What to accept at most.
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  public init(_ bytes: Span<UInt8>, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    try self.init(Array(copying: bytes), limits: limits)
  }

  /// Reads a whole archive from a source, and validates all of it.
  ///
  /// - Parameters:
  ///   - source: Where the bytes come from.
  ///   - limits: What to accept at most.
  /// - Throws: The first refusal in the order that the specification gives (§7.1).
  public init(_ source: some ByteSource, limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveError)
  {
    try self.init(.source(source), limits: limits)
  }

  private init(_ bytes: ArchiveBytes, limits: ArchiveLimits) throws(ArchiveError) {
    let check = try ArchiveCheck(bytes, limits: limits)
    documentType = check.head.documentType
    writer = check.head.writer
    classes = check.tables.context.classes
    var objects: [ArchiveObject] = []
    objects.reserveCapacity(check.tables.context.objectEntries?.count ?? 0)
    var roots: [ArchiveNamedValue] = []
    var metadata: [ArchiveNamedValue] = []
    var visitor = ArchiveCheck.Visitor()
    visitor.object = { _, object in objects.append(object) }
    visitor.root = { roots.append($0) }
    visitor.metadata = { metadata.append($0) }
    try check.readValues(visitor)
    self.objects = objects
    self.roots = roots
    for chunk in check.frames.chunks {
      if chunk.type == .metadata { self.metadata = metadata }
      guard !chunk.type.isKnown, chunk.type.isSafeToCopy else { continue }
      var payload = try chunk.readPayload(from: bytes, before: check.frames.end)
      let content = try payload.readBytes(payload.remaining)
      unknownChunks.append(ArchiveUnknownChunk(type: chunk.type, payload: Array(content)))
    }
  }
}
