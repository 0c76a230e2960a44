import Stele

/// The offsets of the records of an archive, and the objects in its weak slots.
///
/// The table takes four bytes for each record, and eight for each slot.
struct ObjectOffsets: Sendable {
  private struct Block {
    let first: Int
    let payload: Int
    /// The index in ``starts`` of the first record.
    let index: Int
    var count = 0
  }

  private var blocks: [Block] = []
  private var starts: [UInt32] = []
  /// The object numbers in the weak slots, or -1 for those that are too large; nil if no chunk with slots has been read.
  private var slots: [Int]?

  mutating func beginBlock(first: Int, payload: Int) {
    blocks.append(Block(first: first, payload: payload, index: starts.count))
  }

  mutating func addRecord(at offset: Int) {
    guard let last = blocks.indices.last else { return }
    starts.append(UInt32(clamping: offset - blocks[last].payload))
    blocks[last].count += 1
  }

  /// Completes the table for look-ups.
  mutating func finish() {
    blocks.sort { ($0.first, $0.index) < ($1.first, $1.index) }
  }

  /// Returns the offset of the record of an object, or `nil` if it is unknown.
  func offset(of object: Int) -> Int? {
    let next = blocks.firstSortedIndex { $0.first > object }
    guard next > 0 else { return nil }
    let block = blocks[next - 1]
    guard object - block.first < block.count else { return nil }
    let start = starts[block.index + object - block.first]
    return start == .max ? nil : block.payload + Int(start)
  }

  /// Adds the weak slots of a chunk, starting at an offset.
  mutating func addSlots(_ count: Int, from offset: Int, to end: Int, _ window: inout ByteWindow) {
    guard slots == nil else { return }
    var slots: [Int] = []
    var position = offset
    while slots.count < count, let (number, size) = window.varint(at: position, before: end) {
      slots.append(Int(exactly: number) ?? -1)
      position += size
    }
    self.slots = slots
  }

  /// Returns the object number in a weak slot, or `nil` if the slot does not exist.
  func object(inSlot slot: Int) -> Int? {
    guard let slots, slots.indices.contains(slot), slots[slot] >= 0 else { return nil }
    return slots[slot]
  }
}

extension ByteWindow {
  /// Returns the varint at an offset and its number of bytes, or `nil` if it does not end before the limit or within 19
  /// bytes.
  ///
  /// Spec §1.4.
  mutating func varint(at offset: Int, before end: Int) -> (value: UInt128, byteCount: Int)? {
    guard offset < end, let first = byte(at: offset) else { return nil }
    guard first >= 0x80 else { return (UInt128(first), 1) }
    var value = UInt128(first & 0x7F)
    for index in 1..<19 {
      guard offset + index < end, let byte = byte(at: offset + index) else { return nil }
      let group = UInt128(byte & 0x7F)
      // The last group has two significant bits.
      guard index < 18 || group < 4 else { return nil }
      value |= group << UInt128(7 * index)
      if byte < 0x80 { return (value, index + 1) }
    }
    return nil
  }
}
