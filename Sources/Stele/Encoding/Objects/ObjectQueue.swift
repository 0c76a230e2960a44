/// The objects of an archive: those whose records are written, and those that wait.
@safe
final class ObjectQueue {
  /// The numbers of all objects.
  let table = IdentityTable()
  /// What is known of each class that occurs.
  private var shapesOfClasses = ShortTable<ObjectIdentifier, ClassShape>()
  /// What is known of classes that only have a declaration, which their shapes and levels keep.
  private var individualShapes: [ObjectIdentifier: ClassShape] = [:]
  private var individualLevels: [ObjectIdentifier: (TypeDeclaration, level: LevelShape)] = [:]
  @exclusivity(unchecked) private var currentNumber = 0
  @exclusivity(unchecked) private var written = 0
  /// The strong references so far, for the search for cycles.
  let edges = StrongEdges()
  /// How many late references there are around the value that is being written.
  var exemptDepth = 0 { didSet { table.notesEdges = !isExempt && exemptDepth == 0 } }
  /// The targets of weak references that go through a slot, in the order of the slots.
  private(set) var weakTargets: IdentityTable?
  @exclusivity(unchecked) private var exempt = true
  @exclusivity(unchecked) private var examined = false
  @exclusivity(unchecked) private var used: [Int] = []
  @exclusivity(unchecked) private var containers: [(level: Int, keyType: Any.Type?)] = []
  @exclusivity(unchecked) private var unattributed = 0

  deinit {
    table.free()
    weakTargets?.free()
  }

  // Safe, for all of them: an encoder is for one thread, and nothing is called while they change.

  private var isExempt: Bool {
    @inline(__always) get { unsafe exempt }
    @inline(__always) set { unsafe exempt = newValue }
  }

  /// Whether the object is the first one of its class, of which it is known which levels it uses.
  private(set) var isExamined: Bool {
    @inline(__always) get { unsafe examined }
    @inline(__always) set { unsafe examined = newValue }
  }

  /// The number of the object that is being written, 0 for a root.
  @inline(__always)
  var current: Int { unsafe currentNumber }

  /// The number of objects that have been written.
  @inline(__always)
  var writtenCount: Int { unsafe written }

  /// The number of targets of weak references that go through a slot.
  var weakSlotCount: Int { weakTargets?.count ?? 0 }

  /// The class of the object that is being written.
  var currentClassName: String? { current > 0 ? className(ofObject: current) : nil }

  /// The class of an object.
  func className(ofObject number: Int) -> String {
    table.shape(number)?.declaration.archiveClass.name ?? ""
  }

  /// Notes the class of the object that got a number last.
  func note(_ type: AnyClass, make: () throws -> ClassShape) rethrows {
    let shape: ClassShape
    if let known = shapesOfClasses[ObjectIdentifier(type)] {
      shape = known
    } else {
      shape = try make()
      shapesOfClasses.set(shape, for: ObjectIdentifier(type))
    }
    // Safe: the shape is kept now.
    unsafe table.note(Unmanaged.passUnretained(shape), of: type)
  }

  /// Notes the class of the object that got a number last, which others of its class in the program do not share.
  func note(individual declaration: TypeDeclaration, make: () -> ClassShape) {
    let key = ObjectIdentifier(declaration)
    let shape = individualShapes[key] ?? make()
    individualShapes[key] = shape
    // Safe: the shape is kept now.
    unsafe table.note(Unmanaged.passUnretained(shape), of: nil)
  }

  /// The keys of a level of a class that is known by its declaration only.
  func level(of declaration: TypeDeclaration) -> LevelShape {
    if let known = individualLevels[ObjectIdentifier(declaration)] { return known.level }
    let level = LevelShape(
      name: declaration.archiveClass.name, declaration: declaration.archiveClass)
    individualLevels[ObjectIdentifier(declaration)] = (declaration, level)
    return level
  }

  /// Goes on to the next object that has not been written, or tells with false that there is none.
  @inline(__always)
  func advance() -> Bool {
    guard writtenCount < table.count else { return false }
    if writtenCount % IdentityTable.touchedAtOnce == 0 { table.touch(behind: writtenCount) }
    // Safe: as above.
    unsafe written &+= 1
    unsafe currentNumber = unsafe written
    return true
  }

  /// Forgets all objects, but not what is known of their classes.
  func restart() {
    table.removeAll()
    edges.removeAll()
    unsafe written = 0
    endObject()
  }

  /// What is known of the class of the object that is being written.
  @inline(__always)
  var currentShape: ClassShape? { table.shape(current) }

  /// Begins the object, of a class of which something is known.
  @inline(__always)
  func begin(_ shape: ClassShape) {
    if isExempt != shape.isTwoPhase {
      isExempt = shape.isTwoPhase
      table.notesEdges = !isExempt && exemptDepth == 0
    }
    if !isExempt { edges.begin(current) }
    if shape.isExamined {
      if isExamined { isExamined = false }
    } else {
      isExamined = true
      unsafe used.removeAll(keepingCapacity: true)
      unsafe containers.removeAll(keepingCapacity: true)
      unsafe unattributed = 0
    }
  }

  /// Notes that what follows belongs to a root.
  func endObject() {
    // Safe: as above.
    unsafe currentNumber = 0
    isExempt = true
    table.notesEdges = false
    isExamined = false
  }

  /// Notes that a level of the object has keys or containers.
  @inline(__always)
  func use(level: Int) {
    if isExamined, unsafe !used.contains(level) { unsafe used.append(level) }
  }

  /// Notes that a class of the object has asked for a container.
  ///
  /// The type of the coding keys does not always tell which class that is: classes share types of keys that are declared in
  /// none of them, and subclasses use those of their superclass. A class asks once, so a level that is asked for a second
  /// time has been asked for by another class.
  ///
  /// - Parameters:
  ///   - level: The level that the container writes.
  ///   - keyType: The type of the keys, if the class of the level declares it.
  func use(containerOf level: Int, keyType: Any.Type?) {
    guard isExamined else { return }
    use(level: level)
    let isRepeated = unsafe containers.contains {
      $0.level == level && ($0.keyType == nil || keyType == nil || $0.keyType == keyType)
    }
    if isRepeated { unsafe unattributed += 1 }
    unsafe containers.append((level, keyType))
  }

  /// How many classes have asked for a container and are not known.
  var unattributedCount: Int { unsafe unattributed }

  /// The number of levels that the object has used.
  var usedLevelCount: Int { unsafe used.count }

  /// The levels that the object has used.
  func used(of shape: ClassShape) -> [TypeDeclaration] {
    let levels = shape.declaration.levels
    return levels.indices.filter { unsafe used.contains($0) }.map { levels[$0] }
  }

  /// What a weak reference is written as: the object's number, or that of a slot.
  ///
  /// Spec §5.4.
  func weakValue(of target: AnyObject) -> UInt64 {
    let number = table.number(of: target)
    if number > 0 { return UInt64(number) << 1 }
    let targets = weakTargets ?? IdentityTable()
    weakTargets = targets
    let slot = unsafe targets.insert(Unmanaged.passUnretained(target)).number
    return UInt64(slot - 1) << 1 | 1
  }
}
