/// The numbers of objects, by identity.
///
/// An open table by address; the objects themselves are kept in the order of their numbers, and so stay where they
/// are until the archive is finished.
@safe
final class IdentityTable {
  private struct Slot {
    var address: UInt
    var number: Int
  }

  // Safe: an allocation of `capacity` references, of which the first `count` are initialised, each with a retain of its own.
  private var objects: UnsafeMutablePointer<Unmanaged<AnyObject>>
  private var capacity = 32
  /// The number of objects.
  private(set) var count = 0
  // Safe: an allocation of `mask + 1` initialised slots, at most half of them taken; positions are cut with `mask`.
  private var slots: UnsafeMutablePointer<Slot>
  private var mask = 63

  init() {
    // Safe: see above.
    unsafe objects = .allocate(capacity: capacity)
    unsafe slots = .allocate(capacity: mask + 1)
    unsafe slots.initialize(repeating: Slot(address: 0, number: 0), count: mask + 1)
  }

  deinit {
    // Safe: each object has been retained once; nothing else has the allocations.
    for index in 0..<count { unsafe objects[index].release() }
    unsafe objects.deallocate()
    unsafe slots.deallocate()
  }

  /// The object of a number from 1 to ``count``, which lives as long as the table.
  @unsafe
  @inline(__always)
  func reference(_ number: Int) -> Unmanaged<AnyObject> {
    // A wrong number is one of this library's own mistakes.
    assert(number > 0 && number <= count)
    // Safe: the reference is initialised, and retained as long as the table is there.
    return unsafe objects[number &- 1]
  }

  /// The object of a number from 1 to ``count``.
  subscript(number: Int) -> AnyObject {
    // Safe: the object lives now.
    unsafe reference(number).takeUnretainedValue()
  }

  /// The number of an object, or 0.
  func number(of object: AnyObject) -> Int {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    var position = home(of: address)
    // Safe: positions are cut with `mask`.
    while case let slot = unsafe slots[position], slot.address != 0 {
      if slot.address == address { return slot.number }
      position = (position &+ 1) & mask
    }
    return 0
  }

  /// The number of an object, which gets one when it has none.
  @inline(__always)
  func insert(_ object: Unmanaged<AnyObject>) -> (number: Int, isNew: Bool) {
    // Safe: the address is only compared.
    let address = UInt(bitPattern: unsafe object.toOpaque())
    var position = home(of: address)
    // Safe: positions are cut with `mask`.
    while case let slot = unsafe slots[position], slot.address != 0 {
      if slot.address == address { return (slot.number, false) }
      position = (position &+ 1) & mask
    }
    if count == capacity { growObjects() }
    // Safe: there is room for one more object, which is alive; the position is that of a slot that is not taken.
    unsafe (objects + count).initialize(to: object.retain())
    count &+= 1
    unsafe slots[position] = Slot(address: address, number: count)
    if count &* 2 > mask { growSlots() }
    return (count, true)
  }

  @inline(never)
  private func growObjects() {
    // Safe: the references move to a larger allocation.
    let larger = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: objects, count: count)
    unsafe objects.deallocate()
    unsafe objects = larger
    capacity *= 2
  }

  @inline(never)
  private func growSlots() {
    // Safe: all objects are put into a larger table, in which at most a quarter of the slots is taken.
    unsafe slots.deallocate()
    mask = mask * 2 + 1
    unsafe slots = .allocate(capacity: mask + 1)
    unsafe slots.initialize(repeating: Slot(address: 0, number: 0), count: mask + 1)
    for index in 0..<count {
      let address = UInt(bitPattern: unsafe objects[index].toOpaque())
      var position = home(of: address)
      while unsafe slots[position].address != 0 { position = (position &+ 1) & mask }
      unsafe slots[position] = Slot(address: address, number: index + 1)
    }
  }

  /// Where the search for an object begins.
  ///
  /// Objects that stand close to each other in memory do so in the table: they mostly are met one after the other. Regions of
  /// memory are scattered, so that they do not pile up.
  @inline(__always)
  private func home(of address: UInt) -> Int {
    let region = (address &>> 9) &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: region &>> 24) &+ Int(bitPattern: (address &>> 4) & 31)) & mask
  }
}
