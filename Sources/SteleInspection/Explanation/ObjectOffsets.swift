import Stele

/// Where the records of an archive and the numbers of its weak slots stand.
///
/// Four bytes for each record, and a quarter of a byte for each slot.
struct ObjectOffsets: Sendable {
  private struct Block {
    let first: Int
    let payload: Int
    /// The index in ``starts`` of the first record.
    let index: Int
    var count = 0
  }

  private struct Slots {
    let count: Int
    let end: Int
    /// The offset of every sixteenth slot, from the payload on.
    var starts: [UInt32] = []
    let payload: Int
  }

  private var blocks: [Block] = []
  private var starts: [UInt32] = []
  private var slots: Slots?
  private static let slotStride = 16

  /// Begins a block.
  mutating func beginBlock(first: Int, payload: Int) {
    blocks.append(Block(first: first, payload: payload, index: starts.count))
  }

  /// Notes the next record of the block.
  mutating func addRecord(at offset: Int) {
    guard let last = blocks.indices.last else { return }
    starts.append(UInt32(clamping: offset - blocks[last].payload))
    blocks[last].count += 1
  }

  /// Makes lookups possible.
  mutating func finish() {
    blocks.sort { ($0.first, $0.index) < ($1.first, $1.index) }
  }

  /// The offset of the record of an object, or nil if there is none.
  func offset(of object: Int) -> Int? {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = low + (high - low) / 2
      if blocks[middle].first <= object { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let block = blocks[low - 1]
    guard object - block.first < block.count else { return nil }
    let start = starts[block.index + object - block.first]
    return start == .max ? nil : block.payload + Int(start)
  }

  /// Notes the weak slots of a chunk, of which the first stands at an offset.
  mutating func addSlots(_ count: Int, from offset: Int, to end: Int, _ window: inout ByteWindow) {
    guard slots == nil else { return }
    var slots = Slots(count: count, end: end, payload: offset)
    var position = offset
    for index in 0..<count {
      guard position < end else { break }
      if index % Self.slotStride == 0 { slots.starts.append(UInt32(clamping: position - offset)) }
      guard let (_, size) = window.varint(at: position, before: end) else { break }
      position += size
    }
    self.slots = slots
  }

  /// The object number that a weak slot holds, or nil if there is no such slot.
  func object(inSlot slot: Int, _ window: inout ByteWindow) -> Int? {
    guard let slots, slot >= 0, slot < slots.count else { return nil }
    guard slot / Self.slotStride < slots.starts.count else { return nil }
    var position = slots.payload + Int(slots.starts[slot / Self.slotStride])
    for index in 0...(slot % Self.slotStride) {
      guard let (value, size) = window.varint(at: position, before: slots.end) else { return nil }
      if index == slot % Self.slotStride { return Int(exactly: value) }
      position += size
    }
    return nil
  }
}

extension ByteWindow {
  /// The varint at an offset and the number of its bytes, or nil if it does not end before an offset or in 19 bytes.
  ///
  /// Spec §1.4.
  mutating func varint(at offset: Int, before end: Int) -> (value: UInt128, byteCount: Int)? {
    var value: UInt128 = 0
    for index in 0..<19 {
      guard offset + index < end, let byte = byte(at: offset + index) else { return nil }
      let group = UInt128(byte & 0x7F)
      // The last group has room for two bits.
      guard index < 18 || group < 4 else { return nil }
      value |= group << UInt128(7 * index)
      if byte < 0x80 { return (value, index + 1) }
    }
    return nil
  }
}
