/// Makes objects before they are asked for, the deepest first, so that initialisers find ready what they refer to.
///
/// Objects that were accepted once, of an entry under a key as a class, are made ahead. Everything else nests, and is
/// accepted by that.
final class ObjectWalk {
  private struct Step: BitwiseCopyable {
    var object: WantedObject
    /// Where the targets of the object start; they end where those of the next object start.
    let start: Int
    /// The first target that has not been visited.
    var next: Int
  }

  /// The objects that wait for those after them; the walks of nested initialisers share the stack.
  private let steps = PlainStack(filler: Step(object: .none, start: 0, next: 0), capacity: 8)
  private let targets = PlainStack(filler: WantedObject.none, capacity: 8)
  private var generation: UInt32 = 0

  /// The object that is being filled in its turn, before any of these, or 0.
  var filled = 0

  /// The objects from the outermost that is being made to the innermost.
  var path: [Int] {
    (filled > 0 ? [filled] : []) + (0..<steps.count).map { steps[$0].object.number }
  }

  /// Whether no object is being made.
  var isEmpty: Bool { filled == 0 && steps.count == 0 }

  /// Begins a walk, and gives the depth at which it ends.
  func begin() -> (depth: Int, mark: UInt32) {
    generation &+= 2
    return (steps.count, generation)
  }

  /// Goes on to an object.
  func push(_ object: WantedObject) {
    steps.push(Step(object: object, start: targets.count, next: targets.count))
  }

  /// Adds a target of the object that was pushed last.
  func add(_ target: WantedObject) { targets.push(target) }

  /// The next task.
  enum Action {
    /// Visit an object that another one refers to.
    case visit(WantedObject)
    /// Make an object, all of whose targets have been visited.
    case make(WantedObject)
  }

  /// The next action of the walk that began at a depth, or nil when it has ended.
  func next(above depth: Int) -> Action? {
    guard steps.count > depth else { return nil }
    var step = steps[steps.count - 1]
    // Whatever was pushed later has taken its targets away.
    guard step.next < targets.count else { return .make(step.object) }
    let target = targets[step.next]
    step.next += 1
    steps.put(step, at: steps.count - 1)
    return .visit(target)
  }

  /// Leaves the object that was made.
  func pop() {
    guard steps.count > 0 else { return }
    steps.count -= 1
    targets.count = min(targets.count, steps[steps.count].start)
  }
}

/// An object, and how far it has to come.
struct WantedObject: BitwiseCopyable {
  /// No object.
  static let none = WantedObject(0, isFilled: false)

  private let bits: Int

  /// The number of the object.
  var number: Int { bits >> 1 }
  /// Whether the object has to be filled, and what it consists of; otherwise it only has to exist.
  var isFilled: Bool { bits & 1 == 1 }

  init(_ number: Int, isFilled: Bool) {
    bits = number << 1 | (isFilled ? 1 : 0)
  }
}
