/// Values by numbers from 0 up to a count that is known from the beginning.
///
/// It is an array of its own kind: whoever reads or replaces a value need not have exclusive access to all, which the
/// compiler would check each time for an array that is a property of a class.
@safe
final class FixedTable<Value> {
  /// The number of values.
  let count: Int
  // Safe: `count` values are initialised from `init` to `deinit`; each index is compared with the count.
  private let values: UnsafeMutablePointer<Value>

  init(repeating value: Value, count: Int) {
    self.count = count
    unsafe values = .allocate(capacity: count)
    unsafe values.initialize(repeating: value, count: count)
  }

  deinit {
    unsafe values.deinitialize(count: count)
    unsafe values.deallocate()
  }

  /// The value of a number, or nil beyond the count.
  @inline(__always)
  subscript(index: Int) -> Value? {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? unsafe values[index] : nil
  }

  /// Replaces the value of a number below the count.
  func set(_ value: Value, at index: Int) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return }
    // What goes may run code of the program, which must not find a value that is being changed.
    let old = unsafe values[index]
    unsafe values[index] = value
    withExtendedLifetime(old) {}
  }
}
