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
