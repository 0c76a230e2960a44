import Stele

/// A visitor that counts the contents of the values of an archive, object by object.
///
/// The meter takes four bytes for each strong reference, twelve for each object, and tables of bounded size.
final class ContentMeter: ValueVisitor {
  struct EntryCounts: Sendable {
    fileprivate(set) var objectCount = 0
    /// The bytes of the records.
    fileprivate(set) var byteCount = 0
    /// The number of values that could have been absent or nil.
    fileprivate(set) var optionalCount = 0
    /// The number of these values that were absent or nil.
    fileprivate(set) var nilCount = 0
    /// The number of weak references, except nil, in the records.
    fileprivate(set) var weakReferenceCount = 0
    /// The number of weak references to the objects.
    fileprivate(set) var weakArrivalCount = 0
    /// The index of the bytes of the first key; -1 if the keys are not counted.
    fileprivate var firstKey = -1
    fileprivate var keyCount = 0
  }

  var measuresRecords: Bool { true }

  /// The counts of each class entry, entry 1 first.
  private(set) var entries: [EntryCounts]
  /// The size of each record, including its length; object 1 first.
  private(set) var recordByteCounts: [UInt32] = []
  /// The targets of all strong references, object by object.
  private(set) var targets: [UInt32] = []
  /// For each object, the index in ``targets`` after its last target.
  private(set) var targetEnds: [Int] = []
  /// The targets of the strong references in roots.
  private(set) var rootTargets: [UInt32] = []
  /// The strings, including those in roots.
  private(set) var strings = StringTally()

  private let objectEntries: [UInt32]
  private var keyByteCounts: [Int] = []
  /// The class entry of the record, or -1 outside records.
  private var entry = -1
  private var recordStart = 0
  /// The index of the bytes of the current key; -1 if they are not counted.
  private var key = -1
  private var keyStart = 0
  private var nextKey = -1
  /// Whether the next event is the value of a key of a record.
  private var isAtKey = false

  init(entryCount: Int, objectEntries: [UInt32]) {
    entries = Array(repeating: EntryCounts(), count: entryCount)
    self.objectEntries = objectEntries
    recordByteCounts.reserveCapacity(objectEntries.count)
    targetEnds.reserveCapacity(objectEntries.count)
  }

  /// Returns the bytes of each stored key of an entry, in the order of the values of a record; nil if they were not
  /// counted.
  func keyByteCounts(ofEntry entry: Int) -> ArraySlice<Int>? {
    guard entries.indices.contains(entry - 1) else { return nil }
    let counts = entries[entry - 1]
    guard counts.firstKey >= 0 else { return nil }
    return keyByteCounts[counts.firstKey..<(counts.firstKey + counts.keyCount)]
  }

  /// Records the offset of the first record of a block.
  func beginBlock(at offset: Int) { recordStart = offset }

  // Events

  func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    switch container {
    case .record(let entry):
      beginRecord(ofEntry: entry, keyCount: count)
    case .some:
      // The content of an optional determines whether the key is nil.
      break
    default:
      isAtKey = false
    }
  }

  private func beginRecord(ofEntry entry: Int, keyCount: Int) {
    self.entry = entries.indices.contains(entry - 1) ? entry - 1 : -1
    key = -1
    nextKey = -1
    guard self.entry >= 0 else { return }
    if entries[self.entry].objectCount == 0,
      keyCount <= ArchiveStatistics.countedKeyLimit - keyByteCounts.count
    {
      entries[self.entry].firstKey = keyByteCounts.count
      entries[self.entry].keyCount = keyCount
      keyByteCounts += repeatElement(0, count: keyCount)
    }
    nextKey = entries[self.entry].firstKey
  }

  func beginKey(_ key: CompiledKey, at offset: Int) {
    endKey(at: offset)
    keyStart = offset
    if nextKey >= 0, nextKey < keyByteCounts.count {
      self.key = nextKey
      nextKey &+= 1
    }
    let mayBeNil =
      key.isOptional || key.type.code == .optional || key.type.operation == .weakReference
    isAtKey = mayBeNil && entry >= 0
    if isAtKey { entries[entry].optionalCount &+= 1 }
  }

  private func endKey(at offset: Int) {
    if key >= 0 { keyByteCounts[key] &+= offset &- keyStart }
  }

  func endRecord(at offset: Int) {
    endKey(at: offset)
    let byteCount = offset &- recordStart
    recordStart = offset
    if entry >= 0 {
      entries[entry].objectCount &+= 1
      entries[entry].byteCount &+= byteCount
    }
    recordByteCounts.append(UInt32(truncatingIfNeeded: byteCount))
    targetEnds.append(targets.count)
    entry = -1
  }

  func absentKey() { recordNil() }

  func none() { recordNil() }

  private func recordNil() {
    guard isAtKey else { return }
    isAtKey = false
    entries[entry].nilCount &+= 1
  }

  func reference(
    _ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool
  ) {
    guard number > 0 else { return recordNil() }
    isAtKey = false
    guard type.operation != .weakReference else { return recordWeakReference(to: number) }
    let target = UInt32(truncatingIfNeeded: number)
    if entry >= 0 { targets.append(target) } else { rootTargets.append(target) }
  }

  private func recordWeakReference(to number: Int) {
    if entry >= 0 { entries[entry].weakReferenceCount &+= 1 }
    guard objectEntries.indices.contains(number - 1) else { return }
    let target = Int(objectEntries[number - 1]) - 1
    if entries.indices.contains(target) { entries[target].weakArrivalCount &+= 1 }
  }

  func leaf(
    _ type: CompiledType, _ bytes: inout ByteCursor
  ) throws(ArchiveError) {
    isAtKey = false
    guard type.operation == .string, bytes.remaining >= StringTally.minimumByteCount else { return }
    strings.add(
      hash: bytes.keyedHashOfRest, byteCount: bytes.remaining,
      at: bytes.offset)
  }
}
