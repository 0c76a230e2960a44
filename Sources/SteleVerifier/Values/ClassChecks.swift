/// References whose objects are to be of their classes (R6), which are checked some at a time.
///
/// The entries of these objects are all over the table. A loop that does nothing else waits for many of them at once;
/// checking each reference when it is read takes an eighth longer for a whole archive. Which reference is wrong is found by
/// reading its block again.
struct ClassChecks {
  /// Whether some object is not of its class.
  fileprivate(set) var haveFailed = false
  fileprivate var objects = InlineArray<64, Int>(repeating: 0)
  fileprivate var names = InlineArray<64, UInt32>(repeating: 0)
  fileprivate var count = 0
}

extension ValuePass {
  /// Adds a reference of type `ref C` to an object.
  @inline(__always)
  mutating func check(later object: Int, ofClass name: UInt32) {
    classChecks.objects[classChecks.count] = object
    classChecks.names[classChecks.count] = name
    classChecks.count &+= 1
    if classChecks.count == classChecks.objects.count { finishClassChecks() }
  }

  /// Checks the references since the last time.
  @inline(never)
  mutating func finishClassChecks() {
    var areRight = true
    for index in 0..<classChecks.count {
      let (object, name) = (classChecks.objects[index], classChecks.names[index])
      areRight = contents.isObject(object, ofClass: name) && areRight
    }
    classChecks.count = 0
    if !areRight { classChecks.haveFailed = true }
  }
}
