internal import Stele

/// Converts roots, metadata and records, one at a time, to the bytes that they have in the canonical form but for the
/// numbers of objects.
///
/// A value whose bytes may change is made, converted to the joined types, sorted and written; all others are copied.
///
/// Spec §9.7, §9.8.
struct ItemConverter {
  /// The records, by the numbers of the objects in the source.
  private(set) var records: UnnumberedItems
  /// The roots.
  private(set) var roots: UnnumberedItems
  /// The metadata.
  private(set) var metadata: [ArchiveNamedValue] = []

  private let context: ReadingContext
  private let schema: CompiledSchema
  private let join: EntryJoin
  private let keys = RecordKeys()
  private var visits: ArchiveVisit
  private var builder: ValueInterpreter<ValueBuilder>
  private var items: NamedValueLoader
  /// Converts values to the types and entries of the joined table, and sorts set elements and map pairs.
  private var rewriter = ValueRewriter()
  private var writer = ValueWriter()
  private var plans = EntryCache<RecordPlan>()
  private var last: (entry: Int, plan: RecordPlan)?

  /// Makes a converter for a class table with some names.
  init(
    _ check: ArchiveCheck, _ join: EntryJoin, names: [String], budget: MemoryBudget
  ) throws(ArchiveWritingError) {
    context = check.tables.context
    schema = context.schema
    self.join = join
    records = UnnumberedItems(count: context.objectCount, byteCount: check.bytes.byteCount)
    roots = UnnumberedItems(count: 0, byteCount: 0)
    visits = ArchiveVisit(context, keys)
    builder = ValueInterpreter(context, visitor: ValueBuilder(budget: context.budget))
    items = NamedValueLoader(context)
    for name in names { _ = writer.tables.number(ofName: name) }
    do throws(ArchiveWritingError) {
      try writer.tables.define(contentsOf: join.classes)
    } catch {
      // Only joining can make types nest too deep: an optional never and another type.
      guard error.reason == .breaks(.descriptorNesting) else { throw error }
      throw ArchiveWritingError(.breaks(.canonicalJoin), keyPath: error.keyPath)
    }
    writer.references.isTrusted = true
    writer.notesReferences = true
    rewriter.join = join
    rewriter.budget = budget
    rewriter.sorter = ElementSorter(writer.tables)
    rewriter.checksNesting = true
  }

  /// The class table of the canonical form, with the names that values use.
  var tables: ClassTableWriter { writer.tables }

  /// Converts a root.
  mutating func addRoot(_ place: NamedValuePlace) throws {
    let path = KeyPathText.root(place.name)
    let root = try convert(place, path)
    let type = try writer.tables.index(of: root.type)
    beginItem()
    writer.output.write(string: root.name)
    writer.tables.schema.writeDescriptor(type, to: &writer.output)
    try writer.write(root.value, type, at: ValueWriter.Place(path: path))
    roots.append(writer.output.bytes, writer.writtenReferences)
  }

  /// Converts an item of the metadata.
  mutating func addMetadata(_ place: NamedValuePlace) throws {
    metadata.append(try convert(place, KeyPathText.item(place.name)))
  }

  private mutating func convert(
    _ place: NamedValuePlace, _ path: String
  ) throws -> ArchiveNamedValue {
    var item = try items.value(of: place)
    guard item.type.isWorthRewriting else { return item }
    // Taken out of the item, the value is not shared, and is changed in place.
    var value = ArchiveValue.nil
    swap(&value, &item.value)
    item.value = try convert(consume value, from: item.type, to: item.type, path: path)
    return item
  }

