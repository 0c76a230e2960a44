/// The objects of an archive: those whose records are written, and those that wait.
struct ObjectQueue {
  /// The numbers of all objects.
  var table = IdentityTable()
  /// The class of each object, as an index.
  var classes: [UInt32] = []
  /// What is known of each class that occurs.
  var shapes: [ClassShape] = []
  /// The number of the object that is being written, 0 for a root.
  private(set) var current = 0
  /// The number of objects that have been written.
  private(set) var writtenCount = 0
  /// The strong references so far, for the search for cycles.
  private(set) var edges = StrongEdges()
  /// How many late references there are around the value that is being written.
  var exemptDepth = 0
  /// The targets of weak references that go through a slot, in the order of the slots.
  private(set) var weakTargets = IdentityTable()
  private var isExempt = true
  /// Whether the object is the first one of its class, of which it is known which levels it uses.
  private var isExamined = false
  private var usedLevels: Set<Int> = []

  /// The class of the object that is being written.
  var currentClassName: String? {
    current > 0 ? shapes[Int(classes[current - 1])].declaration.archiveClass.name : nil
  }

  /// The next object that has not been written.
  mutating func next() -> (object: AnyObject, shape: ClassShape)? {
    guard writtenCount < table.count else { return nil }
    writtenCount += 1
    current = writtenCount
    let shape = shapes[Int(classes[current - 1])]
    isExempt = shape.isTwoPhase
    edges.begin(current)
    isExamined = !shape.isExamined
    if isExamined { usedLevels.removeAll(keepingCapacity: true) }
    return (table.objects[current - 1], shape)
  }

  /// Notes that what follows belongs to a root.
  mutating func endObject() {
    current = 0
    isExempt = true
    isExamined = false
  }

  /// Notes that a level of the object has keys or containers.
  mutating func use(level: Int) {
    if isExamined { usedLevels.insert(level) }
  }

  /// The levels that the object has used.
  func used(of shape: ClassShape) -> [TypeDeclaration] {
    let levels = shape.declaration.levels
    return levels.indices.filter(usedLevels.contains).map { levels[$0] }
  }

  /// Notes a strong reference.
  mutating func noteEdge(to number: Int) {
    if !isExempt, exemptDepth == 0 { edges.note(from: current, to: number) }
  }

  /// What a weak reference is written as: the object's number, or that of a slot.
  ///
  /// Spec §5.4.
  mutating func weakValue(of target: AnyObject) -> UInt64 {
    let number = table.number(of: target)
    if number > 0 { return UInt64(number) << 1 }
    return UInt64(weakTargets.insert(target).number - 1) << 1 | 1
  }
}
