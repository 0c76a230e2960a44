/// The operations that read the bodies of objects, structs and cases.
///
/// The keys of an object are those of its whole chain (spec §5.2). They are put together when a
/// record of the entry is first met, and kept while there is room: together the chains of an
/// archive can have far more keys than it has bytes.
struct BodyPlans {
  struct Plan {
    var operations: Range<Int>
    var optionalCount: Int
  }

  private(set) var operations: [KeyOperation]
  private let entries: [ClassEntry]
  private let ownOperationCount: Int
  private let room: Int
  private var joined: [Int: Plan] = [:]
  /// The plan that was asked for last, which often is the one that is asked for next.
  private var last: (entry: Int, plan: Plan) = (0, Plan(operations: 0..<0, optionalCount: 0))

  init(_ classes: ClassTable) {
    operations = classes.operations
    entries = classes.entries
    ownOperationCount = operations.count
    room = max(65_536, operations.count)
  }

  /// The plan for the records of a class entry.
  @inline(__always)
  mutating func plan(forRecordsOf entry: Int) -> Plan {
    if last.entry == entry { return last.plan }
    let plan = findPlan(entry)
    last = (entry, plan)
    return plan
  }

  private mutating func findPlan(_ entry: Int) -> Plan {
    let own = entries[entry - 1]
    guard own.storingSuperclass != 0 else {
      return Plan(
        operations: Int(own.operations.lowerBound)..<Int(own.operations.upperBound),
        optionalCount: Int(own.optionalCount))
    }
    if let plan = joined[entry] { return plan }
    var chain: [ClassEntry] = [own]
    var operationCount = own.operations.count
    var optionalCount = Int(own.optionalCount)
    var next = Int(own.storingSuperclass)
    while next != 0 {
      chain.append(entries[next - 1])
      operationCount += entries[next - 1].operations.count
      optionalCount += Int(entries[next - 1].optionalCount)
      next = Int(entries[next - 1].storingSuperclass)
    }
    if operations.count - ownOperationCount + operationCount > room {
      operations.removeSubrange(ownOperationCount...)
      joined.removeAll()
    }
    let first = operations.count
    for entry in chain.reversed() {
      for index in entry.operations { operations.append(operations[Int(index)]) }
    }
    let plan = Plan(operations: first..<operations.count, optionalCount: optionalCount)
    joined[entry] = plan
    return plan
  }
}
