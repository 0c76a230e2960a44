/// Memory for state that changes with each key: exclusive access to it is not checked, and nothing is counted on the way to it.
///
/// Nothing that is called while the state changes may lead back to it; its users only load and store, or call what stays inside.
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

  /// Ends the use.
  func free() {
    // Safe: the owner goes, and with it all users.
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// The state.
  var state: State {
    // Safe, for both: see `storage`.
    @inline(__always) unsafeAddress { unsafe UnsafePointer(storage) }
    @inline(__always) nonmutating unsafeMutableAddress { unsafe storage }
  }

  /// Whether both are the same memory.
  @inline(__always)
  static func == (left: Cell, right: Cell) -> Bool {
    // Safe: the addresses are compared.
    unsafe left.storage == right.storage
  }
}
