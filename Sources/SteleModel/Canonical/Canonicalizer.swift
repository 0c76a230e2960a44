package import Stele

/// Writes the canonical form of an archive, piece by piece.
///
///     check      the archive, noting the objects and entries that the roots reach; no reference may be in a set or key
///     join       entries of one lineage
///     convert    each root and record to its bytes in the joined table, with sorted sets and maps
///     number     objects, in the order of the references in these bytes
///     write      the bytes with the new numbers
///
/// No value is made, and the converted bytes take little more than the archive.
///
/// Spec chapter 9.
package struct Canonicalizer {
  private let check: ArchiveCheck
  private let content: ReachableContent
  private let join: EntryJoin
  private let includesMetadata: Bool
  private var budget: MemoryBudget

  /// Validates an archive, and joins its entries.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - includesMetadata: Whether the metadata is kept.
  ///   - limits: The reader's limits.
  ///   - budget: The memory that joining may add; nil for that of the limits.
  /// - Throws: `ArchiveError` if the archive is not valid, `ArchiveWritingError` if a reference is in a set element or map key
  ///   (K11), or if joining takes too much memory.
  package init(
    _ bytes: ArchiveBytes, includesMetadata: Bool, limits: ArchiveLimits,
    budget: MemoryBudget? = nil
  ) throws {
    check = try ArchiveCheck(bytes, limits: limits)
    self.includesMetadata = includesMetadata
    // Numbers of objects are kept in 32 bits.
    guard check.tables.context.objectCount <= UInt32.max else {
      throw ArchiveError(.memory, at: 0)
    }
    content = try ReachableContent(check)
    if let error = content.referenceInKey { throw error }
    self.budget =
      budget ?? MemoryBudget(byteCount: limits.memory(forByteCount: bytes.byteCount))
    let classes = check.tables.context.classes
    try Self.payForJoin(of: classes, with: &self.budget)
    join = EntryJoin(classes, used: content.entries)
  }

  /// Pays for the memory that joining entries needs for each key, to sort it and to find it by its name.
  private static func payForJoin(
    of classes: ArchiveClassTable, with budget: inout MemoryBudget
  ) throws(ArchiveWritingError) {
    let byteCountOfKey = 4 * MemoryLayout<ArchiveKey>.stride + 2 * MemoryBudget.name
    for entry in classes.entries {
      let keyCount = entry.cases.reduce(entry.keys.count) { $0 + $1.keys.count + 1 }
      guard budget.pay(keyCount * byteCountOfKey) else {
        throw ArchiveWritingError(.breaks(.memory), keyPath: KeyPathText.root(entry.name))
      }
    }
  }

  /// Passes the canonical form to a closure, piece by piece.
  ///
  /// - Parameter body: Receives each piece. If an error is thrown, the pieces so far are not an archive.
  /// - Throws: `ArchiveWritingError` if there is no canonical form, the error of the closure, or `ArchiveError` if the
  ///   archive has changed.
  package func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    var names = try UsedNames(join.classes).sorted()
    while true {
      let items = try convert(names: names)
      let used = items.tables.schema.names
      if used.count == names.count { return try write(items, body) }
      // Types in values use further names, whose numbers depend on the order of all names.
      names = used.sorted { ExactString($0) < ExactString($1) }
    }
  }

  /// Everything but the numbers of objects.
  private struct Items {
    /// The records, by the numbers of the objects in the source.
    let records: UnnumberedItems
    let roots: UnnumberedItems
    let metadata: UnnumberedItems
    let tables: ClassTableWriter
  }

  /// Converts everything but the numbers of objects.
  private func convert(names: [String]) throws -> Items {
    let context = check.tables.context
    let transcoder = try Transcoder(context, join, names: names, budget: budget)
    var visit = ArchiveVisit(context, transcoder)
    func convert(_ places: [NamedValuePlace]) throws -> UnnumberedItems {
      var items = UnnumberedItems(count: 0, byteCount: 0)
      for place in places.sorted(by: { ExactString($0.name) < ExactString($1.name) }) {
        try transcoder.write(place, &visit)
        items.append(transcoder.output, transcoder.references)
      }
      return items
    }
    let roots = try convert(content.roots)
    let metadata = try convert(includesMetadata ? content.metadata : [])
    var records = UnnumberedItems(count: context.objectCount, byteCount: check.bytes.byteCount)
    try check.forEachRecord { (number, frame) in
      guard content.isReached[number - 1] else { return records.skip() }
      try transcoder.write(frame, number: number, &visit)
      records.append(transcoder.output, transcoder.references)
    }
    return Items(
      records: records, roots: roots, metadata: metadata, tables: transcoder.tables)
  }

  /// Numbers the objects in the order of the strong references to them.
  ///
  /// - Returns: The new number of each object, 0 for those that are left out, and the old number of each new one.
  private func number(
    _ items: Items
  ) throws(ArchiveError) -> (numbers: [UInt32], order: [UInt32]) {
    var numbers = [UInt32](repeating: 0, count: content.isReached.count)
    var order: [UInt32] = []
    order.reserveCapacity(numbers.count)
    func number(_ old: Int) {
      guard numbers[old - 1] == 0 else { return }
      order.append(UInt32(old))
      numbers[old - 1] = UInt32(order.count)
    }
    for root in 0..<items.roots.count { try items.roots.forEachTarget(of: root + 1, number) }
    var position = 0
    while position < order.count {
      try items.records.forEachTarget(of: Int(order[position]), number)
      position += 1
    }
    return (numbers, order)
  }

  private func write(
    _ items: Items, _ body: ([UInt8]) throws -> Void
  ) throws {
    let (numbers, order) = try number(items)
    var assembler = ArchiveAssembler(ArchiveWriterOptions())
    assembler.values.tables = items.tables
    var item = ByteWriter()
    for old in order {
      item.removeAll()
      try items.records.write(Int(old), numbers, to: &item)
      assembler.append(record: item.bytes)
      if assembler.chunks.output.count >= 65_536 {
        try body(assembler.chunks.output.bytes)
        assembler.chunks.removeOutput()
      }
    }
    for root in 0..<items.roots.count {
      item.removeAll()
      try items.roots.write(root + 1, numbers, to: &item)
      assembler.addRoot(written: item.bytes)
    }
    item.removeAll()
    for number in 0..<items.metadata.count {
      try items.metadata.write(number + 1, numbers, to: &item)
    }
    let count = items.metadata.count
    try assembler.finish(
      metadata: nil, unknownChunks: [],
      writtenMetadata: count == 0 ? nil : (count, item.bytes))
    try body(assembler.chunks.output.bytes)
  }
}
