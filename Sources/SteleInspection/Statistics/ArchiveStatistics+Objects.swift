internal import Stele
internal import SteleModel

extension ArchiveStatistics {
  /// Adds up the counts of class entries with the same name.
  mutating func countClasses(_ meter: ContentMeter, _ context: ReadingContext) {
    let schema = context.schema
    // Numbers avoid repeated comparisons of a long name: many classes may inherit its key.
    var names = NameNumbers()
    let keyNames = schema.keyNames.map { names.numbered($0) }
    let used = meter.entries.indices.filter { meter.entries[$0].objectCount > 0 }
    // The position of the class of each entry with objects.
    var places = [Int](repeating: -1, count: meter.entries.count)
    let groups = Dictionary(grouping: used) { schema.classes[$0].name }
    for entries in groups.values.sorted(by: { $0[0] < $1[0] }) {
      var size = ClassSize(name: schema.name(schema.classes[entries[0]].name) ?? "")
      var byteCounts: [NumberedName: Int] = [:]
      for entry in entries {
        places[entry] = classes.count
        size.add(meter.entries[entry])
        guard let counts = meter.keyByteCounts(ofEntry: entry + 1) else {
          size.hasAllKeys = false
          continue
        }
        let keys = schema.chain(of: entry + 1).flatMap { schema.body(ofEntry: $0)?.keys ?? 0..<0 }
        for (key, byteCount) in zip(keys, counts) where byteCount > 0 {
          byteCounts[keyNames[key], default: 0] += byteCount
        }
      }
      let largest = byteCounts.sorted { ($0.value, $1.key.number) > ($1.value, $0.key.number) }
      size.largestKeys = largest.prefix(Self.keyCount).map {
        KeySize(name: $0.key.string, byteCount: $0.value)
      }
      classes.append(size)
    }
    countReferences(of: meter, context.objectEntries ?? [], places)
    classes.sort { ($0.byteCount, $1.name) > ($1.byteCount, $0.name) }
  }

  /// Counts the strong references from and to the objects of each class, given the position of the class of each entry.
  private mutating func countReferences(
    of meter: ContentMeter, _ entries: [UInt32], _ places: [Int]
  ) {
    var start = 0
    for (entry, end) in zip(entries, meter.targetEnds) {
      classes[places[Int(entry) - 1]].referenceCount += end - start
      start = end
    }
    for targets in [meter.targets, meter.rootTargets] {
      for target in targets where entries.indices.contains(Int(target) - 1) {
        classes[places[Int(entries[Int(target) - 1]) - 1]].incomingReferenceCount += 1
      }
    }
  }

  /// Determines which objects are reachable from the roots, and measures chains and cycles of references.
  mutating func countReferences(_ meter: ContentMeter, _ context: ReadingContext) {
    let graph = ReferenceGraph(targets: meter.targets, ends: meter.targetEnds)
    for (isReached, byteCount) in zip(
      graph.reached(from: meter.rootTargets), meter.recordByteCounts) where !isReached
    {
      unreachableObjectCount += 1
      unreachableByteCount += Int(byteCount)
    }
    let components = StrongComponents(graph)
    longestChain = components.longestChain
    cycleCount = components.cycleCount
    largestCycle = components.largestCycle
    loopCount = components.loopCount
  }
}

extension ArchiveStatistics.ClassSize {
  fileprivate mutating func add(_ counts: ContentMeter.EntryCounts) {
    entryCount += 1
    objectCount += counts.objectCount
    byteCount += counts.byteCount
    optionalCount += counts.optionalCount
    nilCount += counts.nilCount
    weakReferenceCount += counts.weakReferenceCount
    incomingWeakReferenceCount += counts.weakArrivalCount
  }
}
