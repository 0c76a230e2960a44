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
