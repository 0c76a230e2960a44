/// The class table of an archive that is being written: names, types and entries.
///
/// Spec chapter 4.
struct ClassTableWriter {
  var types = TypeTable()
  private(set) var table = ClassTable()
  private var nameNumbers: [Int] = []
  /// The superclass of each entry, or 0.
  private var superclasses: [Int] = []
  /// The plans of structs and enums, which have their own keys only.
  private var ownPlans: [Int: EntryPlan] = [:]
  /// The plans of classes, with the keys of their chains.
  private var chainPlans = EntryCache<EntryPlan>()
  private var chainCounts: [Int] = []
  private var writtenNameCount = 0
  private var writtenEntryCount = 0

  /// Whether there are names or entries that no `CLAS` chunk holds yet.
  var hasPendingDefinitions: Bool {
    writtenNameCount < types.names.names.count || writtenEntryCount < table.count
  }

  /// Adds an entry whose superclass has been defined before.
  ///
  /// - Throws: A rule of chapter 4 that the entry breaks.
  mutating func define(_ entry: ClassEntry) throws(GraphError) -> Int {
    var chainCount = 1
    if let superclass = entry.superclass {
      guard entry.kind == .class, table[superclass]?.kind == .class else {
        throw GraphError(.breaks(.superclass), keyPath: entry.name)
      }
      chainCount += chainCounts[superclass - 1]
      guard chainCount <= Limits().superclassChain else {
        throw GraphError(.breaks(.superclassChain), keyPath: entry.name)
      }
    }
    chainCounts.append(chainCount)
    return try add(entry)
  }

  /// Adds all entries of a table, where superclasses may follow their subclasses.
  ///
  /// - Throws: A rule of chapter 4 that an entry breaks.
  mutating func define(contentsOf all: ClassTable) throws(GraphError) {
    chainCounts = try all.checkSuperclasses()
    for entry in all.entries { _ = try add(entry) }
  }

  private mutating func add(_ entry: ClassEntry) throws(GraphError) -> Int {
    guard !entry.name.isEmpty else { throw GraphError(.breaks(.emptyName)) }
    let name = types.number(ofName: entry.name)
    try EntryRules.admit(entry, types: &types)
    nameNumbers.append(name)
    superclasses.append(entry.superclass ?? 0)
    return table.define(entry)
  }

  /// The plan of an entry, or nil when there is no such entry.
  mutating func plan(of number: Int) throws(GraphError) -> EntryPlan? {
    if let plan = chainPlans[number] ?? ownPlans[number] { return plan }
    guard let entry = table[number] else { return nil }
    var cases: [EntryPlan.CasePlan] = []
    for item in entry.cases {
      let body = try self.body(of: item.keys)
      cases.append(EntryPlan.CasePlan(isRetired: item.isRetired, body: body))
    }
    let body = try body(of: table.storedKeys(of: number))
    let plan = EntryPlan(
      kind: entry.kind, className: entry.name, name: nameNumbers[number - 1], body: body,
      cases: cases)
    if entry.kind == .class {
      return chainPlans.keep(plan, of: number, size: body.types.count)
    }
    ownPlans[number] = plan
    return plan
  }

  /// Whether an object of an entry is a member of the class of a name number.
  ///
  /// Spec §4.2.
  func entry(_ number: Int, isA name: Int) -> Bool {
    var next = number
    while nameNumbers.indices.contains(next - 1) {
      if nameNumbers[next - 1] == name { return true }
      next = superclasses[next - 1]
    }
    return false
  }

  private mutating func body(of keys: [Key]) throws(GraphError) -> BodyPlan {
    let stored = keys.filter(\.isStored)
    var plans: [TypePlan] = []
    for key in stored { plans.append(try types.plan(of: key.type)) }
    return BodyPlan(
      names: stored.map(\.name), types: plans,
      isOptional: stored.map { $0.presence == .optional })
  }
}

extension ClassTableWriter {
  /// Writes the payload of a `CLAS` chunk with all definitions that no chunk holds yet, and gives
  /// the number of entries in it.
  ///
  /// Spec §4.1.
  mutating func writePending(to output: inout ByteWriter) throws(GraphError) -> Int {
    let names = types.names.names[writtenNameCount...]
    let entryCount = table.count - writtenEntryCount
    output.write(number: names.count)
    output.write(number: entryCount)
    for name in names { output.write(string: name) }
    for number in writtenEntryCount..<table.count { try write(number + 1, to: &output) }
    writtenNameCount = types.names.names.count
    writtenEntryCount = table.count
    return entryCount
  }

  /// Writes an entry.
  ///
  /// Spec §4.2.
  private mutating func write(_ number: Int, to output: inout ByteWriter) throws(GraphError) {
    guard let entry = table[number] else { return }
    output.write(number: nameNumbers[number - 1])
    output.write(number: entry.version)
    output.write(byte: entry.kind.rawValue)
    output.write(number: entry.superclass ?? 0)
    guard entry.kind == .enumeration else {
      try write(entry.keys, to: &output)
      return
    }
    output.write(number: entry.cases.count)
    for item in entry.cases {
      output.write(string: item.name)
      output.write(number: item.since)
      output.write(byte: item.isRetired ? 2 : 0)
      try write(item.keys, to: &output)
    }
  }

  /// Writes the count of some keys, and the keys.
  ///
  /// Spec §4.3.
  private mutating func write(_ keys: [Key], to output: inout ByteWriter) throws(GraphError) {
    output.write(number: keys.count)
    for key in keys {
      output.write(string: key.name)
      output.write(contentsOf: try types.plan(of: key.type).bytes)
      output.write(number: key.since)
      output.write(byte: key.presence.rawValue)
    }
  }
}
