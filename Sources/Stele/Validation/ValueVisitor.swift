/// Receives the values that a ``ValueInterpreter`` visits.
///
/// A value is passed on after its bytes have been validated; a container after the bytes before its parts have been. All
/// requirements do nothing by default, and cost nothing then.
package protocol ValueVisitor {
  /// Whether the visitor receives all values; otherwise some may be validated by their size alone.
  var isInterested: Bool { get }
  /// Whether the values have been validated before, and only their references are needed.
  ///
  /// Strings, packed lists, the elements of sets and the targets of references are not validated again then.
  var findsReferences: Bool { get }
  /// Whether the visitor receives the offsets of the keys of records, and of their ends.
  var measuresRecords: Bool { get }

  /// Receives a value that contains no others and is no reference: a scalar, or a packed list.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - bytes: The bytes of the value alone.
  /// - Throws: The visitor's own refusal, such as rule L4.
  mutating func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError)
  /// Receives a reference.
  ///
  /// - Parameters:
  ///   - number: The number of the object, or 0 for nil.
  ///   - type: The type.
  ///   - index: The index of the type.
  ///   - offset: The offset of the reference.
  ///   - isHashed: Whether the reference is part of an element of a set or of a key of a map.
  mutating func reference(
    _ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool
  )
  /// Receives the beginning of a record of a block, before anything in it.
  mutating func beginRecord()
  /// Receives the number in a reference of a key that ``ValueInterpreter`` passes over quickly.
  mutating func pass(_ number: Int)
  /// Receives a nil of an optional type other than a reference.
  mutating func none()
  /// Receives the absence of an optional key.
  mutating func absentKey()
  /// Receives the beginning of a container.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - count: The number of parts; a pair of a map is one.
  ///   - offset: The offset of the first part.
  ///   - schema: The compiled class table, with the types of open `any` values.
  /// - Throws: The visitor's own refusal, such as rule L4.
  mutating func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError)
  /// Receives the offset of the first record of a block, from an ``ArchiveVisit``.
  mutating func beginBlock(at offset: Int)
  /// Receives the next key of a record before its value, whether the key is present or not.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - offset: The offset of its value, or of the next one if it is absent.
  mutating func beginKey(_ key: CompiledKey, at offset: Int)
  /// Receives the offset of the end of a record, after its values.
  mutating func endRecord(at offset: Int)
  /// Receives the end of a container, except of an optional or `any` value, which ends with its one part.
  ///
  /// A list of which a single element is visited ends without a beginning.
  mutating func close()
}

/// A value that has parts.
package enum VisitedContainer: Sendable {
  case record(entry: Int)
  case `struct`(entry: Int)
  case `enum`(entry: Int, caseIndex: Int)
  case list
  case set
  case map
  case some
  /// An `any` value, with the index of its type and the number of bytes of its descriptor.
  case any(type: Int, byteCount: Int)
}

extension ValueVisitor {
  @inline(__always) package var isInterested: Bool { true }
  @inline(__always) package var findsReferences: Bool { false }
  @inline(__always) package var measuresRecords: Bool { false }
  @inline(__always)
  package mutating func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError) {
  }
  @inline(__always)
  package mutating func reference(
    _ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool
  ) {}
  @inline(__always) package mutating func beginRecord() {}
  @inline(__always) package mutating func pass(_ number: Int) {}
  @inline(__always) package mutating func none() {}
  @inline(__always) package mutating func absentKey() {}
  @inline(__always)
  package mutating func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {}
  @inline(__always) package mutating func beginBlock(at offset: Int) {}
  @inline(__always) package mutating func beginKey(_ key: CompiledKey, at offset: Int) {}
  @inline(__always) package mutating func endRecord(at offset: Int) {}
  @inline(__always) package mutating func close() {}
}

/// Ignores all values; serves to validate.
struct ValidatingVisitor: ValueVisitor, Sendable {
  @inline(__always) var isInterested: Bool { false }
  /// Whether the first target of each record is remembered.
  private var notesTargets = false
  private var targets: [UInt32] = []
  private var target: UInt32 = 0

