/// What is known of the class of each object, in the order of their numbers.
///
/// A list of references that somebody else keeps.
@safe
final class ShapeList {
  // Safe: an allocation of `capacity` references, of which the first `count` are initialised. The queue of objects keeps the
  // shapes by their classes, as long as this list.
  private var shapes: UnsafeMutablePointer<Unmanaged<ClassShape>>
  private var capacity = 32
  private var count = 0

  init() {
    // Safe: see above.
    unsafe shapes = .allocate(capacity: capacity)
  }

  deinit {
    // Safe: nothing else has the allocation.
    unsafe shapes.deallocate()
  }

  /// Adds the shape of the next object.
  @inline(__always)
  func append(_ shape: ClassShape) {
    if count == capacity { grow() }
    // Safe: there is room for one more.
    unsafe (shapes + count).initialize(to: Unmanaged.passUnretained(shape))
    count &+= 1
  }

  @inline(never)
  private func grow() {
    // Safe: the references move to a larger allocation.
    let larger = UnsafeMutablePointer<Unmanaged<ClassShape>>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: shapes, count: count)
    unsafe shapes.deallocate()
    unsafe shapes = larger
    capacity *= 2
  }

  /// The shape of the object of a number.
  @inline(__always)
  subscript(number: Int) -> ClassShape {
    // Safe: the queue gives a number and a shape to each object, and asks for those only.
    assert(number > 0 && number <= count)
    return unsafe shapes[number &- 1].takeUnretainedValue()
  }
}
