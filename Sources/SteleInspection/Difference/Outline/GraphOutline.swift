import Stele

/// What two archives are compared by: for each object a digest of what it holds, and the objects that it refers to.
///
/// Flat arrays hold some 40 bytes for an object and 4 for a reference. The roots and the items of the metadata are nodes of the
/// graph like the objects, with the numbers after theirs:
///
///     1 ... objectCount   the objects
///     then                the roots, in ascending order of their names
///     then                the metadata, likewise
struct GraphOutline: Sendable {
  /// A reference in ``targets``, or the number of references of a list before these.
  struct Target: BitwiseCopyable, Sendable {
    private let bits: UInt32

    /// The most that a number may be.
    static let largest = 1 << 30 - 1

    /// A reference to an object, 0 being nil.
    @inline(__always)
    init(_ number: Int, isWeak: Bool) {
      bits = UInt32(truncatingIfNeeded: number) & 0x3FFF_FFFF | (isWeak ? 0x4000_0000 : 0)
    }

    /// A list of so many references, which follow.
    @inline(__always)
    init(listOf count: Int) {
      bits = UInt32(truncatingIfNeeded: count) & 0x3FFF_FFFF | 0x8000_0000
    }

    /// The number of the object, or of the references of the list.
    @inline(__always)
    var number: Int { Int(bits & 0x3FFF_FFFF) }
    @inline(__always)
    var isWeak: Bool { bits & 0x4000_0000 != 0 }
    @inline(__always)
    var isList: Bool { bits & 0x8000_0000 != 0 }
  }

  /// The number of objects.
  private(set) var objectCount = 0
  /// The roots and the metadata, each in ascending order of their names.
  private(set) var roots: [NamedValuePlace] = []
  private(set) var metadata: [NamedValuePlace] = []
  /// The entry of each object, object 1 first.
  private(set) var entries: [UInt32] = []
  /// For each node a digest of its class and of all values but references; none for 0.
  private(set) var scalars: [OutlineDigest] = [OutlineDigest(0, 0)]
  /// For each node a digest of the places of its references.
  ///
  /// The lowest bit says whether one is in a set or in the key of a map.
  private(set) var shapes: [UInt64] = [0]
  /// For each node where its references begin in ``targets``, and where those of the last one end.
  private(set) var starts: [Int] = [0, 0]
  /// The references of all nodes, those of a node in an order that depends on their places alone.
  var targets: [Target] = []

  /// Makes the outline of an archive without content.
  init() {}

  /// Reads all values of an archive, and validates them.
  ///
  /// - Parameter check: An archive of which everything but the values has been validated.
  /// - Throws: The rule that is broken, or L4 for more than 2^30 objects.
  init(_ check: ArchiveCheck) throws(ArchiveError) {
    let context = check.tables.context
    guard context.objectCount <= Target.largest else { throw ArchiveError(.memory, at: 0) }
    objectCount = context.objectCount
    entries = context.objectEntries ?? []
    let visitor = OutlineVisitor(context.schema)
    visitor.outline = self
    let count = min(objectCount, entries.count) + 2
    visitor.outline.scalars.reserveCapacity(count)
    visitor.outline.shapes.reserveCapacity(count)
    visitor.outline.starts.reserveCapacity(count)
    var roots: [NamedValuePlace] = []
    var metadata: [NamedValuePlace] = []
    var visit = try check.visitValues(visitor) { (item, _, _) throws(ArchiveError) in
      if item.isMetadata { metadata.append(item) } else { roots.append(item) }
    }
    roots.sort { ExactString($0.name) < ExactString($1.name) }
    metadata.sort { ExactString($0.name) < ExactString($1.name) }
    for item in roots + metadata {
      visitor.beginNode()
      try visit.walkValue(of: item)
      visitor.endNode()
    }
    self = visitor.outline
    self.roots = roots
    self.metadata = metadata
  }

  /// Adds the next node, whose references have been added.
  @inline(__always)
  mutating func appendNode(_ digest: OutlineDigest, shape: UInt64) {
    scalars.append(digest)
    shapes.append(shape)
    starts.append(targets.count)
  }
}
