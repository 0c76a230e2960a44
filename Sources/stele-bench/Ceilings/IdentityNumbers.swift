/// Numbers objects by their addresses, in a table with open addressing that is at most half full.
///
/// The caller keeps the objects alive.
@safe
struct IdentityNumbers: ~Copyable {
  private struct Slot {
    var address: UInt
    var number: Int
  }

  // Safe: an allocation of `mask + 1` initialised slots, which every position is cut to with `mask`.
  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var shift: UInt
  private(set) var count = 0

  init(capacity: Int = 1024) {
    var slotCount = 16
    while slotCount < capacity * 2 { slotCount *= 2 }
    mask = slotCount - 1
    shift = UInt(64 - slotCount.trailingZeroBitCount)
    unsafe slots = .allocate(capacity: slotCount)
    unsafe slots.initialize(repeating: Slot(address: 0, number: 0), count: slotCount)
  }

  deinit {
    // Safe: nothing else has the allocation; slots need no deinitialisation.
    unsafe slots.deallocate()
  }

  @inline(__always)
  private func home(of address: UInt) -> Int {
    Int(bitPattern: (address &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Returns the number of an object, from 0, and whether it is new.
  @inline(__always)
  mutating func number(of object: AnyObject) -> (number: Int, isNew: Bool) {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    var position = home(of: address)
    while true {
      // Safe: the position is at most `mask`.
      let slot = unsafe slots[position]
      if slot.address == address { return (slot.number, false) }
      if slot.address == 0 { break }
      position = (position &+ 1) & mask
    }
    if count &* 2 > mask { position = grow(placing: address) }
    // Safe: the position is at most the new `mask`.
    unsafe slots[position] = Slot(address: address, number: count)
    count &+= 1
    return (count &- 1, true)
  }

  /// Doubles the table, and returns the position of a new address in it.
  @inline(never)
  private mutating func grow(placing address: UInt) -> Int {
    var larger = IdentityNumbers(capacity: mask + 1)
    for position in 0...mask {
      // Safe: positions are at most the mask of their table.
      let slot = unsafe slots[position]
      guard slot.address != 0 else { continue }
      let target = larger.free(slot.address)
      unsafe larger.slots[target] = slot
    }
    // Safe: each table frees the allocation that it then has.
    unsafe swap(&slots, &larger.slots)
    swap(&mask, &larger.mask)
    swap(&shift, &larger.shift)
    return free(address)
  }

  private func free(_ address: UInt) -> Int {
    var position = home(of: address)
    // Safe: the position is at most `mask`.
    while unsafe slots[position].address != 0 { position = (position &+ 1) & mask }
    return position
  }
}
