/// A complete check of an archive, which stops at the first refusal.
///
/// Spec §7.1, phases 1 to 6.
package struct ArchiveCheck: Sendable {
  /// The chunks.
  package let frames: Frames
  /// The head.
  package let head: Head
  /// Everything that values need, the class of every object included.
  package private(set) var tables: ArchiveTables

  private let bytes: ArchiveBytes
  private let limits: Limits

  /// Examines everything but the values: phases 1 to 5.
  package init(_ bytes: ArchiveBytes, limits: Limits) throws(ArchiveError) {
    self.bytes = bytes
    self.limits = limits
    frames = try Frames(bytes)
    var headPayload = try Self.payload(of: frames.chunks.first, in: bytes, before: frames.end)
    head = try Head(parsing: &headPayload)
    let listed = frames.chunks.filter { $0.type.isIndexed }
    var indexPayload = try Self.payload(of: frames.chunks.last, in: bytes, before: frames.end)
    let index = try ArchiveIndex(
      parsing: &indexPayload, at: frames.chunks.last?.offset ?? 0, listing: listed)
    tables = try ArchiveTables(
      index.entries, in: bytes, before: frames.end,
      limits: limits)
    try tables.readRecordFrames(in: bytes, before: frames.end)
    try tables.readWeakSlots(in: bytes, before: frames.end)
  }

  private static func payload(
    of chunk: Chunk?, in bytes: ArchiveBytes, before end: Int
  ) throws(ArchiveError) -> ByteReader {
    guard let chunk else { throw ArchiveError(.headChunk, at: Signature.bytes.count) }
    return try chunk.readPayload(from: bytes, before: end)
  }

  /// What the values of an archive are given to.
  package struct Visitor {
    /// Takes an object with its number.
    package var object: (Int, Object) -> Void = { _, _ in }
    /// Takes a root.
    package var root: (NamedValue) -> Void = { _ in }
    /// Takes an item of the metadata.
    package var metadata: (NamedValue) -> Void = { _ in }

    package init() {}
  }

  /// Examines all values, in file order: phase 6.
  ///
  /// - Parameter visitor: What the values are given to, or nil when they are only examined.
  /// - Throws: The rule that is broken.
  package func readValues(_ visitor: Visitor?) throws(ArchiveError) {
    let memory = visitor == nil ? .max : limits.memory(forByteCount: bytes.byteCount)
    let budget = MemoryBudget(byteCount: memory)
    let makesValues = visitor != nil
    var records = RecordReader(context: tables.context, makesValues: makesValues, budget: budget)
    var roots = NamedValuesReader(
      context: tables.context, isMetadata: false, makesValues: makesValues, budget: budget)
    var blocks = tables.blocks.makeIterator()
    var rootChunks = tables.roots.makeIterator()
    for chunk in frames.chunks {
      switch chunk.type {
      case .objects:
        guard let block = blocks.next() else { continue }
        var input = try chunk.readPayload(from: bytes, before: frames.end)
        try block.readHeader(&input)
        for number in block.numbers {
          let frame = try RecordFrame(
            parsing: &input, classes: tables.context.classes, definitions: block.definitions)
          let object = try records.read(frame, definitions: block.definitions, number: number)
          visitor?.object(number, object)
        }
        roots.budget = records.budget
      case .roots:
        guard let root = rootChunks.next() else { continue }
        let input = try chunk.readPayload(from: bytes, before: frames.end)
        try roots.read(input, definitions: root.definitions, indexedCount: root.place.count) {
          visitor?.root($0)
          return true
        }
        records.budget = roots.budget
      case .metadata:
        let input = try chunk.readPayload(from: bytes, before: frames.end)
        var metadata = NamedValuesReader(
          context: tables.context, isMetadata: true, makesValues: makesValues,
          budget: records.budget)
        try metadata.read(input, definitions: Definitions(), indexedCount: nil) {
          visitor?.metadata($0)
          return true
        }
        records.budget = metadata.budget
        roots.budget = metadata.budget
      default:
        break
      }
    }
  }
}