  /// Converts a record.
  mutating func addRecord(
    _ frame: RecordFrame, _ definitions: Definitions, number: Int
  ) throws {
    let entry = join[frame.entry]?.entry ?? 0
    let keyCount = schema.keyCount(ofChain: frame.entry)
    guard rewriter.payForAddedKeys(join.valueCount(of: entry) - keyCount) else {
      throw ArchiveWritingError(
        .breaks(.memory), object: number, keyPath: KeyPathText.root(join.classes[entry]?.name ?? "")
      )
    }
    keys.removeAll()
    try visits.walkRecord(frame, definitions, number: number)
    builder.definitions = definitions
    let plan = plan(of: frame.entry)
    beginItem()
    writer.output.write(number: entry)
    writePresence(plan)
    for (position, key) in plan.keys.enumerated() {
      guard let source = key.source, !keys.offsets(ofKey: source).isEmpty else { continue }
      let offsets = keys.offsets(ofKey: source)
      switch key.change {
      case .none: writer.output.write(contentsOf: frame.content.bytes(in: offsets))
      case .reference:
        writeTargets(ofKey: source, of: key.slot?.from)
      case .references:
        writer.output.write(number: keys.targets(ofKey: source).count)
        writeTargets(ofKey: source, of: key.slot?.from)
      case .value:
        guard let slot = key.slot else { continue }
        let classes = join.classes
        let value = try convert(
          try readValue(key.sourceType, frame.content, at: offsets.lowerBound), from: slot.from,
          to: slot.to, object: number, path: classes.keyPath(of: position, inRecordOf: entry))
        try writer.write(value, key.type, at: ValueWriter.Place(object: number))
      }
    }
    records.append(writer.output.bytes, writer.writtenReferences)
  }

  /// Leaves out a record.
  mutating func skipRecord() { records.skip() }

  private mutating func beginItem() {
    writer.output.removeAll()
    writer.writtenReferences.removeAll(keepingCapacity: true)
  }

  private mutating func plan(of entry: Int) -> RecordPlan {
    if let last, last.entry == entry { return last.plan }
    let plan =
      plans[entry]
      ?? plans.keep(
        RecordPlan(of: entry, schema, join, &writer.tables), of: entry,
        size: join.valueCount(of: join[entry]?.entry ?? 0))
    last = (entry, plan)
    return plan
  }

  private mutating func writePresence(_ plan: RecordPlan) {
    var (byte, bit): (UInt8, UInt8) = (0, 1)
    for key in plan.keys where key.isOptional {
      if bit == 0 {
        writer.output.write(byte: byte)
        (byte, bit) = (0, 1)
      }
      if let source = key.source, !keys.offsets(ofKey: source).isEmpty { byte |= bit }
      bit &<<= 1
    }
    if bit != 1 { writer.output.write(byte: byte) }
  }

  private mutating func writeTargets(ofKey key: Int, of type: ArchiveTypeDescriptor?) {
    let isWeak = type?.contains(where: { $0 == .weak }) == true
    for target in keys.targets(ofKey: key) {
      writer.write(target: target, isWeak: isWeak)
    }
  }

  private mutating func readValue(
    _ type: Int, _ record: ByteReader, at offset: Int
  ) throws(ArchiveError) -> ArchiveValue {
    builder.visitor.budget = context.budget
    var input = record
    try input.move(to: offset)
    return try input.withCursor { input throws(ArchiveError) in
      try builder.readValue(type, &input)
    }
  }

  /// Converts a value.
  ///
  /// - Throws: The reason why there is no canonical form: K13, or that it takes too much memory.
  private mutating func convert(
    _ value: consuming ArchiveValue, from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor,
    object: Int? = nil, path: @autoclosure () -> String
  ) throws(ArchiveWritingError) -> ArchiveValue {
    do throws(ArchiveWritingError.Refusal) {
      return try rewriter.rewrite(value, from: from, to: to)
    } catch {
      throw ArchiveWritingError(error.reason, object: object, keyPath: path())
    }
  }
}

extension ArchiveClassTable {
  /// The key path of a stored key of the records of an entry.
  func keyPath(of position: Int, inRecordOf entry: Int) -> String {
    KeyPathText.root(self[entry]?.name ?? "")
      + KeyPathText.key(storedKeys(of: entry)[position].name)
  }
}
