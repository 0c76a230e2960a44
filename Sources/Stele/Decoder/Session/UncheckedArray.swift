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

/// A stack of plain values.
///
/// It is an array of its own kind, as ``FixedTable`` is: an array that is a property of a class is changed under a check for
/// exclusive access, which takes longer than the change.
@safe
final class PlainStack<Element: BitwiseCopyable> {
  // Safe: `capacity` elements are initialised, from `init` to `deinit`; each index is compared with the capacity.
  private var elements: UnsafeMutablePointer<Element>
  private var capacity: Int
  private let filler: Element
  /// The number of elements; what lies above is forgotten.
  var count = 0

  /// Makes an empty stack.
  ///
  /// - Parameters:
  ///   - filler: What stands where there is no element.
  ///   - capacity: For how many elements there is room at first.
  init(filler: Element, capacity: Int) {
    self.filler = filler
    self.capacity = max(capacity, 1)
    unsafe elements = .allocate(capacity: self.capacity)
    unsafe elements.initialize(repeating: filler, count: self.capacity)
  }

  deinit { unsafe elements.deallocate() }

  /// The element at an index, or the filler if there is none.
  @inline(__always)
  subscript(index: Int) -> Element {
    UInt(bitPattern: index) < UInt(bitPattern: capacity) ? unsafe elements[index] : filler
  }

  /// Replaces the element at an index, which becomes the last one.
  @inline(__always)
  func put(_ element: Element, at index: Int) {
    if index >= capacity { grow(beyond: index) }
    guard UInt(bitPattern: index) < UInt(bitPattern: capacity) else { return }
    unsafe elements[index] = element
    count = index &+ 1
  }

  /// Adds an element.
  @inline(__always)
  func push(_ element: Element) { put(element, at: count) }

  @inline(never)
  private func grow(beyond index: Int) {
    let larger = max(capacity * 2, index + 1)
    let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    unsafe new.moveInitialize(from: elements, count: capacity)
    unsafe (new + capacity).initialize(repeating: filler, count: larger - capacity)
    unsafe elements.deallocate()
    unsafe elements = new
    capacity = larger
  }
}
