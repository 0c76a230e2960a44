/// Notes where the values of the stored keys of a record begin, and the targets of references.
struct RecordKeys: ValueVisitor {
  static var measuresRecords: Bool { true }

  private var starts: [(offset: Int, reference: Int)] = []
  private var targets: [Int] = []

  /// Forgets the last record.
  mutating func removeAll() {
    starts.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
  }

  /// The range of the value of a stored key, empty if the key is absent.
  func offsets(ofKey key: Int) -> Range<Int> { starts[key].offset..<starts[key + 1].offset }

  /// The targets of all references in the value of a stored key, 0 for nil.
  func targets(ofKey key: Int) -> ArraySlice<Int> {
    targets[starts[key].reference..<starts[key + 1].reference]
  }

  mutating func beginKey(_ key: CompiledKey, at offset: Int) {
    starts.append((offset, targets.count))
  }

  mutating func endRecord(at offset: Int) { starts.append((offset, targets.count)) }

  mutating func reference(_ number: Int, _ type: CompiledType, at index: Int, isHashed: Bool) {
    targets.append(number)
  }
}
