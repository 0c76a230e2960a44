package import Stele
package import SteleModel

/// One of the two archives of a comparison: its outline, and its reachable nodes.
///
/// The archive is an object, because it is large and many steps of the comparison share it.
package final class ComparedArchive {
  let archive: ArchiveReader
  let outline: GraphOutline
  var schema: ComparedSchema
  let side: ArchiveDifference.Side
  /// The nodes that are reachable from the roots by strong references: the roots first, then level by level.
  let order: [UInt32]
  /// For each node, the node from which it was first reached; for a root its own number, and 0 for an unreachable node.
  let parents: [UInt32]
  /// The number of nodes of the outline.
  let nodeCount: Int
  /// The joins of the entries, and the conversion of values to them.
  let conversion: MemberConversion
  /// Set if this archive is a part of another one.
  let part: Part?
  private var reader: ValueReader
  private let budget: MemoryBudget

  /// A part of an archive, which is compared like a whole archive, and shown with the paths of the whole.
  struct Part {
    /// The key path of the only root.
    let path: String
    /// The numbers of the objects in the whole.
    let numbers: [Int]
  }

  /// Reads and validates an archive.
  ///
  /// - Throws: The first rule that the archive breaks.
  package convenience init(
    _ bytes: ArchiveBytes, _ side: ArchiveDifference.Side, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    try self.init(bytes, side, limits, part: nil)
  }

  /// Reads and validates an archive, and keeps the part that strong references reach from the value at a path.
  ///
  /// - Throws: The first rule that the archive breaks, ``ArchivePathFailure`` if the path cannot be resolved.
  package convenience init(
    _ bytes: ArchiveBytes, _ side: ArchiveDifference.Side, at path: ArchivePath,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws {
    let whole = try StreamedGraph(bytes, limits: limits)
    let place = try whole.archive.place(at: path)
    guard let value = place.value else {
      throw ArchivePathFailure(reason: .isNil, path: path.description, suggestion: nil)
    }
    var graph = try whole.extracting(ArchiveNamedValue("", place.type, value))
    graph.content.metadata = nil
    var sink = ArraySink()
    try graph.write(to: &sink)
    try self.init(
      .memory(sink.bytes), side, limits,
      part: Part(path: path.description, numbers: graph.numbers))
  }

  private init(
    _ bytes: ArchiveBytes, _ side: ArchiveDifference.Side, _ limits: ArchiveLimits, part: Part?
  ) throws(ArchiveError) {
    self.side = side
    self.part = part
    let check = try ArchiveCheck(bytes, limits: limits)
    let context = check.tables.context
    conversion = MemberConversion(context.classes, members: try Self.members(of: check))
    let outline = try GraphOutline(check, conversion)
    reader = ValueReader(context, budget: context.budget)
    budget = context.budget
    archive = try ArchiveReader(opening: bytes, limits: limits)
    schema = ComparedSchema(archive.classes)
    nodeCount = outline.scalars.count - 1
    (order, parents) = Self.reach(in: outline)
    self.outline = outline
  }

  /// Returns the entries that reachable objects and values use.
  private static func members(of check: ArchiveCheck) throws(ArchiveError) -> Set<Int> {
    do {
      return try ReachableContent(check).entries
    } catch {
      throw error as? ArchiveError ?? ArchiveError(.memory, at: 0)
    }
  }

  private static func reach(in outline: GraphOutline) -> (order: [UInt32], parents: [UInt32]) {
    let nodeCount = outline.scalars.count - 1
    var parents = [UInt32](repeating: 0, count: nodeCount + 1)
    var order: [UInt32] = []
    if nodeCount > outline.objectCount {
      for node in (outline.objectCount + 1)...nodeCount {
        parents[node] = UInt32(truncatingIfNeeded: node)
        order.append(UInt32(truncatingIfNeeded: node))
      }
    }
    var position = 0
    while position < order.count {
      let node = Int(order[position])
      position += 1
      for index in outline.starts[node]..<outline.starts[node + 1] {
        let target = outline.targets[index]
        guard !target.isList, !target.isWeak, target.number > 0, parents[target.number] == 0 else {
          continue
        }
        parents[target.number] = UInt32(truncatingIfNeeded: node)
        order.append(UInt32(truncatingIfNeeded: target.number))
      }
    }
    return (order, parents)
  }

  /// Returns whether an object is reachable from a root by strong references.
  @inline(__always)
  func isReached(_ number: Int) -> Bool {
    number > 0 && number < parents.count && parents[number] != 0
  }

  /// Returns the object of a reference; 0 for nil and for a weak reference to an unreachable object.
  @inline(__always)
  func object(of target: GraphOutline.Target) -> Int {
    target.isWeak && !isReached(target.number) ? 0 : target.number
  }

  func isObject(_ node: Int) -> Bool { node > 0 && node <= outline.objectCount }

  func entry(of object: Int) -> Int {
    outline.entries.indices.contains(object - 1) ? Int(outline.entries[object - 1]) : 0
  }

  /// Returns a hash of the class name of a node, 0 for a root and 1 for metadata.
  func classHash(of node: Int) -> UInt64 {
    if isObject(node) { return schema.nameHash(ofEntry: entry(of: node)) }
    return place(of: node)?.isMetadata == true ? 1 : 0
  }

  func className(of object: Int) -> String { schema.name(ofEntry: entry(of: object)) }

  package var objectCount: Int { outline.objectCount }

  /// Returns the class table and the roots, as `stele compat` compares them.
  package func schemaOfClasses() throws(ArchiveDifference.Failure) -> ArchiveSchema {
    do throws(ArchiveError) {
      return try ArchiveSchema(archive)
    } catch {
      throw ArchiveDifference.Failure(side: side, error: error)
    }
  }

  /// The number of unreachable objects.
  package var unreachedCount: Int {
    outline.objectCount - (order.count - (nodeCount - outline.objectCount))
  }

  /// The content of a node.
  enum Content {
    case object(ArchiveObject)
    case value(ArchiveNamedValue)
  }

  func content(of node: Int) throws(ArchiveDifference.Failure) -> Content {
    do throws(ArchiveError) {
      if isObject(node), let object = try archive.object(node) {
        return .object(conversion.convert(object))
      }
      if let place = place(of: node) {
        reader.budget = budget
        return .value(conversion.convert(try reader.value(of: place)))
      }
      throw ArchiveError(.danglingReference, at: 0)
    } catch {
      throw ArchiveDifference.Failure(side: side, error: error)
    }
  }

  /// Returns the place of the root or metadata item of a node.
  func place(of node: Int) -> NamedValuePlace? {
    let index = node - outline.objectCount - 1
    return outline.items.indices.contains(index) ? outline.items[index] : nil
  }
}
