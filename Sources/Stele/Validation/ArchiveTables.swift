/// What the index and the class table say: all that is needed to find and read objects.
package struct ArchiveTables: Sendable {
  /// What values need.
  package private(set) var context = ReadingContext()
  /// The blocks of objects.
  package private(set) var blocks: [Block] = []
  /// The instalments of the roots, with what is defined before them, and their counts.
  package private(set) var roots: [(place: ArchiveIndex.Entry, definitions: Definitions)] = []
  /// For each object the offset of its record, object 1 first, where somebody asked for it.
  package private(set) var recordOffsets = RecordOffsets(byteCount: 0)
  /// The metadata, if there is any.
  package private(set) var metadata: ArchiveIndex.Entry?
  private var weakSlots: ArchiveIndex.Entry?

  /// Reads the class table and lists the blocks: phase 3 of §7.1.
  ///
  /// - Parameters:
  ///   - places: The entries of the index.
  ///   - bytes: The archive.
  ///   - limits: The reader's limits.
  /// - Throws: The rule that is broken.
  package init(
    _ places: [ArchiveIndex.Entry], in bytes: ArchiveBytes, limits: ArchiveLimits
  ) throws(ArchiveError) {
    context.limits = limits
    context.budget = MemoryBudget(byteCount: limits.memory(forByteCount: bytes.byteCount))
    var table = ClassTableReader(limits: limits)
    var definitions = Definitions()
    blocks.reserveCapacity(places.count)
    for place in places {
      switch place.type {
      case .classes:
        var payload = try place.readPayload(from: bytes)
        try table.read(&payload, indexedCount: place.count, budget: &context.budget)
        definitions = table.definitions
      case .objects:
        blocks.append(
          Block(place: place, first: context.objectCount + 1, definitions: definitions))
        context.objectCount += place.count
      case .roots:
        roots.append((place, definitions))
      case .weakSlots: weakSlots = place
      case .metadata: metadata = place
      default: break
      }
    }
    if definitions != Definitions() { context.take(ReadClassTable(table)) }
  }

  /// Reads the frames of all records, and remembers the entry of each object: phase 4 of §7.1.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - keepsOffsets: Whether to remember where the records stand, too.
  /// - Throws: The rule that is broken.
  package mutating func readRecordFrames(
    in bytes: ArchiveBytes, keepsOffsets: Bool = false
  ) throws(ArchiveError) {
    let schema = context.schema
    let known = schema.classes
    var entries: [UInt32] = []
    var offsets = RecordOffsets(byteCount: bytes.byteCount)
    // A record takes two bytes or more; nothing is allocated for objects that cannot be there.
    let capacity = min(context.objectCount, bytes.byteCount / 2)
    entries.reserveCapacity(capacity)
    if keepsOffsets { offsets.reserveCapacity(capacity) }
    for block in blocks {
      var input = try block.place.readPayload(from: bytes)
      try block.readHeader(&input)
      try input.withCursor { input throws(ArchiveError) in
        let entryCount = min(block.definitions.entryCount, known.count)
        for number in block.numbers {
          if keepsOffsets { offsets.append(input.offset) }
          if let frame = input.view.usualRecordFrame(
            at: input.position, before: input.endIndex), frame.entry <= entryCount,
            known[frame.entry &- 1].kind == .class
          {
            entries.append(UInt32(truncatingIfNeeded: frame.entry))
            input.move(toIndex: frame.end)
            continue
          }
          do throws(ArchiveError) {
            let byteCount = try RecordFrame.readByteCount(&input)
            let entry = try input.readStructure(byteCount) { record throws(ArchiveError) in
              try schema.readEntry(&record, count: block.definitions.entryCount)
            }
            entries.append(UInt32(truncatingIfNeeded: entry))
          } catch {
            throw ArchiveError(error.rule, at: error.offset, object: number)
          }
        }
      }
      try input.finish()
    }
    self.context.objectEntries = entries
    recordOffsets = offsets
  }

  /// Reads the weak slots: P5, X6, R5.
  ///
  /// Phase 5 of §7.1.
  mutating func readWeakSlots(in bytes: ArchiveBytes) throws(ArchiveError) {
    guard let weakSlots = try payForWeakSlots() else { return }
    context.weakSlots = try weakSlots.readWeakSlots(from: bytes, objectCount: context.objectCount)
  }

  /// Leaves the weak slots to the first value that needs them.
  mutating func deferWeakSlots(in bytes: ArchiveBytes) throws(ArchiveError) {
    guard let weakSlots = try payForWeakSlots() else { return }
    context.deferredWeakSlots = DeferredWeakSlots(
      weakSlots, in: bytes, objectCount: context.objectCount)
  }

  private mutating func payForWeakSlots() throws(ArchiveError) -> ArchiveIndex.Entry? {
    guard let weakSlots else { return nil }
    try context.budget.pay(
      MemoryBudget.array(of: Int.self, count: weakSlots.weakSlotLimit),
      at: weakSlots.chunk.payloadOffset)
    return weakSlots
  }

  /// Where the block of an object stands among the blocks, or nil when there is no such object.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of blocks.
  func blockIndex(of number: Int) -> Int? {
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].first + blocks[middle].count <= number {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < blocks.count && blocks[low].numbers.contains(number) ? low : nil
  }

  /// Where the last block that begins before an offset stands among the blocks, or nil when there is none.
  func blockIndex(before offset: Int) -> Int? {
    var low = 0
    var high = blocks.count
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].place.offset < offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
