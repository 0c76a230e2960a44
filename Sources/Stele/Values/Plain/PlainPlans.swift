/// What leads over the values of records and list elements that are plain.
struct PlainPlans: Sendable {
  /// The steps of the records of an entry.
  struct Plan: Sendable {
    var steps = 0..<0
    var optionalCount = 0
    /// Whether it has been found out whether the records are plain.
    var isKnown = false
    var isPlain = false
  }

  /// How many steps all plans may have together, so that a class table cannot make them large.
  private static let stepLimit = 65_536
  /// How many plans may come to nothing after some work, as the chains of an archive can have far more keys than it has
  /// bytes.
  private static let failureLimit = 4096

  private(set) var records = PlainSteps()
  /// The plan of the records of each entry, that of entry 1 first; none before one is made.
  private(set) var plans: [Plan] = []
  /// The steps of the elements of the last list, and what they are of.
  private(set) var elements = PlainSteps()
  private var elementEntry = 0
  private var areElementsPlain = false
  /// For each class name the first struct entry, or 0.
  private var structures: [Int] = []
  private var failureCount = 0

  /// Whether anything has been found out.
  var isInUse: Bool { !structures.isEmpty }

  /// Finds out whether the records of an entry are plain.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - levels: The entries of its chain, the topmost superclass first.
  ///   - classes: The class table.
  mutating func makePlan(forRecordsOf entry: Int, _ levels: [Int], _ classes: ClassForms) {
    if plans.isEmpty { plans = Array(repeating: Plan(), count: classes.entries.count) }
    guard plans.indices.contains(entry - 1), !plans[entry - 1].isKnown else { return }
    plans[entry - 1].isKnown = true
    guard failureCount < Self.failureLimit, records.steps.count < Self.stepLimit else { return }
    findStructures(classes)
    let start = records.steps.count
    records.begin()
    for level in levels {
      let body = classes.bodies[classes.entries[level - 1].firstBody]
      plans[entry - 1].optionalCount += body.optionalCount
      var none: ArraySlice<Int>?
      guard records.add(body.keys, of: classes, structures: structures, listed: &none) else {
        records.removeAll(from: start)
        failureCount += 1
        return
      }
    }
    plans[entry - 1].steps = start..<records.steps.count
    plans[entry - 1].isPlain = true
  }

  /// Finds out whether the elements of a uniform list of structs are plain, and gives the number of their optional keys.
  ///
  /// - Parameters:
  ///   - entry: The entry of the elements.
  ///   - numbers: The entry numbers of the structs in them.
  ///   - classes: The class table.
  /// - Returns: The number, or nil when they are not plain.
  mutating func makePlan(
    forElementsOf entry: Int, _ numbers: ArraySlice<Int>, _ classes: ClassForms
  ) -> Int? {
    let body = classes.bodies[classes.entries[entry - 1].firstBody]
    if elementEntry != entry || !numbers.isEmpty {
      findStructures(classes)
      elements.removeAll(from: 0)
      elements.begin()
      elementEntry = numbers.isEmpty ? entry : 0
      var listed: ArraySlice<Int>? = numbers
      areElementsPlain =
        !body.keys.isEmpty
        && elements.add(body.keys, of: classes, structures: structures, listed: &listed)
    }
    return areElementsPlain ? body.optionalCount : nil
  }

  private mutating func findStructures(_ classes: ClassForms) {
    guard structures.isEmpty else { return }
    let nameCount = classes.entries.reduce(0) { max($0, $1.name) }
    structures = Array(repeating: 0, count: nameCount + 1)
    for (index, entry) in classes.entries.enumerated().reversed() where entry.kind == .structure {
      structures[entry.name] = index + 1
    }
  }
}
