/// The facts that the phases before the values have established.
struct Contents {
  let classes: ClassTable
  let objects: ObjectTable
  let slots: WeakSlots
  /// Whether the rules R4 to R7 are checked.
  let checksReferences: Bool

  /// Whether the rules R5 and R6 can be checked.
  var areObjectsKnown: Bool { checksReferences && objects.isComplete }

  /// Whether an object is a class of a name, as far as is known; name 0 is any class.
  @inline(__always)
  func isObject(_ number: Int, ofClass name: UInt32) -> Bool {
    if name == 0 { return true }
    let entry = objects.entry(ofObject: number)
    return entry == 0 || classes.isObject(ofEntry: entry, ofClass: name)
  }
}