  init() {}

  /// Begins to note the first object that each record refers to.
  ///
  /// - Parameter capacity: The number of records.
  mutating func rememberTargets(capacity: Int) {
    notesTargets = true
    targets.reserveCapacity(capacity)
  }

  /// Takes, for each record by its number, the first object that a key of the record refers to, or 0; not those of the last record.
  ///
  /// References in their uncommon forms may be missing, so the targets only serve to look ahead.
  mutating func takeTargets() -> [UInt32] {
    (notesTargets, target) = (false, 0)
    defer { targets = [] }
    return targets
  }

  @inline(__always)
  mutating func beginRecord() {
    guard notesTargets else { return }
    targets.append(target)
    target = 0
  }

  @inline(__always)
  mutating func pass(_ number: Int) {
    if target == 0 { target = UInt32(truncatingIfNeeded: number) }
  }
}

/// Hands the events of an interpreter on to an object.
///
/// The interpreter is compiled for three visitors: one that only validates, one that makes values, and this one for all
/// others. Each copy takes about 60 KB, and an interpreter that is not compiled for its visitor is many times slower.
/// An event costs an indirect call here.
struct ForwardingVisitor: ValueVisitor {
  var target: any ValueVisitor
  var isInterested: Bool
  let findsReferences: Bool
  let measuresRecords: Bool

  init(_ target: any ValueVisitor) {
    self.target = target
    isInterested = target.isInterested
    findsReferences = target.findsReferences
    measuresRecords = target.measuresRecords
  }

  mutating func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError) {
    try target.leaf(type, &bytes)
  }

  mutating func reference(
    _ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool
  ) {
    target.reference(number, type, at: index, offset: offset, isHashed: isHashed)
  }

  mutating func none() {
    if isInterested { target.none() }
  }

  mutating func absentKey() {
    if isInterested { target.absentKey() }
  }

  mutating func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    if isInterested { try target.open(container, count: count, at: offset, schema) }
  }

  mutating func beginBlock(at offset: Int) { target.beginBlock(at: offset) }

  mutating func beginKey(_ key: CompiledKey, at offset: Int) {
    target.beginKey(key, at: offset)
  }

  mutating func endRecord(at offset: Int) { target.endRecord(at: offset) }

  mutating func close() {
    if isInterested { target.close() }
  }
}

/// A walk over the values of an archive for a visitor.
package struct ArchiveVisit {
  private var values: ValueInterpreter<ForwardingVisitor>

  package init(_ context: ReadingContext, _ visitor: any ValueVisitor) {
    values = ValueInterpreter(context, visitor: ForwardingVisitor(visitor))
  }

  /// Validates the records of a block, and shows their values.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - input: The payload of its chunk.
  /// - Throws: The rule that is broken, with object and key path.
  package mutating func walkRecords(
    of block: Block, _ input: inout ByteReader
  ) throws(ArchiveError) {
    values.isMetadata = false
    try values.walkRecords(of: block, &input)
  }

  /// Validates a record, and shows its values.
  ///
  /// - Parameters:
  ///   - frame: The record.
  ///   - number: The number of the object, for errors.
  /// - Throws: The rule that is broken, with object and key path.
  package mutating func walkRecord(_ frame: RecordFrame, number: Int) throws(ArchiveError) {
    try values.walkRecord(frame, number: number)
  }

  /// Shows the value of a root or of an item of the metadata.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - body: Receives the index of its type before the value is shown.
  /// - Throws: The rule that is broken, if the value has not been validated before.
  package mutating func walkValue(
    of item: NamedValuePlace, _ body: (Int, borrowing CompiledSchema) -> Void = { _, _ in }
  ) throws(ArchiveError) {
    values.definitions = item.definitions
    values.isMetadata = item.isMetadata
    var input = item.descriptor
    try input.withCursor { input throws(ArchiveError) in
      let type = try values.readType(&input)
      body(type, values.schema)
      try values.walkValue(type, &input)
    }
  }
}
