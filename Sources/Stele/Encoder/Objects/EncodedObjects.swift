/// The objects of an archive that is being made, and the facts that encoding has about them: numbers, classes, strong references
/// among them, and weak slots.
///
/// A handle that is one pointer; the session owns the memory.
@safe
struct EncodedObjects {
  private struct State: ~Copyable {
    /// The objects by number, which is also the order in which their records are written.
    var table = IdentityTable()
    /// The class of the last new object, if objects of the same class need no other look-up.
    var lastType: ObjectIdentifier?
    var lastClass: UInt32 = 0
    /// The references that can make a strong cycle.
    var edges = StrongEdges()
    /// The targets of weak references that go through a slot, in the order of the slots.
    var weakTargets: IdentityTable?
  }

  /// Freed by the session, which outlives all users.
  private let cell = Cell(State())

  func free() { cell.free() }

  /// Releases all objects, and keeps the memory for the objects of another archive.
  func reset() {
    cell.state.table.reset()
    cell.state.lastType = nil
    cell.state.lastClass = 0
    cell.state.edges = StrongEdges()
    cell.state.weakTargets = nil
  }

  @inline(__always)
  var count: Int { cell.state.table.count }

  /// Returns the object of a number from 1 to ``count``, which lives as long as the table.
  @unsafe
  @inline(__always)
  func reference(_ number: Int) -> Unmanaged<AnyObject> {
    unsafe cell.state.table.reference(number)
  }

  /// The object of a number from 1 to ``count``.
  subscript(number: Int) -> AnyObject { cell.state.table[number] }

  /// Returns the number of an object, which gets one if it has none; the class of a new object is to be remembered.
  @inline(__always)
  func insert(_ object: Unmanaged<AnyObject>) -> (number: Int, isNew: Bool) {
    unsafe cell.state.table.insert(object)
  }

  /// Returns the number of the object at an address, or 0. A new object gets a number only if it is of the same type, and so of
  /// the same class, as the last new object.
  // Safe: an object that has no number is alive.
  @unsafe
  @inline(__always)
  func insert(objectAt address: UInt) -> Int {
    unsafe cell.state.table.insert(
      objectAt: address, of: cell.state.lastType, class: cell.state.lastClass)
  }
}

// MARK: Classes

extension EncodedObjects {
  /// Remembers the class of the last new object if it is that of the previous one, or returns `false`.
  // Safe: the object is alive, and has the highest number.
  @unsafe
  @inline(__always)
  func rememberClassAgain(of object: Unmanaged<AnyObject>) -> Bool {
    let type = unsafe object._withUnsafeGuaranteedRef { ObjectIdentifier(Swift.type(of: $0)) }
    guard cell.state.lastType == type else { return false }
    unsafe cell.state.table.setLastClass(cell.state.lastClass)
    return true
  }

  /// Remembers the class of the last new object.
  ///
  /// All objects of `type` are of the class; it is nil if that holds for this object only.
  func rememberClass(_ number: Int, of type: AnyClass?) {
    guard count > 0 else { return }
    cell.state.lastType = type.map { ObjectIdentifier($0) }
    cell.state.lastClass = UInt32(truncatingIfNeeded: number)
    // Safe: there is an object.
    unsafe cell.state.table.setLastClass(cell.state.lastClass)
  }

  /// Returns the number of the class of an object, or 0.
  @inline(__always)
  func classNumber(of object: Int) -> Int { cell.state.table.classNumber(of: object) }
}

// MARK: References

extension EncodedObjects {
  /// Whether references that are written now can make a strong cycle.
  @inline(__always)
  var notesEdges: Bool { cell.state.edges.isNoting }

  /// Remembers a reference of the object that is being written.
  @inline(__always)
  func rememberEdge(to target: Int) { cell.state.edges.add(to: target) }

  /// Changes the references that can make a strong cycle.
  @inline(__always)
  func withEdges<Result>(_ body: (inout StrongEdges) -> Result) -> Result {
    body(&cell.state.edges)
  }

  /// Returns the value of a weak reference: the number of the object, or of a slot.
  ///
  /// Spec §5.4.
  func weakValue(of target: AnyObject) -> UInt64 {
    let number = cell.state.table.number(of: target)
    if number > 0 { return UInt64(number) << 1 }
    if cell.state.weakTargets == nil { cell.state.weakTargets = IdentityTable() }
    let slot = unsafe cell.state.weakTargets?.insert(Unmanaged.passUnretained(target)).number ?? 1
    return UInt64(slot - 1) << 1 | 1
  }

  var weakSlotCount: Int { cell.state.weakTargets?.count ?? 0 }

  /// Returns the number of the object of a weak slot, counted from 0, or 0 if the object is not written.
  func object(ofWeakSlot slot: Int) -> Int {
    guard let target = cell.state.weakTargets?[slot + 1] else { return 0 }
    return cell.state.table.number(of: target)
  }
}
