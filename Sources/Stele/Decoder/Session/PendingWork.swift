/// The work that waits until objects have been made.
///
///     shells          objects that have been made and wait to be filled, first in, first out
///     references      late references, and back references whose objects have not been made
///     missingValues   values that objects were filled without
///     secondPhase     work of surrogates
///     awakenings      objects to be told when decoding is complete
final class PendingWork {
  // Safe: numbers alone.
  @safe @exclusivity(unchecked) private var shells = UncheckedArray(filler: 0, capacity: 8)
  private var nextShell = 0
  /// The last records whose first targets have been looked at.
  var lookedAt = 0..<0
  // Safe, for all with the mark: what is removed is released by the caller, and nothing else here runs code of the program.
  @safe @exclusivity(unchecked) var references = PendingReferences()
  /// Whether late references are being decoded before a value is hashed.
  var isCompletingHashed = false
  /// The values that objects were filled without, because they referred to an object whose initialiser was running.
  @safe @exclusivity(unchecked) var missingValues = SecondPhase()
  /// The work of surrogates after all objects have been made and filled.
  @safe @exclusivity(unchecked) var secondPhase = SecondPhase()
  /// The objects that wait to be awoken.
  @safe @exclusivity(unchecked) var awakenings: [Int] = []
  /// The functions that awake objects which have been made from values, by the numbers of the objects that hold them.
  @safe @exclusivity(unchecked) var valueAwakenings: [Int: [() throws -> Void]] = [:]

  /// Adds an object that waits to be filled.
  @inline(__always)
  func add(shell number: Int) { shells.push(number) }

  /// Takes the object that has waited longest to be filled, or returns nil.
  @inline(__always)
  func takeShell() -> Int? {
    guard nextShell < shells.count else {
      shells.count = 0
      nextShell = 0
      return nil
    }
    nextShell += 1
    return shells[nextShell - 1]
  }

  /// Forgets all work.
  func removeAll() {
    (shells.count, nextShell, lookedAt, isCompletingHashed) = (0, 0, 0..<0, false)
    if !awakenings.isEmpty { awakenings = [] }
    guard
      !references.isUnused || !missingValues.isUnused || !secondPhase.isUnused
        || !valueAwakenings.isEmpty
    else { return }
    // Released after the accesses, since that may run code of the program.
    let old = (references, missingValues, secondPhase, valueAwakenings)
    references = PendingReferences()
    (missingValues, secondPhase) = (SecondPhase(), SecondPhase())
    valueAwakenings = [:]
    withExtendedLifetime(old) {}
  }
}

/// A value that is decoded when no initialiser is running.
struct LateTask {
  /// The number of the object that holds the reference, or 0.
  let holder: Int
  /// The last step to the reference.
  let step: PathStep
  let decoder: AnyTypeDecoder
  let type: ArchivedType
  let input: ValidCursor
  /// The box of the reference, whose type the decoder knows.
  let box: AnyObject
}

/// References that are completed when the objects have been made.
struct PendingReferences {
  /// The late references, in the order in which they were found.
  var late: [LateTask] = []
  private var nextLate = 0
  /// The box that the back references to an object share, by the number of the object.
  private var boxes: [WeakBox?] = []
  /// Boxes for back references of further types to one object.
  private var otherBoxes: [Int: [WeakBox]] = [:]
  /// The objects whose back references have been set before they were hashed.
  var hashed: Set<Int> = []
  /// The boxes that have no object: the number of that object, the first object that holds a reference with the box, or 0, and the
  /// box.
  var unset: [(target: Int, holder: Int, box: WeakBox)] = []

  /// Returns the next late reference, or nil if all have been decoded.
  mutating func nextLateTask() -> LateTask? {
    guard nextLate < late.count else { return nil }
    nextLate += 1
    return late[nextLate - 1]
  }

  /// Takes the late references when all have been decoded; releasing them may run code of the program.
  mutating func takeDecoded() -> [LateTask] {
    guard nextLate == late.count else { return [] }
    defer {
      late = []
      nextLate = 0
    }
    return late
  }

  /// Returns the box that the back references of a type to an object share.
  mutating func box<Target>(
    to target: Int, of objectCount: Int, _ type: Target.Type, holder: Int
  ) -> WeakTarget<Target> {
    if boxes.isEmpty { boxes = Array(repeating: nil, count: objectCount + 1) }
    guard target >= 0, target < boxes.count else { return WeakTarget(nil) }
    if let box = boxes[target] {
      if let box = box as? WeakTarget<Target> { return box }
      for case let box as WeakTarget<Target> in otherBoxes[target] ?? [] { return box }
    }
    let box = WeakTarget<Target>(nil)
    if boxes[target] == nil {
      boxes[target] = box
    } else {
      otherBoxes[target, default: []] += [box]
    }
    unset.append((target, holder, box))
    return box
  }

  /// Whether everything is as it was made.
  var isUnused: Bool { late.isEmpty && boxes.isEmpty && hashed.isEmpty }

  /// Whether a back reference is empty, or a late reference has not been decoded.
  var isEmpty: Bool { unset.isEmpty && !hasLate }

  /// Whether a late reference has not been decoded.
  var hasLate: Bool { nextLate < late.count }

  /// Sets the back references to an object that are of its class.
  func set(_ target: Int, to object: AnyObject) {
    guard boxes.indices.contains(target) else { return }
    _ = boxes[target]?.patch(object)
    for box in otherBoxes[target] ?? [] { _ = box.patch(object) }
  }
}

/// Work that is done after all objects have been made, each piece for one object.
struct SecondPhase {
  typealias Task = (DecodingSession) throws -> Void

  /// The tasks in their order, without those that have been taken before their turn.
  private var tasks: [Task?] = []
  /// The indices of the tasks of each object.
  private var indices: [Int: [Int]] = [:]
  /// Checks that run when no object changes any more.
  private var checks: [Task] = []

  var isEmpty: Bool { tasks.isEmpty }

  /// Whether everything is as it was made.
  var isUnused: Bool { tasks.isEmpty && checks.isEmpty }

  mutating func add(_ object: Int, _ task: @escaping Task) {
    indices[object, default: []].append(tasks.count)
    tasks.append(task)
  }

  /// Adds a check that runs when no object changes any more.
  mutating func add(check: @escaping Task) { checks.append(check) }

  /// Takes all tasks that have been added so far, in their order.
  mutating func takeAll() -> [Task] {
    defer { (tasks, indices) = ([], [:]) }
    return tasks.compactMap(\.self)
  }

  func has(_ object: Int) -> Bool { indices[object] != nil }

  /// Takes the tasks of an object, before their turn.
  mutating func take(of object: Int) -> [Task] {
    (indices.removeValue(forKey: object) ?? []).compactMap { tasks[$0].take() }
  }

  /// Takes the checks that run when no object changes any more.
  mutating func takeChecks() -> [Task] {
    defer { checks = [] }
    return checks
  }
}
