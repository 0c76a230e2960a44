/// The objects of a graph, by identity: their numbers, and those of their classes.
///
/// An open table by address. The objects are kept in the order of their numbers, so that they stay alive, and each address
/// stands for one object, as long as the table is there.
@safe
struct IdentityTable: ~Copyable {
  /// An object in 8 bytes: a cache holds twice as many of these as of a whole address and a number.
  private struct Slot {
    /// Bits 4 to 35 of the address; the objects of most archives differ in no others.
    var address: UInt32
    /// The number of the object, or 0 in an empty slot.
    var number: UInt32

    static var empty: Slot { Slot(address: 0, number: 0) }
  }

  /// An object that has a number.
  @safe
  private struct Entry {
    // Safe: retained when it got its number, and released when the table forgets it.
    let object: Unmanaged<AnyObject>
    /// The number of its class, or 0.
    var classNumber: UInt32
  }

  // Safe: an allocation of `capacity` entries, of which the first `count` are initialised.
  /// The objects, in the order of their numbers.
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 32
  private(set) var count = 0
  // Safe: an allocation of `mask + 1` initialised slots, at most half of them taken; positions are cut with `mask`,
  // which has at least 6 bits.
  private var slots: UnsafeMutablePointer<Slot>
  private var mask = 63
  /// The upper bits of the address of the first object, which slots do not hold.
  private var region: UInt = 0
  /// Whether objects are in several regions, so that a slot alone does not identify its object.
  private var isScattered = false

  init() {
    // Safe: all slots are initialised, and no entry is.
    unsafe entries = .allocate(capacity: 32)
    unsafe slots = .allocate(capacity: 64)
    unsafe slots.initialize(repeating: .empty, count: 64)
  }

  deinit {
    // Safe: each object has been retained once, and nothing else has the allocations.
    for index in 0..<count { unsafe entries[index].object.release() }
    unsafe entries.deallocate()
    unsafe slots.deallocate()
  }

  /// Releases all objects, and keeps the memory.
  mutating func reset() {
    // Safe: each object has been retained once, and is not accessed any more; the slots are initialised.
    for index in 0..<count { unsafe entries[index].object.release() }
    if count > 0 { unsafe slots.update(repeating: .empty, count: mask + 1) }
    count = 0
    region = 0
    isScattered = false
  }

  /// Returns the object of a number from 1 to ``count``, which lives as long as the table.
  @unsafe
  @inline(__always)
  func reference(_ number: Int) -> Unmanaged<AnyObject> {
    // A number out of range is a defect of this library.
    assert(number > 0 && number <= count)
    // Safe: the entry is initialised, and the object is retained as long as the table is there.
    return unsafe entries[number &- 1].object
  }

  /// The object of a number from 1 to ``count``.
  subscript(number: Int) -> AnyObject {
    // Safe: the object is alive.
    unsafe reference(number).takeUnretainedValue()
  }

  /// Returns the number of the class of an object, or 0.
  @inline(__always)
  func classNumber(of number: Int) -> Int {
    guard number > 0, number <= count else { return 0 }
    // Safe: the entry is initialised.
    return Int(unsafe entries[number &- 1].classNumber)
  }

  /// Sets the class of the object with the highest number.
  // Safe: there is an object.
  @unsafe
  @inline(__always)
  mutating func setLastClass(_ number: UInt32) {
    unsafe entries[count &- 1].classNumber = number
  }

  /// Returns the number of an object, or 0.
  func number(of object: AnyObject) -> Int {
    let address = UInt(bitPattern: ObjectIdentifier(object))
    guard isScattered || Self.region(of: address) == region else { return 0 }
    // Safe: only the number is used, not the slot.
    return unsafe find(address).number
  }

  /// Returns the number of an object, which gets one if it has none; the class of a new object is not known yet.
  @inline(__always)
  mutating func insert(_ object: Unmanaged<AnyObject>) -> (number: Int, isNew: Bool) {
    // Safe: the address is only compared.
    let address = UInt(bitPattern: unsafe object.toOpaque())
    if Self.region(of: address) != region { remember(regionOf: address) }
    let (slot, known) = unsafe find(address)
    if known > 0 { return (known, false) }
    return (unsafe insert(object, ofClass: 0, into: slot), true)
  }

