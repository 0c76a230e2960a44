/// The objects of a graph and their numbers, by identity; the queue of those that are to be written as well.
///
/// An open table by address; the objects are kept in the order of their numbers, in which they are written, and so stay where
/// they are until the archive is finished. A handle that is one pointer; the graph encoder owns the table.
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

  @safe
  private struct Storage {
    // Safe: an allocation of `capacity` references, of which the first `count` are initialised, each with a retain of its own.
    var objects: UnsafeMutablePointer<Unmanaged<AnyObject>>
    // Safe: one reference for each object to the record class of its class; the graph encoder keeps these.
    var classes: UnsafeMutablePointer<Unmanaged<RecordClass>?>
    var capacity = 32
    var lastClass: ObjectIdentifier?
    // Safe: as above.
    var lastRecordClass: Unmanaged<RecordClass>?
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
    /// Whether references from the object that is being written cannot make a strong cycle.
    var isExempt = true
    /// How many late references there are around the value that is being written.
    var exemptDepth = 0
    var edges = StrongEdges()
  }

  /// Freed by the graph encoder, which outlives all users.
  private let cell: Cell<Storage>

  /// Makes a table, which the graph encoder frees.
  init() {
    // Safe: all allocations are initialised as far as their users expect it.
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: 64)
    unsafe slots.initialize(repeating: .empty, count: 64)
    cell = Cell(
      unsafe Storage(
        objects: .allocate(capacity: 32), classes: .allocate(capacity: 32), slots: slots))
  }

  /// Ends the use.
  func free() {
    // Safe: each object has been retained once; the graph encoder goes, and with it all users.
    for index in 0..<count { unsafe cell.state.objects[index].release() }
    unsafe cell.state.objects.deallocate()
    unsafe cell.state.classes.deallocate()
    unsafe cell.state.slots.deallocate()
    cell.free()
  }

  /// The number of objects.
  @inline(__always)
  var count: Int {
    cell.state.count
  }

  /// Whether references that are written now are to be noted for the search for cycles.
  var notesEdges: Bool {
    @inline(__always) get { cell.state.notesEdges }
  }

  /// The object of a number from 1 to ``count``, which lives as long as the table.
  @unsafe
  @inline(__always)
  func reference(_ number: Int) -> Unmanaged<AnyObject> {
    // A wrong number is one of this library's own mistakes.
    assert(number > 0 && number <= count)
    // Safe: the reference is initialised, and retained as long as the table is there.
    return unsafe cell.state.objects[number &- 1]
  }

  /// The object of a number from 1 to ``count``.
  subscript(number: Int) -> AnyObject {
    // Safe: the object lives now.
    unsafe reference(number).takeUnretainedValue()
  }

  /// Begins the references of an object.
  ///
  /// - Parameters:
  ///   - number: The object.
  ///   - isExempt: Whether they cannot make a strong cycle.
  @inline(__always)
  func beginEdges(of number: Int, isExempt: Bool) {
    cell.state.isExempt = isExempt
    cell.state.notesEdges = !isExempt
    if !isExempt { cell.state.edges.begin(number) }
  }

  /// Ends the references of objects: what follows belongs to a root.
  func endEdges() {
    cell.state.isExempt = true
    cell.state.notesEdges = false
  }

  /// Begins an object that is written within another one, and whose references cannot make a strong cycle.
  ///
  /// - Returns: What ``endInner(_:)`` restores.
  func beginInner() -> (isExempt: Bool, exemptDepth: Int, notesEdges: Bool) {
    let outer = (cell.state.isExempt, cell.state.exemptDepth, cell.state.notesEdges)
    (cell.state.isExempt, cell.state.exemptDepth, cell.state.notesEdges) = (true, 0, false)
    return outer
  }

  /// Returns to the references of the object around.
  func endInner(_ outer: (isExempt: Bool, exemptDepth: Int, notesEdges: Bool)) {
    (cell.state.isExempt, cell.state.exemptDepth, cell.state.notesEdges) = outer
  }

  /// Begins or ends a late reference, inside of which references make no strong cycle.
  @inline(__always)
  func addExemption(_ count: Int) {
    cell.state.exemptDepth &+= count
    cell.state.notesEdges =
      !cell.state.isExempt && cell.state.exemptDepth == 0
  }

  /// Notes a reference of the object.
  @inline(__always)
  func noteEdge(to target: Int) {
    cell.state.edges.note(to: target)
  }

  /// The objects of a cycle of strong references, or nil when there is none.
  func firstCycle() -> [Int]? {
    cell.state.edges.firstCycle()
  }

  /// The number of an object, or 0.
  func number(of object: AnyObject) -> Int {
    number(ofObjectAt: .init(bitPattern: ObjectIdentifier(object)))
  }

  /// The number of an object that has an address, or 0.
  @inline(__always)
  func number(ofObjectAt address: UInt) -> Int {
    // Safe: the address is only compared.
    guard cell.state.isScattered || Self.region(of: address) == cell.state.region
    else { return 0 }
    return unsafe find(address).number
  }

  /// The number of an object, which gets one when it has none.
  @inline(__always)
  func insert(_ object: Unmanaged<AnyObject>) -> (number: Int, isNew: Bool) {
    // Safe: the address is only compared.
    let address = UInt(bitPattern: unsafe object.toOpaque())
    if Self.region(of: address) != cell.state.region { note(regionOf: address) }
    let (slot, known) = unsafe find(address)
    if known > 0 { return (known, false) }
    if cell.state.count == cell.state.capacity { growObjects() }
    // Safe: there is room for one more object, which is alive; the slot is one that is not taken.
    unsafe (cell.state.objects + count).initialize(to: object.retain())
    unsafe (cell.state.classes + count).initialize(to: nil)
    let number = count &+ 1
    cell.state.count = number
    unsafe slot.pointee = Slot(
      address: UInt32(truncatingIfNeeded: address &>> 4), number: UInt32(number))
    if number &* 2 > cell.state.mask { growSlots() }
    return (number, true)
  }

  /// The slot of an object and its number, or the slot that it gets and 0.
  // Safe: the slot is used before the table grows.
  @unsafe
  @inline(__always)
  private func find(_ address: UInt) -> (slot: UnsafeMutablePointer<Slot>, number: Int) {
    // Safe, here and below: see `slots`.
    let slots = unsafe cell.state.slots
    let mask = cell.state.mask
    var position = Self.home(of: address, in: mask)
    while case let slot = unsafe slots[position], slot.number != 0 {
      if slot.address == UInt32(truncatingIfNeeded: address &>> 4),
        !cell.state.isScattered || self.address(of: slot) == address
      {
        return unsafe (slots + position, Int(slot.number))
      }
      position = (position &+ 1) & mask
    }
    return unsafe (slots + position, 0)
  }

  private func address(of slot: Slot) -> UInt {
    // Safe: the slot is taken, by one of the objects.
    UInt(bitPattern: unsafe cell.state.objects[Int(slot.number) &- 1].toOpaque())
  }

  /// The bits of an address that slots do not have; objects that are not the same are 16 bytes apart.
  @inline(__always)
  private static func region(of address: UInt) -> UInt { address >> 36 }

  /// Notes that an object stands in another region than the first one.
  @inline(never)
  private func note(regionOf address: UInt) {
    if count == 0 {
      cell.state.region = Self.region(of: address)
    } else {
      cell.state.isScattered = true
    }
  }

  /// Notes the class of the object that got a number last when it is the one before, or returns false.
  // Safe: the object is alive.
  @unsafe
  @inline(__always)
  func noteClassAgain(of object: Unmanaged<AnyObject>) -> Bool {
    // Safe: see `classes`.
    let type = unsafe object._withUnsafeGuaranteedRef { ObjectIdentifier(Swift.type(of: $0)) }
    guard cell.state.lastClass == type else { return false }
    unsafe cell.state.classes[count &- 1] = cell.state.lastRecordClass
    return true
  }

  /// Notes the record class of the object that got a number last; without one, it holds for this object only.
  // Safe: the caller keeps the class as long as the table.
  @unsafe
  func note(_ recordClass: Unmanaged<RecordClass>, of type: AnyClass?) {
    // Safe: see `classes`.
    guard count > 0 else { return }
    cell.state.lastClass = type.map { ObjectIdentifier($0) }
    unsafe cell.state.lastRecordClass = unsafe recordClass
    unsafe cell.state.classes[count - 1] = unsafe recordClass
  }

  /// The record class of the object of a number.
  @inline(__always)
  func recordClass(_ number: Int) -> RecordClass? {
    // Safe: see `classes`.
    guard number > 0, number <= count else { return nil }
    return unsafe cell.state.classes[number &- 1]?.takeUnretainedValue()
  }

  @inline(never)
  private func growObjects() {
    // Safe: the references move to a larger allocation.
    let capacity = cell.state.capacity * 2
    let larger = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: cell.state.objects, count: count)
    unsafe cell.state.objects.deallocate()
    unsafe cell.state.objects = larger
    let classes = UnsafeMutablePointer<Unmanaged<RecordClass>?>.allocate(capacity: capacity)
    unsafe classes.moveInitialize(from: cell.state.classes, count: count)
    unsafe cell.state.classes.deallocate()
    unsafe cell.state.classes = classes
    cell.state.capacity = capacity
  }

  @inline(never)
  private func growSlots() {
    // Safe: all objects are put into a larger table, in which at most a quarter of the slots is taken.
    let mask = cell.state.mask * 2 + 1
    unsafe cell.state.slots.deallocate()
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: mask + 1)
    unsafe slots.initialize(repeating: .empty, count: mask + 1)
    for index in 0..<count {
      let address = UInt(bitPattern: unsafe cell.state.objects[index].toOpaque())
      var position = Self.home(of: address, in: mask)
      while unsafe slots[position].number != 0 { position = (position &+ 1) & mask }
      unsafe slots[position] = Slot(
        address: UInt32(truncatingIfNeeded: address &>> 4), number: UInt32(index + 1))
    }
    unsafe cell.state.slots = slots
    cell.state.mask = mask
  }

  /// Where the search for an object begins.
  ///
  /// Objects that stand close to each other in memory do so in the table: they mostly are met one after the other. Regions of
  /// memory, of as many bytes as 32 objects have at least, are scattered over the table, so that they do not pile up: by the
  /// upper bits of a product, which are the ones that all bits of an address have a part in.
  @inline(__always)
  private static func home(of address: UInt, in mask: Int) -> Int {
    let product =
      (address &>> 9)
      &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    let region = Int(bitPattern: product &>> UInt(mask.leadingZeroBitCount)) & ~31
    return region | Int(bitPattern: (address &>> 4) & 31)
  }
}
