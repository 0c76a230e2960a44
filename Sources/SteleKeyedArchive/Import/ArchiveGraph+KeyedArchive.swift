internal import Stele
public import SteleModel

extension ArchiveGraph {
  /// Imports an archive of NSKeyedArchiver or a similar archiver.
  ///
  /// Nothing is lost: ``PropertyListGraph/init(keyedArchiveFrom:limits:)`` makes an equal property list.
  /// No class is looked up, and none is needed. Time and memory are proportional to the list.
  ///
  /// - Throws: ``KeyedArchiveError`` if the list is not a keyed archive, or exceeds a limit.
  public init(
    keyedArchive list: PropertyListGraph, limits: KeyedArchiveLimits = KeyedArchiveLimits()
  ) throws(KeyedArchiveError) {
    try self.init(keyedArchive: list, limits: limits) { _, _ in }
  }

  private init(
    keyedArchive list: PropertyListGraph, limits: KeyedArchiveLimits, progress: (Int, Int) -> Void
  ) throws(KeyedArchiveError) {
    let parts = try ArchiveParts(list)
    let order = list.childrenFirst()
    try Unfolding.check(list, order: order, limits: limits)
    let types = try parts.types(of: list, order: order)
    try SetElements.check(list, order: order)
    let plan = try ObjectPlan(list, parts: parts, types: types)
    self.init()
    classes = plan.classTable
    let builder = ValueBuilder(plan: plan, limits: limits, isMetadata: false)
    objects.reserveCapacity(parts.objects.count)
    for (node, variant) in zip(parts.objects, plan.variantOfObject) {
      progress(objects.count + 1, parts.objects.count)
      objects.append(try builder.object(node, variant: variant))
    }
    for (key, node) in parts.top {
      let type = types[node]
      roots.append(
        ArchiveNamedValue(key, type.descriptor(), try builder.value(of: node, as: type)))
    }
    metadata = try Self.metadata(of: plan, limits: limits)
  }

  /// Imports the bytes of an archive of NSKeyedArchiver or a similar archiver.
  ///
  /// - Throws: ``KeyedArchiveError`` if the bytes are not a property list in binary or XML form, or
  ///   the list is not a keyed archive, or exceeds a limit.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(
    keyedArchive bytes: [UInt8], limits: KeyedArchiveLimits = KeyedArchiveLimits()
  ) throws(KeyedArchiveError) {
    try self.init(keyedArchive: bytes, limits: limits) { _, _ in }
  }

  /// Imports the bytes of an archive of NSKeyedArchiver or a similar archiver.
  ///
  /// The closure receives the number of each converted object, and the total number.
  ///
  /// - Throws: As ``init(keyedArchive:limits:)-([UInt8],_)``.
  package init(
    keyedArchive bytes: [UInt8], limits: KeyedArchiveLimits = KeyedArchiveLimits(),
    progress: (_ object: Int, _ count: Int) -> Void
  ) throws(KeyedArchiveError) {
    let list: PropertyListGraph
    do throws(PropertyListError) {
      list = try PropertyListGraph(parsing: bytes, limits: limits.propertyList)
    } catch {
      throw KeyedArchiveError(.propertyList(error))
    }
    do throws(KeyedArchiveError) {
      try self.init(keyedArchive: list, limits: limits, progress: progress)
    } catch {
      var error = error
      if let place = XMLPropertyListReader.place(
        of: error.node ?? list.root, in: bytes, limits: limits.propertyList)
      {
        (error.offset, error.line) = (place.offset, place.line)
      } else {
        error.offset = error.node.flatMap { BinaryTrailer.offset(ofObject: $0, in: bytes) }
      }
      throw error
    }
  }

  /// Returns the items of the outermost dictionary besides the objects and the roots.
  private static func metadata(
    of plan: ObjectPlan, limits: KeyedArchiveLimits
  ) throws(KeyedArchiveError) -> [ArchiveNamedValue] {
    let builder = ValueBuilder(plan: plan, limits: limits, isMetadata: true)
    var items = [
      ArchiveNamedValue(
        MappedName.keys, .list(.string), .list(plan.parts.keys.map { .string($0) }))
    ]
    if !plan.parts.hasNull { items.append(ArchiveNamedValue(MappedName.null, .bool, .bool(false))) }
    for (key, node) in plan.parts.rest {
      let type = plan.types[node]
      let value = try builder.value(of: node, as: type)
      items.append(
        ArchiveNamedValue(MappedName.itemName(ofKey: key), type.descriptor(inMetadata: true), value)
      )
    }
    return items
  }
}