  /// Returns the number of the object at an address, or 0. A new object gets a number only if it is of the type, whose objects are
  /// of the class.
  // Safe: an object without a number is alive.
  @unsafe
  @inline(__always)
  mutating func insert(
    objectAt address: UInt, of type: ObjectIdentifier?, class classNumber: UInt32
  ) -> Int {
    guard isScattered || Self.region(of: address) == region else { return 0 }
    let (slot, known) = unsafe find(address)
    guard known == 0, let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
      return known
    }
    // Safe: an object without a number is alive.
    let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer)
    let own = unsafe object._withUnsafeGuaranteedRef { ObjectIdentifier(Swift.type(of: $0)) }
    guard own == type else { return 0 }
    return unsafe insert(object, ofClass: classNumber, into: slot)
  }

  /// Gives an object a number.
  // Safe: the object is alive, and the slot is the empty one that was found for it.
  @unsafe
  @inline(__always)
  private mutating func insert(
    _ object: Unmanaged<AnyObject>, ofClass classNumber: UInt32,
    into slot: UnsafeMutablePointer<Slot>
  ) -> Int {
    if count == capacity { growEntries() }
    // Safe: there is room for one more object, which is alive; the slot is empty.
    unsafe (entries + count).initialize(
      to: Entry(object: object.retain(), classNumber: classNumber))
    let number = count &+ 1
    count = number
    // Safe: the address is only compared.
    let address = UInt(bitPattern: unsafe object.toOpaque())
    unsafe slot.pointee = Slot(
      address: UInt32(truncatingIfNeeded: address &>> 4), number: UInt32(number))
    if number &* 2 > mask { growSlots() }
    return number
  }

  /// Returns the slot of an object and its number, or the slot that it will get and 0.
  // Safe: the slot is used before the table grows.
  @unsafe
  @inline(__always)
  private func find(_ address: UInt) -> (slot: UnsafeMutablePointer<Slot>, number: Int) {
    // Safe, here and below: see `slots`.
    let slots = unsafe slots
    let mask = mask
    var position = Self.home(of: address, in: mask)
    while case let slot = unsafe slots[position], slot.number != 0 {
      if slot.address == UInt32(truncatingIfNeeded: address &>> 4),
        !isScattered || self.address(of: slot) == address
      {
        return unsafe (slots + position, Int(slot.number))
      }
      position = (position &+ 1) & mask
    }
    return unsafe (slots + position, 0)
  }

  private func address(of slot: Slot) -> UInt {
    // Safe: the slot is taken, by one of the objects.
    UInt(bitPattern: unsafe entries[Int(slot.number) &- 1].object.toOpaque())
  }

  /// Returns the upper bits of an address, which slots do not hold; two objects are at least 16 bytes apart.
  @inline(__always)
  private static func region(of address: UInt) -> UInt { address >> 36 }

  /// Remembers that an object is in another region than the first one.
  @inline(never)
  private mutating func remember(regionOf address: UInt) {
    if count == 0 {
      region = Self.region(of: address)
    } else {
      isScattered = true
    }
  }

  @inline(never)
  private mutating func growEntries() {
    // Safe: the entries move to a larger allocation.
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: entries, count: count)
    unsafe entries.deallocate()
    unsafe entries = larger
    capacity *= 2
  }

  @inline(never)
  private mutating func growSlots() {
    // Safe: all objects are put into a larger table, in which at most a quarter of the slots is taken.
    mask = mask * 2 + 1
    unsafe slots.deallocate()
    unsafe slots = .allocate(capacity: mask + 1)
    unsafe slots.initialize(repeating: .empty, count: mask + 1)
    for index in 0..<count {
      let address = UInt(bitPattern: unsafe entries[index].object.toOpaque())
      var position = Self.home(of: address, in: mask)
      while unsafe slots[position].number != 0 { position = (position &+ 1) & mask }
      unsafe slots[position] = Slot(
        address: UInt32(truncatingIfNeeded: address &>> 4), number: UInt32(index + 1))
    }
  }

  /// Returns the position at which the search for an object begins.
  ///
  /// Objects that are close to each other in memory are close in the table, because they mostly occur in sequence. Regions of
  /// memory, each at least as large as 32 objects, are scattered over the table, so that they do not pile up: by the upper bits
  /// of a product, which depend on all bits of an address.
  @inline(__always)
  private static func home(of address: UInt, in mask: Int) -> Int {
    let product =
      (address &>> 9)
      &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    let region = Int(bitPattern: product &>> UInt(mask.leadingZeroBitCount)) & ~31
    return region | Int(bitPattern: (address &>> 4) & 31)
  }
}
