/// References that are completed when the objects have been made.
struct PendingReferences {
  /// A back reference that is empty so far.
  struct Unset {
    let target: Int
    /// The first object that holds the reference, or 0.
    let holder: Int
    let box: WeakBox
  }

  /// The late references, in the order in which they were found.
  var late: [LateTask] = []
  private var nextLate = 0
  /// The box that the back references to an object share, by the number of the object.
  private var boxes: [WeakBox?] = []
  /// Boxes for back references of further types to one object.
  private var otherBoxes: [Int: [WeakBox]] = [:]
  /// The objects whose back references have been set before they were hashed.
  var hashed: Set<Int> = []
  /// The boxes that have no object.
  private(set) var unset: [Unset] = []

  /// The next late reference, or nil if all have been decoded.
  mutating func nextLateTask() -> LateTask? {
    guard nextLate < late.count else { return nil }
    nextLate += 1
    return late[nextLate - 1]
  }

  /// Takes the late references away when all have been decoded; what goes with them may run code of the program.
  mutating func takeDecoded() -> [LateTask] {
    guard nextLate == late.count else { return [] }
    defer {
      late = []
      nextLate = 0
    }
    return late
  }

  /// The box that the back references of a type to an object share.
  mutating func box<Target>(
    to target: Int, of objectCount: Int, _ type: Target.Type, holder: Int
  ) -> WeakTarget<Target> {
    if boxes.isEmpty { boxes = Array(repeating: nil, count: objectCount + 1) }
    guard boxes.indices.contains(target) else { return WeakTarget(nil) }
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
    unset.append(Unset(target: target, holder: holder, box: box))
    return box
  }

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

  /// Keeps the boxes whose objects have not been made, for another call.
  mutating func keep(_ rest: [Unset]) { unset = rest }
}

/// The work of surrogates after all objects have been made, each for one object.
struct SecondPhase {
  typealias Task = (DecodingSession) throws -> Void

  private var tasks: [(object: Int, run: Task?)] = []
  /// The places of the tasks of each object, up to a number of tasks.
  private var places: [Int: [Int]] = [:]
  private var indexedCount = 0
  /// Checks that run when no object changes any more.
  private var checks: [Task] = []

  /// Whether nothing is left.
  var isEmpty: Bool { tasks.isEmpty }

  /// Adds what is to be done for an object.
  mutating func add(_ object: Int, _ task: @escaping Task) { tasks.append((object, task)) }

  /// Adds a check that runs when no object changes any more.
  mutating func add(check: @escaping Task) { checks.append(check) }

  /// Takes all tasks that have been added so far, in their order.
  mutating func takeAll() -> [Task] {
    defer {
      tasks = []
      places = [:]
      indexedCount = 0
    }
    return tasks.compactMap(\.run)
  }

  /// Whether something waits to be done for an object.
  mutating func has(_ object: Int) -> Bool {
    guard !isEmpty else { return false }
    index()
    return places[object] != nil
  }

  /// Takes the tasks of an object, before their turn.
  mutating func take(of object: Int) -> [Task] {
    index()
    return (places.removeValue(forKey: object) ?? []).compactMap { tasks[$0].run.take() }
  }

  private mutating func index() {
    while indexedCount < tasks.count {
      if tasks[indexedCount].run != nil {
        places[tasks[indexedCount].object, default: []].append(indexedCount)
      }
      indexedCount += 1
    }
  }

  /// Takes the checks that run when no object changes any more.
  mutating func takeChecks() -> [Task] {
    defer { checks = [] }
    return checks
  }
}

/// The numbers of the objects that have been made and wait to be filled, first in, first out.
///
/// Most follow each other, since objects are numbered in the order in which they are met; so runs of numbers are kept.
final class ShellQueue {
  /// The run that is taken from, and the one that is added to, which may be the same.
  private var first = 0
  private var firstEnd = 0
  /// The runs after that.
  private var runs: [Range<Int>] = []
  private var nextRun = 0
  private var hasRuns = false

  /// Adds a number.
  @inline(__always)
  func append(_ number: Int) {
    if number == firstEnd, !hasRuns { firstEnd = number + 1 } else { appendRun(number) }
  }

  @inline(never)
  private func appendRun(_ number: Int) {
    if first == firstEnd, !hasRuns {
      first = number
      firstEnd = number + 1
    } else if let last = runs.last, last.upperBound == number {
      runs[runs.count - 1] = last.lowerBound..<(number + 1)
    } else {
      runs.append(number..<(number + 1))
      hasRuns = true
    }
  }

  /// Takes the number that has waited longest, or returns nil.
  @inline(__always)
  func next() -> Int? {
    if first == firstEnd, !takeRun() { return nil }
    first += 1
    return first - 1
  }

  private func takeRun() -> Bool {
    guard nextRun < runs.count else { return false }
    first = runs[nextRun].lowerBound
    firstEnd = runs[nextRun].upperBound
    nextRun += 1
    if nextRun == runs.count {
      runs.removeAll(keepingCapacity: true)
      nextRun = 0
      hasRuns = false
    }
    return true
  }
}

/// A value that is decoded when no initialiser is running.
struct LateTask {
  /// The number of the object that holds the reference, or 0.
  let holder: Int
  /// The last step to the reference.
  let step: PathStep
  /// The decoder of the value.
  let decoder: AnyTypeDecoder
  /// The type of the value in the archive.
  let type: ArchivedType
  /// The value.
  let input: ValidCursor
  /// The storage of the reference.
  let box: AnyLateBox
}
