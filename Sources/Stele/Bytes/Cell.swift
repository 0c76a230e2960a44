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
