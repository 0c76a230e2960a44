/// An object on which another one depends, and whether it has to be filled.
struct Dependency: BitwiseCopyable {
  /// No object.
  static let none = Dependency(0, isFilled: false)

  private let bits: Int

  var number: Int { bits >> 1 }
  /// Whether the object has to be filled, with all that it consists of; otherwise it only has to exist.
  var isFilled: Bool { bits & 1 == 1 }

  init(_ number: Int, isFilled: Bool) {
    bits = number << 1 | (isFilled ? 1 : 0)
  }
}

/// The objects that are being made, each with its dependencies.
///
/// Dependencies are made first, so that the objects that initialisers request are ready. Objects are made ahead if one of the
/// same entry has been admitted before as the target of the same reference type. All others nest, and are admitted then.
final class DependencyStack {
  private struct Step: BitwiseCopyable {
    var object: Dependency
    /// The index of the first dependency of the object; the last one is before the first dependency of the next object.
    let start: Int
    /// The index of the first dependency that has not been visited.
    var next: Int
  }

  /// The objects that wait for those after them; the searches of nested initialisers share the stack.
  // Safe, for both: numbers alone.
  @safe @exclusivity(unchecked)
  private var steps = UncheckedArray(filler: Step(object: .none, start: 0, next: 0), capacity: 8)
  @safe @exclusivity(unchecked)
  private var dependencies = UncheckedArray(filler: Dependency.none, capacity: 8)
  private var generation: UInt32 = 0
  /// The object that is being filled in its turn, before any of these, or 0.
  var filled = 0

  /// Begins another archive.
  func reset() {
    (steps.count, dependencies.count) = (0, 0)
    (generation, filled) = (0, 0)
  }

  /// The objects from the outermost that is being made to the innermost.
  var path: [Int] {
    (filled > 0 ? [filled] : []) + (0..<steps.count).map { steps[$0].object.number }
  }

  /// Whether no object is being made.
  var isEmpty: Bool { filled == 0 && steps.count == 0 }

  /// Begins a search; returns the depth at which it ends, and the mark of the objects that it visits.
  func begin() -> (depth: Int, mark: UInt32) {
    generation &+= 2
    return (steps.count, generation)
  }

  /// Adds an object, which becomes the innermost.
  func push(_ object: Dependency) {
    steps.push(Step(object: object, start: dependencies.count, next: dependencies.count))
  }

  /// Adds a dependency of the innermost object.
  func add(_ dependency: Dependency) { dependencies.push(dependency) }

  /// Returns the next step of the search that began at a depth: an object to visit, or one whose dependencies have all been visited;
  /// nil when the search has ended.
  func next(above depth: Int) -> (object: Dependency, isVisited: Bool)? {
    guard steps.count > depth else { return nil }
    var step = steps[steps.count - 1]
    // Objects that were pushed later have removed their dependencies.
    guard step.next < dependencies.count else { return (step.object, true) }
    let dependency = dependencies[step.next]
    step.next += 1
    steps.put(step, at: steps.count - 1)
    return (dependency, false)
  }

  /// Removes the innermost object.
  func pop() {
    guard steps.count > 0 else { return }
    steps.count -= 1
    dependencies.count = min(dependencies.count, steps[steps.count].start)
  }
}
