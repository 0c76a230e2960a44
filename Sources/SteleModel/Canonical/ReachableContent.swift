package import Stele

/// The roots and metadata of an archive, and the objects and entries that strong references reach from the roots or from a value.
///
/// Spec §9.5.
package struct ReachableContent {
  /// The roots, in their order.
  private(set) var roots: [NamedValuePlace] = []
  /// The items of the metadata, in their order.
  private(set) var metadata: [NamedValuePlace] = []
  /// The value from which references are followed; nil for the roots.
  private let start: ArchiveNamedValue?
  /// Whether each object is reached, object 1 first.
  private(set) var isReached: [Bool]
  /// The entries of reached objects and of the values in them and in the start, and their superclasses.
  package private(set) var entries: Set<Int> = []
  /// A reference in a set element or map key of a root or a reached object, if there is one.
  private(set) var referenceInKey: ArchiveWritingError?

  /// Validates the values of an archive: phase 6.
  ///
  /// - Parameters:
  ///   - check: The archive.
  ///   - start: A value of the archive with its type, to find what is reached from it; nil for what the roots reach.
  /// - Throws: The rule that is broken.
  package init(_ check: ArchiveCheck, from start: ArchiveNamedValue? = nil) throws {
    let context = check.tables.context
    self.start = start
    isReached = Array(repeating: false, count: context.objectCount)
    var visitor = TargetVisitor(check)
    var values = try check.visitValues(visitor) { (item, _, _) throws(ArchiveError) in
      if item.isMetadata { metadata.append(item) } else { roots.append(item) }
    }
    try reach(check, visitor, &values)
    if visitor.hashed != nil
      || isReached.contains(false) && visitor.isEntryUsed.contains(true)
    {
      // Objects that are left out may use some of the entries, or have the references in keys.
      visitor = TargetVisitor(check)
      values = ArchiveVisit(context, visitor)
      try visitReached(check, visitor, &values)
    }
    for (entry, isUsed) in visitor.isEntryUsed.enumerated() where isUsed {
      entries.insert(entry + 1)
    }
    for (entry, isReached) in zip(context.objectEntries ?? [], isReached)
    where isReached && !entries.contains(Int(entry)) {
      entries.formUnion(context.schema.chain(of: Int(entry)))
    }
  }

  /// Follows the references from the start.
  private mutating func reach(
    _ check: ArchiveCheck, _ visitor: TargetVisitor,
    _ values: inout ArchiveVisit
  ) throws(ArchiveError) {
    var rest: [Int] = []
    func reach(_ targets: ByteReader) throws(ArchiveError) {
      var targets = targets
      while targets.remaining > 0 {
        let number = try targets.readNumber()
        guard isReached.indices.contains(number - 1), !isReached[number - 1] else { continue }
        isReached[number - 1] = true
        rest.append(number)
      }
    }
    // The targets of the start follow those of the records.
    visitor.beginTargets()
    let records = visitor.targets.count
    if let start { visitor.visit(start, check.tables.context.classes) }
    for root in roots where start == nil { try values.walkValue(of: root) }
    let (all, starts) = (visitor.targets.bytes, visitor.starts)
    try reach(ByteReader(all, range: records..<all.count))
    while let number = rest.popLast() {
      guard let start = starts[number], let end = starts[number + 1] else { continue }
      try reach(ByteReader(all, range: start..<end))
    }
  }

  /// Remembers the entries of values in the start and in reached objects, and the first reference in a key.
  private mutating func visitReached(
    _ check: ArchiveCheck, _ visitor: TargetVisitor,
    _ values: inout ArchiveVisit
  ) throws {
    let (classes, objects) = (check.tables.context.classes, check.tables.context.objectEntries)
    func rememberReferenceInKey(_ object: Int?, path: (Int) -> String) {
      guard referenceInKey == nil, let (target, key) = visitor.hashed else { return }
      referenceInKey = ArchiveWritingError(
        .breaks(.referenceInKey), object: object, keyPath: path(key))
      referenceInKey?.targetClassName = objects.flatMap { classes[Int($0[target - 1])]?.name }
    }
    if let start { visitor.visit(start, classes) }
    for root in roots where start == nil {
      try values.walkValue(of: root)
      rememberReferenceInKey(nil) { _ in KeyPathText.root(root.name) }
    }
    let isReached = isReached
    try check.forEachRecord { (number, frame) in
      guard isReached[number - 1] else { return }
      try values.walkRecord(frame, number: number)
      rememberReferenceInKey(number) { classes.keyPath(of: $0, inRecordOf: frame.entry) }
    }
  }
}

