/// References whose classes are yet to be examined.
///
/// An object that is referred to can stand anywhere, and looking for its entry mostly waits for
/// memory. A loop that does nothing else waits for many of them at a time.
struct ReferenceQueue {
  private let objects: ObjectTable
  private let membership: ClassMembership
  private var items = InlineArray<64, UInt64>(repeating: 0)
  private var count = 0
  /// Whether some reference was found to be to an object of another class.
  private(set) var hasWrongClass = false

  init(_ objects: ObjectTable, _ membership: ClassMembership) {
    self.objects = objects
    self.membership = membership
  }

  /// Adds a reference to an object that exists.
  @inline(__always)
  mutating func add(_ number: Int, _ className: UInt32) {
    items[count] = UInt64(className) &<< 32 | UInt64(truncatingIfNeeded: number)
    count &+= 1
    if count == items.count { flush() }
  }

  /// Examines the references that wait.
  ///
  /// Rule R7.
  @inline(never)
  mutating func flush() {
    // A span, because the items themselves would be copied.
    let items = items.span
    var isRight = true
    for index in 0..<count {
      let item = items[index]
      let entry = objects.entry(ofObject: Int(item & 0xFFFF_FFFF))
      isRight = isRight && entry != 0 && membership.isEntry(entry, ofClass: Int(item &>> 32))
    }
    if !isRight { hasWrongClass = true }
    count = 0
  }
}
