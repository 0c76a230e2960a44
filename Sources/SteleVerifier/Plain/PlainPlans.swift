/// The steps that read plain records.
///
/// A record is plain when its keys are simple values, optionals of such, strings, references,
/// packed lists, lists of strings and references, and structs of simple keys. Most records of most
/// archives are; ``PlainRecords`` reads them much faster than ``ValueWalk``, which can tell what is
/// wrong with the others.
struct PlainPlans {
  struct Plan {
    var first: UInt32 = 0
    var end: UInt32 = 0
    var optionalCount: UInt32 = 0
    var isPlain = false
    /// Whether records of the entry never lead to objects.
    var isLeaf = false
  }

  private static let operationLimit = 64
  private static let stepLimit = 65_536
  /// The number of operations to look at, for plans that come to nothing too: together the chains
  /// of an archive can have far more keys than it has bytes.
  private static let workLimit = 1 << 20
  /// No plain value is nested as deep.
  private static let depth = 8

  private(set) var steps: [PlainStep] = []
  /// The plan of each entry, that of entry 1 first.
  private(set) var plans: [Plan]
  private let classes: ClassTable
  private let asked: AskedClasses
  /// The first entry of a struct of each name, or 0.
  private var structures: [UInt32] = []
  /// Steps before this one belong to another body, and are not to be joined with what follows.
  private var fence = 0
  /// The number of operations that have been looked at.
  private var workCount = 0

  init(_ classes: ClassTable, _ asked: AskedClasses, _ limits: VerifierLimits) {
    self.classes = classes
    self.asked = asked
    plans = Array(repeating: Plan(), count: classes.entries.count)
    guard limits.valueNesting >= Self.depth else { return }
    structures = Array(repeating: 0, count: classes.nameOffsets.count + 1)
    for (index, entry) in classes.entries.enumerated().reversed() where entry.kind == .struct {
      structures[Int(entry.name)] = UInt32(truncatingIfNeeded: index + 1)
    }
    for (index, entry) in classes.entries.enumerated() where entry.kind == .class {
      guard steps.count < Self.stepLimit, workCount < Self.workLimit else { return }
      let first = steps.count
      fence = first
      if let optionalCount = addSteps(forRecordsOf: index + 1) {
        plans[index] = Plan(
          first: UInt32(first), end: UInt32(steps.count), optionalCount: UInt32(optionalCount),
          isPlain: true, isLeaf: !steps[first...].contains { $0.leadsToObjects })
      } else {
        steps.removeSubrange(first...)
      }
    }
  }

  /// Whether the objects of an entry never refer to others strongly.
  func isLeaf(_ entry: Int) -> Bool { plans[entry &- 1].isLeaf }

  /// Returns the number of optional keys, or nil when the records are not plain.
  private mutating func addSteps(forRecordsOf number: Int) -> Int? {
    var chain: [Int] = []
    var operationCount = 0
    var optionalCount = 0
    var next = number
    while next != 0 {
      workCount += 1
      operationCount += classes[next].operations.count
      optionalCount += Int(classes[next].optionalCount)
      guard operationCount <= Self.operationLimit else { return nil }
      chain.append(next)
      next = Int(classes[next].storingSuperclass)
    }
    for number in chain.reversed() {
      for index in classes[number].operations {
        guard addSteps(for: classes.operations[Int(index)]) else { return nil }
      }
    }
    return optionalCount
  }

  private mutating func addSteps(for operation: KeyOperation) -> Bool {
    guard let step = step(for: operation) else { return false }
    guard step.kind == .structure else {
      add(step)
      return true
    }
    let place = steps.count
    steps.append(step)
    let entry = structures[Int(step.number)]
    guard entry != 0, !classes[Int(entry)].operations.isEmpty,
      classes[Int(entry)].operations.count <= Self.operationLimit
    else { return false }
    steps[place].number = entry
    for index in classes[Int(entry)].operations {
      guard let part = self.step(for: classes.operations[Int(index)]), part.kind != .structure,
        !part.isOptional
      else { return false }
      add(part)
    }
    steps[place].stepCount = UInt8(steps.count - place)
    fence = steps.count
    return true
  }

  private mutating func step(for operation: KeyOperation) -> PlainStep? {
    workCount += 1
    var node = classes.types[Int(operation.type)]
    let isFlagged = node.shape == .optional
    if isFlagged { node = classes.types[Int(node.first)] }
    guard var step = PlainStep(node, classes.types) else { return nil }
    step.isOptional = operation.isOptional
    step.isFlagged = isFlagged
    if step.isReference { step.number = UInt32(asked.base(ofName: step.number)) }
    return step
  }

  /// Adds a step, joined with the one before when both pass over bytes.
  private mutating func add(_ step: PlainStep) {
    if step.isSkip, steps.count > fence, let last = steps.last, last.isSkip,
      let width = UInt8(exactly: Int(last.width) + Int(step.width))
    {
      steps[steps.count - 1].width = width
    } else {
      steps.append(step)
    }
  }
}
