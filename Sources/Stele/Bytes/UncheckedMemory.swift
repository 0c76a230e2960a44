/// An array that is read and changed without checks for exclusive access.
///
/// The compiler adds such checks to an array that is a property of a class, and they take longer than the change; the property
/// is marked, and states why no access begins during another. The array serves as a table of a fixed size, with the filler
/// where nothing has been set, and as a stack, of which ``count`` is the height. It takes memory when the first element is set.
@safe
struct UncheckedArray<Element>: ~Copyable {
  // Safe: there are `room` initialised elements here until `deinit`, at first none; each index is compared with `room`.
  private var elements = unsafe UnsafeMutablePointer<Element>.placeholder
  private var room = 0
  /// The size of the table, or the number of elements of the stack before it grows.
  private(set) var capacity: Int
  private let filler: Element
  /// The number of elements of the stack; those above are forgotten.
  var count = 0

  /// Makes an array.
  ///
  /// - Parameters:
  ///   - filler: The element in each place that has not been set.
  ///   - capacity: The size of the table, or the first size of the stack.
  init(filler: Element, capacity: Int) {
    self.filler = filler
    self.capacity = max(capacity, 1)
  }

  deinit {
    guard room > 0 else { return }
    unsafe elements.deinitialize(count: room)
    unsafe elements.deallocate()
  }

  /// The element at an index, or the filler beyond the capacity.
  subscript(index: Int) -> Element {
    @_transparent get {
      UInt(bitPattern: index) < UInt(bitPattern: room) ? unsafe elements[index] : filler
    }
  }

  /// Replaces the element at an index below the capacity.
  @_transparent
  mutating func set(_ element: Element, at index: Int) {
    guard UInt(bitPattern: index) < UInt(bitPattern: room) else {
      return setFirst(element, at: index)
    }
    // The array is complete when the old element is released.
    let old = unsafe elements[index]
    unsafe elements[index] = element
    withExtendedLifetime(old) {}
  }

  /// Replaces the element at an index, which becomes the top of the stack.
  @_transparent
  mutating func put(_ element: Element, at index: Int) {
    if index >= room { makeRoom(index < capacity ? capacity : max(capacity * 2, index + 1)) }
    set(element, at: index)
    count = index &+ 1
  }

  /// Puts the filler into each place.
  mutating func removeAll() {
    for index in 0..<room { set(filler, at: index) }
    count = 0
  }

  /// Adds an element to the stack.
  @_transparent
  mutating func push(_ element: Element) { put(element, at: count) }

  /// Sets the first element of a table; does nothing if the table does not have the index.
  @inline(never)
  private mutating func setFirst(_ element: Element, at index: Int) {
    guard room == 0, index >= 0, index < capacity else { return }
    makeRoom(capacity)
    unsafe elements[index] = element
  }

  @inline(never)
  private mutating func makeRoom(_ larger: Int) {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    if room > 0 {
      unsafe new.moveInitialize(from: elements, count: room)
      unsafe elements.deallocate()
    }
    unsafe (new + room).initialize(repeating: filler, count: larger - room)
    unsafe elements = new
    room = larger
    capacity = larger
  }
}

/// A reference to an object that something else keeps: it retains nothing.
///
/// Retaining and releasing an object changes its memory twice, which takes longer than most uses of it.
@safe
struct Lent<Object: AnyObject>: BitwiseCopyable {
  // Safe: the lender keeps the object as long as the reference is used; see `init`.
  private let reference: Unmanaged<Object>

  /// Makes a reference; each caller states what keeps the object.
  @unsafe
  @inline(__always)
  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  /// Passes the object to a function.
  @inline(__always)
  func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
  }

  /// The same reference to an object that is known to be of a class.
  @unsafe
  @inline(__always)
  func downcast<Class: AnyObject>(to type: Class.Type) -> Lent<Class> {
    use { unsafe Lent<Class>(unsafeDowncast($0, to: type)) }
  }
}

extension UnsafeMutablePointer {
  /// An address for no elements.
  ///
  /// For an optional pointer, unoptimised code would look up the type of the optional at each use.
  static var placeholder: UnsafeMutablePointer {
    unsafe UnsafeMutablePointer(bitPattern: MemoryLayout<Pointee>.alignment).unsafelyUnwrapped
  }
}

/// Memory for state that changes with each key, without reference counting and without checks for exclusive access.
///
/// Code that runs while the state changes must not access it again: users load and store, or call functions of the state.
@safe
struct Cell<State: ~Copyable>: Equatable {
  // Safe: made in `init` and freed by the one owner of the cell, which outlives all users.
  private let storage: UnsafeMutablePointer<State>

  /// Makes a cell, which its owner frees.
  init(_ state: consuming State) {
    // Safe: the allocation is initialised at once.
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: state)
  }

  /// Frees the memory.
  func free() {
    // Safe: only the owner calls this, when all users are gone.
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// The state.
  var state: State {
    // Safe, for both: see `storage`.
    @inline(__always) unsafeAddress { unsafe UnsafePointer(storage) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe storage }
  }

  /// Whether two cells are the same memory.
  @inline(__always)
  static func == (left: Cell, right: Cell) -> Bool {
    // Safe: the addresses are compared.
    unsafe left.storage == right.storage
  }
}
