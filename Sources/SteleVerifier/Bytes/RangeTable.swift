/// A hash table of different byte sequences, each standing somewhere in the archive.
///
/// The sequences must be encodings of one kind that know their own end (strings with their
/// lengths, values of one type), so that none begins another. 16 bytes a slot; the sequences
/// themselves stay in the archive.
struct RangeTable {
  private struct Slot {
    /// 0 in an empty slot: no sequence stands at the start of an archive.
    var offset = 0
    var hash: UInt32 = 0
    var byteCount: UInt32 = 0
  }

  /// Up to this number of sequences are a plain list.
  private static let smallCount = 8
  /// How many different sequences of the same sample one insertion may meet.
  private static let sampleCollisionLimit = 32

  private var slots: [Slot] = []
  private var count = 0
  /// Whether the hashes are of samples.
  ///
  /// Most long values differ early or late; hashing them whole
  /// in each of the sets around them would cost their size for every level of nesting.
  private var isSampling = true

  /// Adds a sequence unless an equal one is there; returns whether it was added.
  mutating func insert(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var new = Slot()
    new.offset = range.lowerBound
    new.byteCount = UInt32(clamping: range.count)
    if count < Self.smallCount {
      for slot in slots where isEqual(slot, new, range, bytes) { return false }
      slots.append(new)
      count += 1
      return true
    }
    if count == Self.smallCount { rebuild(bytes, slotCount: 4 * Self.smallCount) }
    if count * 2 >= slots.count { rebuild(bytes, slotCount: slots.count * 2) }
    new.hash = hash(new, bytes)
    var collisionCount = 0
    var index = Int(new.hash) & (slots.count - 1)
    while slots[index].offset != 0 {
      let slot = slots[index]
      if slot.hash == new.hash {
        if isEqual(slot, new, range, bytes) { return false }
        collisionCount += 1
        if isSampling, collisionCount > Self.sampleCollisionLimit {
          isSampling = false
          rebuild(bytes, slotCount: slots.count)
          return insert(bytes, range)
        }
      }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = new
    count += 1
    return true
  }

  /// Forgets everything, and memory beyond what small tables need.
  mutating func removeAll() {
    slots.removeAll(keepingCapacity: slots.count < 1024)
    count = 0
    isSampling = true
  }

  private func isEqual(
    _ slot: Slot, _ new: Slot, _ range: Range<Int>, _ bytes: Span<UInt8>
  ) -> Bool {
    slot.byteCount == new.byteCount
      && bytes.areEqual(slot.offset, range.lowerBound, byteCount: range.count)
  }

  private func hash(_ slot: Slot, _ bytes: Span<UInt8>) -> UInt32 {
    let range = slot.offset..<(slot.offset + Int(slot.byteCount))
    return UInt32(
      truncatingIfNeeded: isSampling
        ? ByteHash.sample(bytes, range) : ByteHash.hash(bytes, range))
  }

  private mutating func rebuild(_ bytes: Span<UInt8>, slotCount: Int) {
    let isRehashing = count == Self.smallCount || slotCount == slots.count
    var new = [Slot](repeating: Slot(), count: slotCount)
    for var slot in slots where slot.offset != 0 {
      if isRehashing { slot.hash = hash(slot, bytes) }
      var index = Int(slot.hash) & (slotCount - 1)
      while new[index].offset != 0 { index = (index + 1) & (slotCount - 1) }
      new[index] = slot
    }
    slots = new
  }
}
