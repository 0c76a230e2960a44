/// The objects of an archive: those whose records are written, and those that wait.
final class ObjectQueue {
  /// The numbers of all objects.
  let table = IdentityTable()
  /// What is known of the class of each object, in the order of their numbers.
  private let shapes = ShapeList()
  /// What is known of each class that occurs.
  private var shapesOfClasses: [ObjectIdentifier: ClassShape] = [:]
  /// The class of the last object that got a number, and what is known of it.
  private var lastClass: ObjectIdentifier?
  private var lastShape: ClassShape?
  /// The number of the object that is being written, 0 for a root.
  private(set) var current = 0
  /// The number of objects that have been written.
  private(set) var writtenCount = 0
  /// The strong references so far, for the search for cycles.
  let edges = StrongEdges()
  /// How many late references there are around the value that is being written.
  var exemptDepth = 0
  /// The targets of weak references that go through a slot, in the order of the slots.
  private(set) lazy var weakTargets = IdentityTable()
  /// The number of targets of weak references that go through a slot.
  private(set) var weakSlotCount = 0
  private var isExempt = true
  /// Whether the object is the first one of its class, of which it is known which levels it uses.
  private var isExamined = false
  private var usedLevels: Set<Int> = []

  /// The class of the object that is being written.
  var currentClassName: String? { current > 0 ? className(ofObject: current) : nil }

  /// The class of an object.
  func className(ofObject number: Int) -> String {
    shapes[number].declaration.archiveClass.name
  }

  /// Notes the class of the object that got a number last.
  @inline(__always)
  func note(
    _ type: AnyClass, make: () throws -> ClassShape
  ) rethrows {
    if ObjectIdentifier(type) != lastClass { try turn(to: type, make: make) }
    if let lastShape { shapes.append(lastShape) }
  }

  @inline(never)
  private func turn(to type: AnyClass, make: () throws -> ClassShape) rethrows {
    let key = ObjectIdentifier(type)
    if let known = shapesOfClasses[key] {
      lastShape = known
    } else {
      let made = try make()
      shapesOfClasses[key] = made
      lastShape = made
    }
    lastClass = key
  }

  /// Goes on to the next object that has not been written, or tells with false that there is none.
  @inline(__always)
  func advance() -> Bool {
    guard writtenCount < table.count else { return false }
    writtenCount &+= 1
    current = writtenCount
    return true
  }

  /// What is known of the class of the object that is being written.
  @inline(__always)
  var currentShape: ClassShape { shapes[current] }

  /// Begins the object, of a class of which something is known.
  @inline(__always)
  func begin(_ shape: ClassShape) {
    isExempt = shape.isTwoPhase
    if !isExempt { edges.begin(current) }
    isExamined = !shape.isExamined
    if isExamined { usedLevels.removeAll(keepingCapacity: true) }
  }

  /// Notes that what follows belongs to a root.
  func endObject() {
    current = 0
    isExempt = true
    isExamined = false
  }

  /// Notes that a level of the object has keys or containers.
  @inline(__always)
  func use(level: Int) {
    if isExamined { usedLevels.insert(level) }
  }

  /// The number of levels that the object has used.
  var usedLevelCount: Int { usedLevels.count }

  /// The levels that the object has used.
  func used(of shape: ClassShape) -> [TypeDeclaration] {
    let levels = shape.declaration.levels
    return levels.indices.filter(usedLevels.contains).map { levels[$0] }
  }

  /// Notes a strong reference.
  @inline(__always)
  func noteEdge(to number: Int) {
    if !isExempt, exemptDepth == 0 { edges.note(to: number) }
  }

  /// What a weak reference is written as: the object's number, or that of a slot.
  ///
  /// Spec §5.4.
  func weakValue(of target: AnyObject) -> UInt64 {
    let number = table.number(of: target)
    if number > 0 { return UInt64(number) << 1 }
    let slot = unsafe weakTargets.insert(Unmanaged.passUnretained(target)).number
    weakSlotCount = weakTargets.count
    return UInt64(slot - 1) << 1 | 1
  }
}
