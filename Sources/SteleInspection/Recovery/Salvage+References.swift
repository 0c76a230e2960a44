import Stele
import SteleModel

// References to lost objects

extension Salvage {
  /// Returns a function from the number of an object to its number among the saved ones.
  func newNumbers() -> RecordCopier.NewNumber {
    let (records, classes) = (records, context.classes)
    return { number, className in
      guard let index = records.index(of: number) else { return nil }
      guard let className else { return index + 1 }
      // All names of the table are different, and the one of the reference is a copy of one of them (rule C2); comparing the
      // copies keeps an archive with a long name from making each reference as expensive as the name is long.
      let chain = classes.chain(of: Int(records.entries[index]))
      return chain.contains { classes[$0]?.name.isSameCopy(as: className) == true }
        ? index + 1 : nil
    }
  }

  /// Passes the saved objects that meet a condition to a closure, each with its index among all saved objects.
  func forEachObject(
    where isNeeded: (_ index: Int, _ frame: RecordFrame) -> Bool = { _, _ in true },
    _ body: (_ index: Int, _ object: consuming ArchiveObject) throws -> Void
  ) rethrows {
    // The memory of an object was already paid for when it was read first.
    var reader = ValueReader(context, budget: MemoryBudget(byteCount: .max))
    let (schema, definitions) = (context.schema, definitions)
    try records.forEach(in: bytes) { index, record in
      guard
        let frame = try? RecordFrame(content: record, schema: schema, definitions: definitions),
        isNeeded(index, frame),
        let object = try? reader.read(frame, number: records.numbers[index])
      else { return }
      try body(index, object)
    }
  }

  /// Drops the objects that the original program could not load, or returns `false` if there is too little memory to find them.
  mutating func dropUnloadableObjects() -> Bool {
    let newNumber = newNumbers()
    guard let unloadable = UnloadableObjects(self, budget: budget, newNumber) else { return false }
    if unloadable.isEmpty { return true }
    var dropped: [RecoveryReport.DroppedObject] = []
    var isOverBudget = false
    var budget = budget
    forEachObject(where: { index, _ in unloadable.flags[index] && !isOverBudget }) {
      index, object in
      var reason: (target: Int, key: String)?
      let entry = object.entry
      unloadable.forEachRequired(in: object) { number, className, key in
        if reason == nil, newNumber(number, className).map({ unloadable.flags[$0 - 1] }) ?? true {
          reason = (number, key.name)
        }
      }
      guard let reason else { return }
      let className = context.classes[entry]?.name ?? ""
      let path =
        KeyPathText.object(records.numbers[index], ofClass: className)
        + KeyPathText.key(reason.key)
      let byteCount =
        4 * MemoryLayout<RecoveryReport.DroppedObject>.stride
        + MemoryBudget.string(byteCount: path.utf8.count)
      guard budget.pay(byteCount) else {
        isOverBudget = true
        return
      }
      dropped.append(
        .init(object: records.numbers[index], keyPath: path, target: reason.target))
    }
    self.budget = budget
    report.droppedObjects = dropped
    records.removeAll(where: unloadable.flags)
    return true
  }

  /// Returns the joins of the entries that the saved objects and roots use, or nil if no lineage has several entries.
  private func makeConversion() -> MemberConversion? {
    let classes = context.classes
    guard classes.hasSharedLineages else { return nil }
    var members: Set<Int> = []
    var walk = ValueWalk(classes, skipsScalars: true)
    func visitAll() {
      while let event = walk.next() {
        if case .value(let value, _, _) = event, value.inlineEntry > 0 {
          members.insert(value.inlineEntry)
        }
      }
    }
    for root in rootValues {
      walk.begin(root.value, root.type)
      visitAll()
    }
    forEachObject { _, object in
      if !members.contains(object.entry) { members.formUnion(classes.chain(of: object.entry)) }
      walk.begin(object)
      visitAll()
    }
    return MemberConversion(classes, members: members)
  }

  /// Records the losses of all objects, and repairs the roots.
  mutating func repairReferences() {
    var repair = ReferenceRepair(self, budget: budget, makeConversion())
    var names = UsedNames(context.classes)
    var copier = RecordCopier(context)
    let newNumber = newNumbers()
    forEachObject(where: { index, frame in
      copier.copy(frame, number: records.numbers[index], newNumber) == nil
    }) { index, object in
      names.use(repair.repair(object, number: records.numbers[index]))
    }
    repairRoots(&repair)
    report.lostReferences = repair.losses
    report.respellings = repair.respellings
    report.furtherLostReferenceCount = repair.unnotedCount
    hasWidenedKeys = !repair.keysToWiden.isEmpty
    graph.classes = context.classes.widening(repair.keysToWiden)
    for item in graph.roots + (graph.metadata ?? []) { names.use(item) }
    self.names = names
  }

  private mutating func repairRoots(_ repair: inout ReferenceRepair) {
    for index in rootValues.indices {
      let root = (name: rootValues[index].name, type: rootValues[index].type)
      var value = ArchiveValue.nil
      swap(&value, &rootValues[index].value)
      let wasReference = value.leadsToObject
      let firstLoss = repair.losses.count
      let result = repair.repair(
        consume value, of: root.type, at: .init(object: nil, name: root.name))
      let type = result.needsOptional ? root.type.withOptionalReferences : root.type
      if result.state == .isLost { repair.leaveOut(from: firstLoss) }
      if result.state == .isLost || wasReference && !result.value.leadsToObject {
        report.lostRootCount = report.lostRootCount.map { $0 + 1 }
      } else {
        report.savedRootCount += 1
      }
      guard result.state != .isLost else { continue }
      graph.roots.append(ArchiveNamedValue(root.name, type, result.value))
    }
  }
}

extension ReferenceRepair {
  /// Repairs the values of an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - number: The number of the object in the damaged archive.
  /// - Returns: The repaired object.
  mutating func repair(_ object: consuming ArchiveObject, number: Int) -> ArchiveObject {
    let entry = object.entry
    let steps = steps(ofRecord: entry)
    var values = object.values
    // Values that are moved out of their object are not shared, so they are repaired in place.
    object.values = []
    var position = 0
    for level in classes.chain(of: entry) {
      for (index, key) in (classes.ownKeys(of: level) ?? []).enumerated() {
        defer { position += 1 }
        guard values.indices.contains(position), let value = values[position].take()
        else { continue }
        let result = repair(
          consume value, of: key.type,
          at: .init(
            object: number, name: classes[entry]?.name ?? "", step: steps[position]))
        // Objects without a value for a required key have already been dropped.
        values[position] = result.state == .isLost ? nil : result.value
        if result.needsOptional {
          keysToWiden.insert(.init(entry: level, caseIndex: nil, position: index))
        }
      }
    }
    return ArchiveObject(entry: entry, values: values)
  }

  /// Returns the steps to the keys of a record, in the order of its values, such as `.name`, or `.Pet::name` if another level
  /// has a key of the same name.
  private mutating func steps(ofRecord entry: Int) -> [String] {
    if let steps = keySteps[entry] { return steps }
    let steps = classes.qualifiedKeys(of: entry).map {
      KeyPathText.key($0.key.name, ofClass: $0.level)
    }
    return keySteps.keep(steps, of: entry, size: steps.count)
  }
}
