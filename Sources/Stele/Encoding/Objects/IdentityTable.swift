/// The numbers of objects, by identity.
///
/// An open table by address; the objects themselves are kept in the order of their numbers, and so stay where they
/// are until the archive is finished. It is a reference that costs nothing to hand on; the queue of objects keeps what it
/// refers to.
@safe
struct IdentityTable {
  /// An object in 8 bytes, of which a cache holds twice as many as of an address and a number.
  private struct Slot {
    /// Bits 4 to 35 of the address, which are all in which the objects of most archives differ.
    var address: UInt32
    /// The number of the object, 0 in a slot that is not taken.
    var number: UInt32

    static var empty: Slot { Slot(address: 0, number: 0) }
  }

  @unsafe
  private struct Storage {
    // Safe: an allocation of `capacity` references, of which the first `count` are initialised, each with a retain of its own.
    var objects: UnsafeMutablePointer<Unmanaged<AnyObject>>
    // Safe: as many references to what is known of the classes of the objects; the queue of objects keeps it.
    var shapes: UnsafeMutablePointer<Unmanaged<ClassShape>?>
    var capacity = 32
    var lastClass: ObjectIdentifier?
    // Safe: as above.
    var lastShape: Unmanaged<ClassShape>?
    var count = 0
    // Safe: an allocation of `mask + 1` initialised slots, at most half of them taken; positions are cut with `mask`,
    // which has at least 6 bits.
    var slots: UnsafeMutablePointer<Slot>
    var mask = 63
    /// The bits of the address of the first object that slots do not have.
    var region: UInt = 0
    /// Whether there are objects with other ones, so that slots alone do not say which object they are for.
    var isScattered = false
    var notesEdges = false
    /// What stands in objects that have been looked at ahead, so that looking is not left out.
    var touchedWords: UInt = 0
  }

  // Safe: made in `init` and freed by the queue of objects, which outlives all users.
  private let storage: UnsafeMutablePointer<Storage>

