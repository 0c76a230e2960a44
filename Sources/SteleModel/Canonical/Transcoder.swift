internal import Stele

/// Receives the values of a valid archive, and writes their bytes for a class table with joined entries, with sorted sets and
/// maps, without making a value.
///
/// Spec §9.7, §9.8.
final class Transcoder: ValueVisitor {
  // Safe: no function calls one that could begin another access; a check would cost a tenth of a digest.
  @exclusivity(unchecked) private var item: TranscodedItem

  /// Makes a transcoder to a joined class table with some names.
  ///
  /// - Throws: Rule K13 if types nest too deep.
  init(
    _ context: ReadingContext, _ join: EntryJoin, names: [String], budget: MemoryBudget
  ) throws(ArchiveWritingError) {
    unsafe item = TranscodedItem(
      try BodyPlans(context.schema, join, names: names), budget: budget)
  }

  /// The joined class table, with the names that values use.
  var tables: ClassTableWriter { unsafe item.plans.tables }
  /// The bytes of the last item but for the references in it.
  var output: [UInt8] { unsafe item.output }
  /// The references in the last item.
  var references: [TranscodedItem.Reference] { unsafe item.references }

  /// Writes a root, or an item of the metadata.
  ///
  /// - Throws: `ArchiveWritingError` with the reason why it cannot be written.
  func write(_ place: NamedValuePlace, _ visit: inout ArchiveVisit) throws {
    unsafe item.begin()
    try complete(
      place.isMetadata ? KeyPathText.item(place.name) : KeyPathText.root(place.name)
    ) {
      try visit.walkValue(of: place) { type, schema in
        unsafe item.write(place.name)
        unsafe item.write(schema.descriptor(type))
      }
    }
  }

  /// Writes a record, without its length.
  ///
  /// - Throws: `ArchiveWritingError` with the reason why it cannot be written.
  func write(_ frame: RecordFrame, number: Int, _ visit: inout ArchiveVisit) throws {
    unsafe item.begin()
    try complete(object: number, path(ofRecord: frame.entry)) {
      try visit.walkRecord(frame, number: number)
    }
  }

  /// Completes an item, or throws its refusal.
  private func complete(
    object: Int? = nil, _ path: @autoclosure () -> String, _ walk: () throws -> Void
  ) throws {
    let result = Result(catching: walk)
    if let (reason, key) = unsafe item.refusal {
      throw ArchiveWritingError(reason, object: object, keyPath: path() + key)
    }
    try result.get()
  }

  private func path(ofRecord entry: Int) -> String {
    let schema = unsafe item.plans.source
    return KeyPathText.root(schema[entry].flatMap { schema.name($0.name) } ?? "")
  }

  func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError) {
    try unsafe item.leaf(&bytes)
  }

  func none() { unsafe item.none() }

  func absentKey() { unsafe item.absentKey() }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
    unsafe item.reference(number, isWeak: type.operation == .weakReference)
  }

  func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    try unsafe item.open(container, count: count, at: offset, schema)
  }

  func close() { unsafe item.close() }
}
