internal import Stele

/// The elements of an open set, or the keys of an open map.
struct ElementSet {
  /// Those that have been read (V6, V7).
  var elements = ByteSequenceSet()
  /// The last one (K10); empty before the first.
  var last = 0..<0
}

/// Sets and maps.
///
/// Spec §3.6.
extension ValueReader {
  /// Opens a set: P5.
  mutating func openSet(of type: TypeNode, depth: Int) throws(Defect) {
    let count = try cursor.readCount()
    elementSets.append(ElementSet())
    push(OpenValue(kind: .set, depth: depth + 1, end: count, type: type.first))
  }

  /// Opens a map: P5 for twice the count.
  mutating func openMap(of type: TypeNode, depth: Int) throws(Defect) {
    let count = try cursor.readCount(ofSize: 2)
    elementSets.append(ElementSet())
    push(
      OpenValue(
        kind: .map, depth: depth + 1, end: 2 * count, type: type.first, valueType: type.second))
  }

  /// The next element of the set on top, or the next key or value of the map on top.
  mutating func continueSetOrMap() throws(Defect) {
    // Of a map, every second part is a value.
    let isValueNext = top.kind == .map && top.next % 2 == 1
    let hasReadElement = top.kind == .map ? isValueNext : top.next > 0
    if hasReadElement {
      keyNesting -= 1
      checkElement(top.start..<cursor.offset)
    }
    guard top.next < top.end else {
      elementSets.removeLast()
      return pop()
    }
    top.next += 1
    guard !isValueNext else { return try readValue(top.valueType, depth: top.depth) }
    top.start = cursor.offset
    keyNesting += 1
    try readValue(top.type, depth: top.depth)
  }

  /// V6, V7; in phase 7 K10.
  private mutating func checkElement(_ element: Range<Int>) {
    let set = elementSets.count - 1
    if canonical == nil {
      if !elementSets[set].elements.insert(element, of: cursor.part) {
        record(top.kind == .map ? .duplicateKey : .duplicateElement, element.lowerBound)
      }
    } else {
      let last = elementSets[set].last
      if !last.isEmpty, !cursor.part[last].lexicographicallyPrecedes(cursor.part[element]) {
        record(.canonicalElements, element.lowerBound)
      }
      elementSets[set].last = element
    }
  }
}

/// A hash table of different byte sequences of one part of the archive.
///
/// The sequences must be values of one type, which know their own ends, so that none begins another. The table takes 16
/// bytes a slot; the sequences stay in the archive.
struct ByteSequenceSet {
  private struct Slot {
    /// 0 in an empty slot: no value stands at the start of an archive.
    var offset = 0
    var hash: UInt32 = 0
    var byteCount: UInt32 = 0
  }

  /// The number of sequences up to which they are a plain list.
  private static let smallCount = 8
  /// The number of different sequences of one hash that one insertion may meet while long ones are sampled.
  private static let sampleCollisionLimit = 32

  private var slots: [Slot] = []
  private var count = 0
  /// Whether the hash of a long sequence is that of its ends.
  ///
  /// Most long values differ early or late; hashing them whole in each of the sets around them would cost their size for
  /// every level of nesting (§11.5).
  private var isSampling = true

  /// Adds a sequence unless it is there; returns whether it was added.
  mutating func insert(_ range: Range<Int>, of part: Part) -> Bool {
    var new = Slot(offset: range.lowerBound, byteCount: UInt32(clamping: range.count))
    if count < Self.smallCount {
      for slot in slots where isEqual(slot, range, part) { return false }
      slots.append(new)
      count += 1
      return true
    }
    // The plain list is full, or the table half full.
    if slots.count == Self.smallCount || count * 2 >= slots.count {
      rebuild(slotCount: max(slots.count, 2 * Self.smallCount) * 2, part)
    }
    new.hash = hash(new, part)
    var collisionCount = 0
    var index = Int(new.hash) & (slots.count - 1)
    while slots[index].offset != 0 {
      if slots[index].hash == new.hash {
        if isEqual(slots[index], range, part) { return false }
        collisionCount += 1
        if isSampling, collisionCount > Self.sampleCollisionLimit {
          isSampling = false
          rebuild(slotCount: slots.count, part)
          return insert(range, of: part)
        }
      }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = new
    count += 1
    return true
  }

  private func isEqual(_ slot: Slot, _ range: Range<Int>, _ part: Part) -> Bool {
    guard slot.byteCount == UInt32(clamping: range.count) else { return false }
    return part[slot.offset..<(slot.offset + range.count)] == part[range]
  }

  /// A hash that the writer of an archive cannot foresee (§11.4).
  ///
  /// The standard library's hasher is keyed with a random number in each process; XXH64 would let hostile input collide on
  /// purpose.
  private func hash(_ slot: Slot, _ part: Part) -> UInt32 {
    let byteCount = Int(slot.byteCount)
    let bytes = part[slot.offset..<(slot.offset + byteCount)]
    var hasher = Hasher()
    func combine(_ piece: ArraySlice<UInt8>) {
      // Safe: the buffer is not used after the closure.
      unsafe piece.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    hasher.combine(byteCount)
    if isSampling, byteCount > 64 {
      combine(bytes.prefix(32))
      combine(bytes.suffix(32))
    } else {
      combine(bytes)
    }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private mutating func rebuild(slotCount: Int, _ part: Part) {
    var new = [Slot](repeating: Slot(), count: slotCount)
    for var slot in slots where slot.offset != 0 {
      slot.hash = hash(slot, part)
      var index = Int(slot.hash) & (slotCount - 1)
      while new[index].offset != 0 { index = (index + 1) & (slotCount - 1) }
      new[index] = slot
    }
    slots = new
  }
}