  /// Makes what a queue has to ``free()``.
  init() {
    // Safe: all allocations are initialised as far as their users expect it.
    unsafe storage = .allocate(capacity: 1)
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: 64)
    unsafe slots.initialize(repeating: .empty, count: 64)
    unsafe storage.initialize(
      to: Storage(objects: .allocate(capacity: 32), shapes: .allocate(capacity: 32), slots: slots))
  }

  /// Ends the use.
  func free() {
    // Safe: each object has been retained once; the queue goes, and with it all users.
    for index in 0..<count { unsafe storage.pointee.objects[index].release() }
    unsafe storage.pointee.objects.deallocate()
    unsafe storage.pointee.shapes.deallocate()
    unsafe storage.pointee.slots.deallocate()
    unsafe storage.deallocate()
  }

  /// Forgets all objects.
  func removeAll() {
    // Safe: each object has been retained once; all slots are initialised.
    let count = count
    unsafe storage.pointee.count = 0
    unsafe storage.pointee.isScattered = false
    unsafe storage.pointee.slots.update(repeating: .empty, count: storage.pointee.mask + 1)
    for index in 0..<count { unsafe storage.pointee.objects[index].release() }
  }

  /// The number of objects.
  @inline(__always)
  var count: Int {
    // Safe: see `storage`.
    unsafe storage.pointee.count
  }

  /// Whether references that are written now are to be noted for the search for cycles.
  var notesEdges: Bool {
    // Safe: see `storage`.
    @inline(__always) get { unsafe storage.pointee.notesEdges }
    nonmutating set { unsafe storage.pointee.notesEdges = newValue }
  }

  /// The object of a number from 1 to ``count``, which lives as long as the table.
  @unsafe
  @inline(__always)
  func reference(_ number: Int) -> Unmanaged<AnyObject> {
    // A wrong number is one of this library's own mistakes.
    assert(number > 0 && number <= count)
    // Safe: the reference is initialised, and retained as long as the table is there.
    return unsafe storage.pointee.objects[number &- 1]
  }

  /// The object of a number from 1 to ``count``.
  subscript(number: Int) -> AnyObject {
    // Safe: the object lives now.
    unsafe reference(number).takeUnretainedValue()
  }

  /// How many objects are looked at ahead.
  static let touchedAtOnce = 16

  /// Looks at the objects behind a number, which brings them into the cache of the processor side by side, and not each only
  /// when it is written.
  @inline(never)
  func touch(behind number: Int) {
    var words: UInt = 0
    for index in number..<min(number + Self.touchedAtOnce, count) {
      // Safe: the object is retained as long as the table is there, and begins with a word.
      words ^= unsafe storage.pointee.objects[index].toOpaque().load(as: UInt.self)
    }
    unsafe storage.pointee.touchedWords = words
  }

  /// The number of an object, or 0.
  func number(of object: AnyObject) -> Int {
    number(ofObjectAt: .init(bitPattern: ObjectIdentifier(object)))
  }

  /// The number of an object that has an address, or 0.
  @inline(__always)
  func number(ofObjectAt address: UInt) -> Int {
    // Safe: the address is only compared.
    guard unsafe storage.pointee.isScattered || Self.region(of: address) == storage.pointee.region
    else { return 0 }
    return unsafe find(address).number
  }

  /// The number of an object, which gets one when it has none.
  @inline(__always)
  func insert(_ object: Unmanaged<AnyObject>) -> (number: Int, isNew: Bool) {
    // Safe: the address is only compared.
    let address = UInt(bitPattern: unsafe object.toOpaque())
    if unsafe Self.region(of: address) != storage.pointee.region { note(regionOf: address) }
    let (slot, known) = unsafe find(address)
    if known > 0 { return (known, false) }
    if unsafe storage.pointee.count == storage.pointee.capacity { growObjects() }
    // Safe: there is room for one more object, which is alive; the slot is one that is not taken.
    unsafe (storage.pointee.objects + count).initialize(to: object.retain())
    unsafe (storage.pointee.shapes + count).initialize(to: nil)
    let number = count &+ 1
    unsafe storage.pointee.count = number
    unsafe slot.pointee = Slot(
      address: UInt32(truncatingIfNeeded: address &>> 4), number: UInt32(number))
    if unsafe number &* 2 > storage.pointee.mask { growSlots() }
    return (number, true)
  }

  /// The slot of an object and its number, or the slot that it gets and 0.
  // Safe: the slot is used before the table grows.
  @unsafe
  @inline(__always)
  private func find(_ address: UInt) -> (slot: UnsafeMutablePointer<Slot>, number: Int) {
    // Safe, here and below: see `slots`.
    let slots = unsafe storage.pointee.slots
    let mask = unsafe storage.pointee.mask
    var position = Self.home(of: address, in: mask)
    while case let slot = unsafe slots[position], slot.number != 0 {
      if slot.address == UInt32(truncatingIfNeeded: address &>> 4),
        unsafe !storage.pointee.isScattered || self.address(of: slot) == address
      {
        return unsafe (slots + position, Int(slot.number))
      }
      position = (position &+ 1) & mask
    }
    return unsafe (slots + position, 0)
  }

  private func address(of slot: Slot) -> UInt {
    // Safe: the slot is taken, by one of the objects.
    UInt(bitPattern: unsafe storage.pointee.objects[Int(slot.number) &- 1].toOpaque())
  }

  /// The bits of an address that slots do not have; objects that are not the same are 16 bytes apart.
  @inline(__always)
  private static func region(of address: UInt) -> UInt { address >> 36 }

  /// Notes that an object stands in another region than the first one.
  @inline(never)
  private func note(regionOf address: UInt) {
    // Safe: see `storage`.
    if count == 0 {
      unsafe storage.pointee.region = Self.region(of: address)
    } else {
      unsafe storage.pointee.isScattered = true
    }
  }

  /// Notes the class of the object that got a number last when it is the one before, or tells with false that it is not.
  // Safe: the object is alive.
  @unsafe
  @inline(__always)
  func noteClassAgain(of object: Unmanaged<AnyObject>) -> Bool {
    // Safe: see `shapes`.
    let type = unsafe object._withUnsafeGuaranteedRef { ObjectIdentifier(Swift.type(of: $0)) }
    guard unsafe storage.pointee.lastClass == type else { return false }
    unsafe storage.pointee.shapes[count &- 1] = storage.pointee.lastShape
    return true
  }

  /// Notes what is known of the class of the object that got a number last; without one, it holds for this object only.
  // Safe: the caller keeps the shape as long as the table.
  @unsafe
  func note(_ shape: Unmanaged<ClassShape>, of type: AnyClass?) {
    // Safe: see `shapes`.
    guard count > 0 else { return }
    unsafe storage.pointee.lastClass = type.map { ObjectIdentifier($0) }
    unsafe storage.pointee.lastShape = unsafe shape
    unsafe storage.pointee.shapes[count - 1] = unsafe shape
  }

  /// What is known of the class of the object of a number.
  @inline(__always)
  func shape(_ number: Int) -> ClassShape? {
    // Safe: see `shapes`.
    guard number > 0, number <= count else { return nil }
    return unsafe storage.pointee.shapes[number &- 1]?.takeUnretainedValue()
  }

  @inline(never)
  private func growObjects() {
    // Safe: the references move to a larger allocation.
    let capacity = unsafe storage.pointee.capacity * 2
    let larger = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: storage.pointee.objects, count: count)
    unsafe storage.pointee.objects.deallocate()
    unsafe storage.pointee.objects = larger
    let shapes = UnsafeMutablePointer<Unmanaged<ClassShape>?>.allocate(capacity: capacity)
    unsafe shapes.moveInitialize(from: storage.pointee.shapes, count: count)
    unsafe storage.pointee.shapes.deallocate()
    unsafe storage.pointee.shapes = shapes
    unsafe storage.pointee.capacity = capacity
  }

  @inline(never)
  private func growSlots() {
    // Safe: all objects are put into a larger table, in which at most a quarter of the slots is taken.
    let mask = unsafe storage.pointee.mask * 2 + 1
    unsafe storage.pointee.slots.deallocate()
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: mask + 1)
    unsafe slots.initialize(repeating: .empty, count: mask + 1)
    for index in 0..<count {
      let address = UInt(bitPattern: unsafe storage.pointee.objects[index].toOpaque())
      var position = Self.home(of: address, in: mask)
      while unsafe slots[position].number != 0 { position = (position &+ 1) & mask }
      unsafe slots[position] = Slot(
        address: UInt32(truncatingIfNeeded: address &>> 4), number: UInt32(index + 1))
    }
    unsafe storage.pointee.slots = slots
    unsafe storage.pointee.mask = mask
  }

  /// Where the search for an object begins.
  ///
  /// Objects that stand close to each other in memory do so in the table: they mostly are met one after the other. Regions of
  /// memory, of as many bytes as 32 objects have at least, are scattered over the table, so that they do not pile up: by the
  /// upper bits of a product, which are the ones that all bits of an address have a part in.
  @inline(__always)
  private static func home(of address: UInt, in mask: Int) -> Int {
    let product = (address &>> 9) &* 0x9E37_79B9_7F4A_7C15
    let region = Int(bitPattern: product &>> UInt(mask.leadingZeroBitCount)) & ~31
    return region | Int(bitPattern: (address &>> 4) & 31)
  }
}
