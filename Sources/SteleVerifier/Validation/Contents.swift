/// What the phases before the values have established of an archive.
struct Contents {
  let classes: ClassTable
  let objects: ObjectTable
  let slots: WeakSlots
  /// Whether the rules R4 to R7 are checked.
  let checksReferences: Bool

  /// Whether the rules R5 and R6 can be checked.
  var areObjectsKnown: Bool { checksReferences && objects.isComplete }

  /// Whether an object is of the class of a name, as far as is known; 0 is any class.
  @inline(__always)
  func isObject(_ number: Int, ofClass name: UInt32) -> Bool {
    isObject(ofEntry: objects.entry(ofObject: number), ofClass: name)
  }

  /// Whether an object of an entry, or of an unknown one (0), is of the class of a name, as far as is known.
  @inline(__always)
  func isObject(ofEntry entry: Int, ofClass name: UInt32) -> Bool {
    name == 0 || entry == 0 || classes.isObject(ofEntry: entry, ofClass: name)
  }
}