extension ArchiveCheck {
  /// Passes all records to a closure, in file order.
  func forEachRecord(_ body: (Int, RecordFrame) throws -> Void) throws {
    for block in tables.blocks {
      var input = try block.entry.readPayload(from: bytes)
      try block.readHeader(&input)
      for number in block.numbers {
        let frame = try RecordFrame(
          parsing: &input, schema: tables.context.schema, definitions: block.definitions)
        try body(number, frame)
      }
    }
  }
}

extension ArchiveClassTable {
  /// The key path of a stored key of the records of an entry.
  fileprivate func keyPath(of position: Int, inRecordOf entry: Int) -> String {
    KeyPathText.root(self[entry]?.name ?? "")
      + KeyPathText.key(storedKeys(of: entry)[position].name)
  }
}

/// Remembers the targets of strong references, record by record, and the entries of structs and enums.
private final class TargetVisitor: ValueVisitor {
  // Safe, for all: no function calls one that could begin another access; a check would cost a tenth of a digest.
  /// The numbers of the targets as varints, which take no more bytes than in the archive.
  @safe @exclusivity(unchecked) private(set) var targets = ByteWriter()
  /// Where the targets of each record begin.
  @safe @exclusivity(unchecked) private(set) var starts = RecordOffsets()
  /// Whether each entry is that of a struct or enum value.
  @safe @exclusivity(unchecked) private(set) var isEntryUsed: [Bool]
  /// The first target of a reference in a set element or map key, and the position of the key of the record.
  @safe @exclusivity(unchecked) private(set) var hashed: (target: Int, key: Int)?
  /// The position of the current key among the stored keys of its record.
  @safe @exclusivity(unchecked) private var key = 0

  var measuresRecords: Bool { true }

  init(_ check: ArchiveCheck) {
    // A record takes two bytes or more; no memory is reserved for objects that cannot be there.
    starts.reserveCapacity(min(check.tables.context.objectCount, check.bytes.byteCount / 2) + 1)
    isEntryUsed = Array(repeating: false, count: check.tables.context.schema.classes.count)
  }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
    guard number > 0, type.operation != .weakReference else { return }
    targets.write(number: number)
    if isHashed, hashed == nil { hashed = (number, key) }
  }

  func beginKey(_ key: CompiledKey, at offset: Int) { self.key += 1 }

  func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    switch container {
    case .record: beginTargets()
    case .struct(let entry), .enum(let entry, _): use(entry)
    default: break
    }
  }

  /// Begins the targets of a record, and ends those of the one before it.
  func beginTargets() {
    starts.append(targets.count)
    key = -1
  }

  /// Remembers the entry of a value; 0 is none.
  private func use(_ entry: Int) {
    if isEntryUsed.indices.contains(entry - 1) { isEntryUsed[entry - 1] = true }
  }

  /// Visits a value in memory as if it were one of the archive.
  func visit(_ item: ArchiveNamedValue, _ classes: ArchiveClassTable) {
    var walk = ValueWalk(classes, skipsScalars: true)
    walk.begin(item.value, item.type)
    while let event = walk.next() {
      if case .value(let value, _, _) = event { use(value.inlineEntry) }
      if let number = event.strongReference { targets.write(number: number) }
    }
  }
}
