/// The last references read, which are added to the edges and, in phase 6, checked by rule R6 some at a time.
///
/// The entries of their objects are all over the table. A loop that does nothing else waits for many of them at once;
/// checking each reference when it is read takes an eighth longer for a whole archive. Which reference is wrong is found by
/// reading its block again.
struct LatestReferences {
  /// Whether the classes of the objects are checked here, and not one by one.
  let areChecked: Bool
  /// Whether some object is not of its class.
  private(set) var haveFailed = false
  private(set) var count = 0
  private var objects = ContiguousArray(repeating: 0, count: 64)
  private var names = ContiguousArray<UInt32>(repeating: 0, count: 64)

  init(areChecked: Bool) {
    self.areChecked = areChecked
  }

  /// Adds a reference of type `ref C` to an object; returns whether no other one can be added.
  @inline(__always)
  mutating func add(_ object: Int, ofClass name: UInt32) -> Bool {
    objects[count] = object
    names[count] = name
    count &+= 1
    return count == objects.count
  }

  /// Moves the references to the edges, and checks the classes of their objects.
  @inline(never)
  mutating func finish(_ contents: Contents, _ edges: inout Edges) {
    edges.add(objects.span.extracting(0..<count))
    if areChecked, !areOfTheirClasses(contents) { haveFailed = true }
    count = 0
  }

  private mutating func areOfTheirClasses(_ contents: Contents) -> Bool {
    let count = count
    var entries = objects.mutableSpan
    for index in 0..<count { entries[index] = contents.objects.entry(ofObject: entries[index]) }
    let (entriesFound, names) = (objects.span, names.span)
    var areRight = true
    for index in 0..<count {
      areRight = contents.isObject(ofEntry: entriesFound[index], ofClass: names[index]) && areRight
    }
    return areRight
  }
}

extension ValuePass {
  /// Moves the latest references to the edges.
  mutating func finishReferences() { latest.finish(contents, &edges) }

  /// Ends the references of an object.
  @inline(__always)
  mutating func endReferences(of object: Int) {
    edges.end(object, at: edges.targets.count &+ latest.count)
  }

  /// Forgets all references.
  mutating func removeReferences(areClassesChecked: Bool = false) {
    edges = Edges(roomFor: edges)
    latest = LatestReferences(areChecked: areClassesChecked)
  }
}
