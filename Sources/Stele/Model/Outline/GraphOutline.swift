/// What two archives are compared by: for each object a digest of what it holds, and the objects that it refers to.
///
/// Flat arrays hold some 40 bytes for an object and 4 for a reference. The roots and the items of the metadata are nodes of the
/// graph like the objects, with the numbers after theirs:
///
///     1 ... objectCount   the objects
///     then                the roots, in ascending order of their names
///     then                the metadata, likewise
package struct GraphOutline: Sendable {
  /// A reference in ``targets``, or the number of references of a list before these.
  package struct Target: BitwiseCopyable, Sendable {
    private let bits: UInt32

    /// The most that a number may be.
    package static let largest = 1 << 30 - 1

    /// A reference to an object, 0 being nil.
    @inline(__always)
    package init(_ number: Int, isWeak: Bool) {
      bits = UInt32(truncatingIfNeeded: number) & 0x3FFF_FFFF | (isWeak ? 0x4000_0000 : 0)
    }

    /// A list of so many references, which follow.
    @inline(__always)
    package init(listOf count: Int) {
      bits = UInt32(truncatingIfNeeded: count) & 0x3FFF_FFFF | 0x8000_0000
    }

    /// The number of the object, or of the references of the list.
    @inline(__always)
    package var number: Int { Int(bits & 0x3FFF_FFFF) }
    @inline(__always)
    package var isWeak: Bool { bits & 0x4000_0000 != 0 }
    @inline(__always)
    package var isList: Bool { bits & 0x8000_0000 != 0 }
  }

  /// The number of objects.
  package private(set) var objectCount = 0
  /// The roots and the metadata, each in ascending order of their names.
  package private(set) var roots: [NamedValuePlace] = []
  package private(set) var metadata: [NamedValuePlace] = []
  /// The entry of each object, object 1 first.
  package private(set) var entries: [UInt32] = []
  /// For each node a digest of its class and of all values but references; none for 0.
  package private(set) var scalars: [OutlineDigest] = [OutlineDigest(0, 0)]
  /// For each node a digest of the places of its references.
  ///
  /// The lowest bit says whether one is in a set or in the key of a map.
  package private(set) var shapes: [UInt64] = [0]
  /// For each node where its references begin in ``targets``, and where those of the last one end.
  package private(set) var starts: [Int] = [0, 0]
  /// The references of all nodes, those of a node in an order that depends on their places alone.
  package internal(set) var targets: [Target] = []

  /// Makes the outline of an archive without content.
  init() {}

  /// Reads all values of an archive, and validates them.
  ///
  /// - Parameter check: An archive of which everything but the values has been validated.
  /// - Throws: The rule that is broken, or L4 for more than 2^30 objects.
  package init(_ check: ArchiveCheck) throws(ArchiveError) {
    let context = check.tables.context
    guard context.objectCount <= Target.largest else { throw ArchiveError(.memory, at: 0) }
    objectCount = context.objectCount
    entries = context.objectEntries ?? []
    var values = ValueInterpreter(context, visitor: OutlineVisitor(context.schema))
    values.visitor.outline = self
    let count = min(objectCount, entries.count) + 2
    values.visitor.outline.scalars.reserveCapacity(count)
    values.visitor.outline.shapes.reserveCapacity(count)
    values.visitor.outline.starts.reserveCapacity(count)
    var roots: [NamedValuePlace] = []
    var metadata: [NamedValuePlace] = []
    // One reader for all instalments, which finds names that are there twice.
    var reader = NamedValuesReader(
      context: context, isMetadata: false, budget: MemoryBudget(byteCount: .max))
    var metadataReader = NamedValuesReader(
      context: context, isMetadata: true, budget: MemoryBudget(byteCount: .max))
    try check.forEachChunk { chunk throws(ArchiveError) in
      switch chunk {
      case .block(let block, var input):
        try block.readHeader(&input)
        values.definitions = block.definitions
        try input.withCursor { input throws(ArchiveError) in
          try values.walkRecords(of: block.numbers, &input)
        }
        try input.finish()
      case .roots(let definitions, let count, let input):
        try Self.readItems(input, definitions, count, &reader, &roots)
      case .metadata(let input):
        try Self.readItems(input, Definitions(), nil, &metadataReader, &metadata)
      }
    }
    roots.sort { ExactString($0.name) < ExactString($1.name) }
    metadata.sort { ExactString($0.name) < ExactString($1.name) }
    for item in roots { try Self.walk(item, &values) }
    for item in metadata { try Self.walk(item, &values) }
    self = values.visitor.outline
    self.roots = roots
    self.metadata = metadata
  }

  private static func readItems(
    _ input: ByteReader, _ definitions: Definitions, _ count: Int?,
    _ reader: inout NamedValuesReader, _ items: inout [NamedValuePlace]
  ) throws(ArchiveError) {
    try reader.forEachItem(input, definitions: definitions, indexedCount: count) {
      (item, input, reader) throws(ArchiveError) in
      try reader.validateValue(of: item, &input)
      items.append(
        NamedValuePlace(
          name: item.name, descriptor: item.descriptor, definitions: definitions,
          isMetadata: reader.isMetadata))
      return true
    }
  }

  private static func walk(
    _ item: NamedValuePlace, _ values: inout ValueInterpreter<OutlineVisitor>
  ) throws(ArchiveError) {
    values.definitions = item.definitions
    values.isMetadata = item.isMetadata
    values.visitor.beginNode()
    var input = item.descriptor
    try input.withCursor { input throws(ArchiveError) in
      let type = try values.readType(&input)
      try values.walkValue(type, &input)
    }
    values.visitor.endNode()
  }

  /// Adds the next node, whose references have been added.
  @inline(__always)
  mutating func appendNode(_ digest: OutlineDigest, shape: UInt64) {
    scalars.append(digest)
    shapes.append(shape)
    starts.append(targets.count)
  }
}
