/// The roots of an archive, which are read in sequence, on demand.
///
/// Spec §6.1.
struct RootDirectory {
  /// The greatest number of roots that are kept while they are validated.
  private static let keptCount = 8

  private let bytes: ArchiveBytes
  private let chunks: [(entry: ArchiveIndex.Entry, definitions: Definitions)]
  private var roots: [NamedValuePlace] = []
  private var nextChunk = 0
  let reader: RootReader
  private var chunk: (input: ByteReader, left: Int)?

  init(
    _ chunks: [(entry: ArchiveIndex.Entry, definitions: Definitions)], in bytes: ArchiveBytes,
    reader: RootReader
  ) {
    self.bytes = bytes
    self.reader = reader
    self.chunks = chunks
  }

  /// Validates all values of an archive, and keeps the roots if there are few.
  ///
  /// - Returns: If it notes targets, the first object that each record refers to; see ``ValidatingVisitor/takeTargets()``.
  /// - Throws: The rule that is broken.
  mutating func validate(
    _ check: ArchiveCheck, notesTargets: Bool
  ) throws(ArchiveError) -> [UInt32] {
    let keepsRoots = chunks.reduce(0) { $0 + $1.entry.count } <= Self.keptCount
    var roots: [NamedValuePlace] = []
    if notesTargets {
      reader.values.interpreter.visitor.rememberTargets(capacity: check.tables.context.objectCount)
    }
    try check.validateValues(&reader.values) { (item, _) in
      if keepsRoots { roots.append(item) }
    }
    self.roots = roots
    if keepsRoots { nextChunk = chunks.count } else { reader.values.restart() }
    return reader.values.interpreter.visitor.takeTargets()
  }

  /// Returns the root of a name, or for nil the only root.
  mutating func root(_ name: String?) throws(ArchiveError) -> NamedValuePlace? {
    guard let name else {
      guard chunks.reduce(0, { $0 + $1.entry.count }) == 1 else { return nil }
      if roots.isEmpty { _ = try readNext() }
      return roots.first
    }
    // The reader may be ahead, at a root that is invalid.
    if let index = reader.values.index(of: name), index < roots.count { return roots[index] }
    while try readNext() {
      if let last = roots.last, last.name.isExactly(name) { return last }
    }
    return nil
  }

  /// Returns a reader at the type with an offset, among those of the roots that have been read.
  func descriptor(at offset: Int) -> ByteReader? {
    let index = roots.firstSortedIndex { $0.descriptor.offset >= offset }
    guard index < roots.count, roots[index].descriptor.offset == offset else { return nil }
    return roots[index].descriptor
  }

  /// Returns the names of all roots, in their order.
  mutating func names() throws(ArchiveError) -> [String] {
    while try readNext() {}
    return roots.map(\.name)
  }

  /// Reads another root, or returns `false` if there is none.
  private mutating func readNext() throws(ArchiveError) -> Bool {
    while chunk?.left ?? 0 == 0 {
      guard nextChunk < chunks.count else { return false }
      try open(chunks[nextChunk])
      nextChunk += 1
    }
    guard var chunk else { return false }
    chunk.left -= 1
    let item = try reader.values.readItem(&chunk.input)
    try reader.values.validateValue(of: item, &chunk.input)
    self.chunk = chunk
    roots.append(item)
    return true
  }

  private mutating func open(
    _ root: (entry: ArchiveIndex.Entry, definitions: Definitions)
  ) throws(ArchiveError) {
    // Payloads that have been validated are not validated again.
    var input = try root.entry.readPayload(from: bytes)
    let count = try reader.values.begin(
      &input, definitions: root.definitions, indexedCount: root.entry.count)
    chunk = (input, count)
  }
}

/// The reader of roots, in an object that the next archive of a series uses again if it has the same class table.
final class RootReader {
  let table: ReadClassTable
  // Safe: reading runs no code of the program, and has no reference to the object.
  @safe @exclusivity(unchecked) var values: NamedValuesReader

  init(_ context: ReadingContext) {
    table = context.table
    values = NamedValuesReader(context)
  }
}
