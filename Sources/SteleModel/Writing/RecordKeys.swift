internal import Stele

/// Remembers where the values of the stored keys of a record begin, and the targets of references.
final class RecordKeys: ValueVisitor {
  private struct Notes {
    var starts: [(offset: Int, reference: Int)] = []
    var targets: [Int] = []

    mutating func start(at offset: Int) { starts.append((offset, targets.count)) }
  }

  // Safe: no function calls one that could begin another access; a check would cost a tenth of a digest.
  @exclusivity(unchecked) private var notes = Notes()

  var measuresRecords: Bool { true }

  /// Forgets the last record.
  func removeAll() {
    unsafe notes.starts.removeAll(keepingCapacity: true)
    unsafe notes.targets.removeAll(keepingCapacity: true)
  }

  /// The range of the value of a stored key, empty if the key is absent.
  func offsets(ofKey key: Int) -> Range<Int> {
    unsafe notes.starts[key].offset..<notes.starts[key + 1].offset
  }

  /// The targets of all references in the value of a stored key, 0 for nil.
  func targets(ofKey key: Int) -> ArraySlice<Int> {
    unsafe notes.targets[notes.starts[key].reference..<notes.starts[key + 1].reference]
  }

  func beginKey(_ key: CompiledKey, at offset: Int) { unsafe notes.start(at: offset) }

  func endRecord(at offset: Int) { unsafe notes.start(at: offset) }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, isHashed: Bool) {
    unsafe notes.targets.append(number)
  }
}
