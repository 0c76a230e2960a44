import Stele
import SteleModel

/// The data by which two archives are compared: for each object, a digest of its content, and the objects to which it refers.
///
/// Flat arrays take about 40 bytes for an object and 4 for a reference. The roots and the items of the metadata are nodes of
/// the graph, too, with numbers after those of the objects:
///
///     1 ... objectCount   the objects
///     then                the roots, in ascending order of their names
///     then                the metadata, likewise
struct GraphOutline: Sendable {
  /// A reference in ``targets``, or the header of a list with its number of references.
  struct Target: BitwiseCopyable, Sendable {
    private let bits: UInt32

    /// The largest object number, and the largest number of references in a list.
    static let largest = 1 << 30 - 1

    /// Creates a reference to an object; 0 is nil.
    @inline(__always)
    init(_ number: Int, isWeak: Bool) {
      bits = UInt32(truncatingIfNeeded: number) & 0x3FFF_FFFF | (isWeak ? 0x4000_0000 : 0)
    }

    /// Creates the header of a list with a number of references, which follow.
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

  private(set) var objectCount = 0
  /// The roots and then the metadata, each in ascending order of their names.
  private(set) var items: [NamedValuePlace] = []
  /// The types of the roots and of the metadata, in the same order.
  private(set) var types: [ArchiveTypeDescriptor] = []
  /// The entry of each object, object 1 first.
  private(set) var entries: [UInt32] = []
  /// For each node, a digest of its class and of all values except references; empty for 0.
  private(set) var scalars: [OutlineDigest] = [OutlineDigest(0, 0)]
  /// For each node, a digest of the positions of its references.
  ///
  /// The lowest bit is set if a reference is in a set or in the key of a map.
  private(set) var shapes: [UInt64] = [0]
  /// For each node, the index of its first reference in ``targets``, followed by the end of the last node's references.
  private(set) var starts: [Int] = [0, 0]
  /// The references of all nodes; within a node, the order depends only on their positions.
  var targets: [Target] = []

  init() {}

  /// Reads all values of an archive, and validates them.
  ///
  /// - Parameters:
  ///   - check: An archive; everything except the values has been validated.
  ///   - conversion: The conversion of values before they are compared.
  /// - Throws: The rule that the archive breaks, or L4 for more than 2^30 objects.
  init(_ check: ArchiveCheck, _ conversion: MemberConversion) throws(ArchiveError) {
    let context = check.tables.context
    guard context.objectCount <= Target.largest else { throw ArchiveError(.memory, at: 0) }
    objectCount = context.objectCount
    entries = context.objectEntries ?? []
    let visitor = OutlineVisitor(context.schema, conversion)
    visitor.outline = self
    let count = min(objectCount, entries.count) + 2
    visitor.outline.scalars.reserveCapacity(count)
    visitor.outline.shapes.reserveCapacity(count)
    visitor.outline.starts.reserveCapacity(count)
    var items: [(place: NamedValuePlace, type: ArchiveTypeDescriptor)] = []
    var visit = try check.visitValues(visitor) { (item, type, _) throws(ArchiveError) in
      items.append((item, type))
    }
    items.sort {
      $0.place.isMetadata == $1.place.isMetadata
        ? ExactString($0.place.name) < ExactString($1.place.name) : $1.place.isMetadata
    }
    for item in items {
      visitor.beginNode()
      try visit.walkValue(of: item.place)
      visitor.endNode()
    }
    self = visitor.outline
    self.items = items.map(\.place)
    types = items.map(\.type)
  }

  /// Adds the next node, after its references.
  @inline(__always)
  mutating func appendNode(_ digest: OutlineDigest, shape: UInt64) {
    scalars.append(digest)
    shapes.append(shape)
    starts.append(targets.count)
  }
}
