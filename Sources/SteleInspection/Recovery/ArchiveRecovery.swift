public import Stele

/// The recoverable content of a damaged archive.
///
/// Every chunk is checked separately, so a damaged block costs only its own objects; a chunk with one wrong byte is
/// repaired (``RecoveryOptions/repairStepLimit``). References to lost objects are
/// removed so that the program that wrote the archive can load the result (``RecoveryOptions/keepsNil``); the remaining objects are renumbered. If the index is whole,
/// chunks that it does not list belong to another save, and are ignored.
///
/// An archive that needs another version of the format is not recovered. If the head is lost, the version is unknown
/// (``RecoveryReport/isVersionKnown``), and assumed to be one that this library reads.
///
/// Spec §7.4.
public struct ArchiveRecovery: Sendable {
  /// The saved content; `ArchiveGraph.encoded()` makes a valid archive of it.
  public private(set) var graph = ArchiveGraph()
  /// The report of the losses.
  public private(set) var report = RecoveryReport()

  private let bytes: ArchiveBytes
  private let end: Int
  private var budget: MemoryBudget
  private let options: RecoveryOptions
  private var context = ReadingContext()
  /// The largest amount of memory that the repair of a value takes in addition to the value itself.
  private var largestByteCount = 0
  private var rootValues: [ArchiveNamedValue] = []

  /// Recovers the content of an archive.
  ///
  /// - Parameters:
  ///   - bytes: The damaged archive.
  ///   - limits: The limits of the recovery. Content that would need more memory is lost (rule L4 among the damages);
  ///     ordinary content needs no more than the limits of the specification.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) {
    var options = RecoveryOptions()
    options.limits = limits
    self.init(bytes, options: options)
  }

  /// Recovers the content of an archive, as some options request.
  ///
  /// - Parameters:
  ///   - bytes: The damaged archive.
  ///   - options: The options.
  /// - Complexity: O(*n* + *s*), where *n* is the number of bytes and *s* is the limit of the steps of repair.
  public init(_ bytes: [UInt8], options: RecoveryOptions) {
    let limits = options.limits
    self.options = options
    // The check comes first, because it takes as much memory as the saved content.
    do throws(ArchiveError) {
      try ArchiveReader.check(bytes, limits: limits)
    } catch {
      report.refusal = error
    }
    budget = MemoryBudget(byteCount: limits.memory(forByteCount: bytes.count))
    let damaged = DamagedFrames(.memory(bytes))
    let repairs = ChunkRepairs(damaged, in: bytes, stepLimit: options.repairStepLimit)
    self.bytes = .memory(repairs.entries.isEmpty ? bytes : repairs.apply(to: bytes))
    let frames = repairs.entries.isEmpty ? damaged : DamagedFrames(self.bytes)
    report.repairs = repairs.entries.map { .init($0) }
    end = frames.end
    context.limits = limits
    context.acceptsLostTargets = true
    recover(frames)
    report.damages = report.damages.map {
      .init(range: repairs.original($0.range), type: $0.type, rule: $0.rule)
    }
  }

  private mutating func recover(_ frames: DamagedFrames) {
    noteSignatures(of: frames)
    guard isOfKnownVersion(frames.head) else { return }
    let plan = RecoveryPlan(frames, in: self.bytes)
    report.hasFoundChunks = plan.chunkCount > 0
    report.damages += plan.damages
    readTables(plan)
    readValues(plan)
    let keepsNil = options.keepsNil || !dropUnloadableObjects()
    countObjects(plan)
    repairReferences(keepsNil: keepsNil)
  }

  private mutating func noteSignatures(of frames: DamagedFrames) {
    if let opening = frames.opening {
      report.damages.append(.init(range: opening, type: nil, rule: .signature))
    }
    if let closing = frames.closing {
      report.damages.append(.init(range: closing, type: nil, rule: .closingSignature))
    }
  }

  /// Returns the payload of a chunk whose check is known to be correct; the padding is irrelevant.
  private func payload(of chunk: Chunk) -> ByteReader? {
    chunk.payload(before: end).map { bytes.readerOfWhatIsLeft(in: $0) }
  }

  /// Reads head, class table and weak slots.
  private mutating func readTables(_ plan: RecoveryPlan) {
    report.hasLostClasses = plan.hasLostClasses
    let own = readClasses(plan.classes)
    if report.hasLostClasses, let other = otherClasses(after: own) {
      report.hasOtherClasses = true
      context.take(other)
    } else {
      context.take(own)
    }
    graph.classes = context.classes
    report.hasLostUnknownContent = plan.hasLostUnknownContent
    if let chunk = plan.head, var input = payload(of: chunk) { readHead(&input, in: chunk) }
    report.isVersionKnown = plan.head != nil
    report.hasLostWeakSlots = plan.hasLostWeakSlots
    if let chunk = plan.weakSlots, var input = payload(of: chunk) {
      readWeakSlots(&input)
    }
    for chunk in plan.unknownChunks {
      guard var input = payload(of: chunk), let content = try? input.readBytes(input.remaining)
      else { continue }
      graph.unknownChunks.append(ArchiveUnknownChunk(type: chunk.type, payload: Array(content)))
    }
  }

  /// Returns `false` if the head states that the archive needs another version of the format.
  private mutating func isOfKnownVersion(_ chunk: Chunk?) -> Bool {
    guard let chunk, var input = payload(of: chunk) else { return true }
    do throws(ArchiveError) {
      _ = try Head(parsing: &input)
    } catch {
      guard error.rule == .version else { return true }
      report.damages.append(.init(error, in: chunk))
      report.hasLostUnknownContent = true
      report.mayHaveLostFurtherObjects = true
      report.lostRootCount = nil
      return false
    }
    return true
  }

  private mutating func readHead(_ input: inout ByteReader, in chunk: Chunk) {
    do throws(ArchiveError) {
      let head = try Head(parsing: &input)
      graph.documentType = head.documentType
      graph.writer = head.writer
    } catch {
      report.damages.append(.init(error, in: chunk))
    }
  }

  /// Reads the instalments of the class table up to the first that breaks a rule.
  private mutating func readClasses(_ chunks: [Chunk]) -> ClassTableReader {
    var reader = ClassTableReader(limits: context.limits)
    let before = budget
    for (index, chunk) in chunks.enumerated() {
      guard var input = payload(of: chunk) else { continue }
      do throws(ArchiveError) {
        try reader.read(&input, indexedCount: nil, budget: &budget)
      } catch {
        report.hasLostClasses = true
        report.damages.append(.init(error, in: chunk))
        // Part of the instalment has been read. The instalments before it are read again, because a copy for each
        // instalment would take time in the square of their number.
        budget = before
        return index > 0
          ? readClasses(Array(chunks[..<index])) : ClassTableReader(limits: context.limits)
      }
    }
    return reader
  }

  /// Reads the class table of the other archive, of which that of this archive, as far as it is left, is the beginning.
  private mutating func otherClasses(after own: ClassTableReader) -> ClassTableReader? {
    guard let other = options.otherClasses else { return nil }
    let bytes = ArchiveBytes.memory(other)
    let frames = DamagedFrames(bytes)
    let before = budget
    var reader = ClassTableReader(limits: context.limits)
    for chunk in RecoveryPlan(frames, in: bytes).classes {
      guard let payload = chunk.payload(before: frames.end) else { continue }
      var input = bytes.readerOfWhatIsLeft(in: payload)
      do throws(ArchiveError) {
        try reader.read(&input, indexedCount: nil, budget: &budget)
      } catch {
        budget = before
        return nil
      }
    }
    let (classes, ownClasses) = (reader.makeClasses(), own.makeClasses())
    guard reader.names.starts(with: own.names),
      classes.entries.starts(with: ownClasses.entries)
    else {
      budget = before
      return nil
    }
    return reader
  }

  private mutating func readWeakSlots(_ input: inout ByteReader) {
    do {
      var slots: [Int] = []
      for _ in 0..<(try input.readCount()) { slots.append(try input.readNumber()) }
      context.weakSlots = slots
    } catch {
      report.hasLostWeakSlots = true
    }
  }

  private var definitions: Definitions {
    var definitions = Definitions()
    definitions.nameCount = context.names.count
    definitions.entryCount = context.classes.count
    return definitions
  }

  /// Reads blocks, roots and metadata.
  private mutating func readValues(_ plan: RecoveryPlan) {
    var blocks = blocksByNumber(plan)
    reserveObjects(of: blocks.map(\.chunk))
    addUnchecked(plan, to: &blocks)
    // The first number of the next block with a correct checksum.
    var limits: [Int] = []
    for block in blocks.reversed() {
      limits.append(block.unchecked == nil ? block.first : limits.last ?? .max)
    }
    for (block, limit) in zip(blocks, limits.reversed()) {
      if let unchecked = block.unchecked {
        readUnchecked(unchecked, first: block.first, before: limit)
      } else {
        readBlock(block.chunk)
      }
    }
    report.lostRootCount = plan.lostRootCount
    var names: Set<ExactString> = []
    for chunk in plan.roots {
      guard let input = payload(of: chunk) else { continue }
      var read: [ArchiveNamedValue] = []
      var reader = NamedValuesReader(
        context: context, isMetadata: false, budget: budget)
      do throws(ArchiveError) {
        try reader.read(input, context, definitions: definitions, indexedCount: nil) {
          read.append($0)
        }
      } catch {
        if error.rule == .memory { read = [] }
        note(error, before: input.endOffset, in: chunk)
        var counter = input
        let count = (try? counter.readCount()) ?? 0
        report.lostRootCount = report.lostRootCount.map { $0 + max(1, count - read.count) }
      }
      // Lost values no longer take memory.
      guard !read.isEmpty else { continue }
      do throws(ArchiveError) {
        try payForRepair(of: reader.largestSlotByteCount, with: &reader.budget, at: input.offset)
      } catch {
        note(error, before: input.endOffset, in: chunk)
        report.lostRootCount = report.lostRootCount.map { $0 + read.count }
        continue
      }
      budget = reader.budget
      for root in read {
        if names.insert(ExactString(root.name)).inserted {
          rootValues.append(root)
        } else {
          report.lostRootCount = report.lostRootCount.map { $0 + 1 }
          report.damages.append(
            .init(range: input.offset..<input.endOffset, type: chunk.type, rule: .duplicateRoot))
        }
      }
    }
    for unchecked in plan.uncheckedChunks where unchecked.chunk.type == .roots {
      readUncheckedRoots(unchecked, &names)
    }
    report.hasLostMetadata = plan.hasLostMetadata
    if let chunk = plan.metadata, let input = payload(of: chunk) { readMetadata(input, in: chunk) }
  }

  private mutating func readMetadata(_ input: ByteReader, in chunk: Chunk) {
    var reader = NamedValuesReader(
      context: context, isMetadata: true, budget: budget)
    var read: [ArchiveNamedValue] = []
    do throws(ArchiveError) {
      try reader.read(input, context, definitions: Definitions(), indexedCount: nil) {
        read.append($0)
      }
    } catch {
      report.hasLostMetadata = true
      report.damages.append(.init(error, in: chunk))
    }
    budget = reader.budget
    graph.metadata = read
  }

  /// Notes a refusal within a chunk whose checks are correct, unless the refusal is only a consequence of the loss of
  /// class definitions.
  private mutating func note(_ error: ArchiveError, before end: Int, in chunk: Chunk) {
    if report.hasLostClasses, error.rule == .undefinedEntry || error.rule == .undefinedName {
      return
    }
    report.damages.append(
      .init(range: min(error.offset, end)..<end, type: chunk.type, rule: error.rule))
  }

  /// Returns the blocks in the order of their first numbers, since two may have been exchanged.
  private mutating func blocksByNumber(_ plan: RecoveryPlan) -> [Block] {
    var largest = 0
    let blocks = plan.blocks.map { chunk -> (first: Int, chunk: Chunk) in
      var input = payload(of: chunk)
      let first = (try? input?.readNumber()) ?? 0
      if first < largest {
        report.damages.append(
          .init(
            range: chunk.offset..<(input?.endOffset ?? chunk.offset), type: chunk.type,
            rule: .firstNumber))
      }
      largest = max(largest, first)
      return (first, chunk)
    }
    return blocks.map { Block(first: $0.first, chunk: $0.chunk) }.sorted()
  }

  /// Adds the blocks whose checksums are wrong.
  private func addUnchecked(_ plan: RecoveryPlan, to blocks: inout [Block]) {
    for unchecked in plan.uncheckedChunks where unchecked.chunk.type == .objects {
      var input = bytes.readerOfWhatIsLeft(in: unchecked.payload)
      guard let first = unchecked.numbers?.first ?? (try? input.readNumber()) else { continue }
      blocks.append(Block(first: first, chunk: unchecked.chunk, unchecked: unchecked))
    }
    blocks.sort()
  }

  /// Reads the records of a block; an invalid record costs only itself.
  private mutating func readBlock(_ chunk: Chunk) {
    guard var input = payload(of: chunk) else { return }
    var reader = RecordReader(context: context, budget: budget)
    do throws(ArchiveError) {
      let first = try input.readNumber()
      let count = try input.readCount()
      guard first > (report.savedObjects.last ?? 0), first <= Int.max - count else {
        throw ArchiveError(.firstNumber, at: chunk.payloadOffset)
      }
      for number in first..<(first + count) {
        let byteCount = try input.readCount()
        let record = try input.readSlice(byteCount)
        let before = (reader.budget, largestByteCount)
        do throws(ArchiveError) {
          let object = try readObject(number, record, &reader)
          report.savedObjects.append(number)
          graph.objects.append(object)
        } catch {
          // A record is self-contained: the records after it are unaffected, and its partial content has been
          // discarded.
          (reader.budget, largestByteCount) = before
          note(error, before: record.endOffset, in: chunk)
        }
      }
    } catch {
      report.damages.append(.init(error, in: chunk))
    }
    budget = reader.budget
  }

  /// Reads the records of a block whose checksum is wrong.
  ///
  /// If the lengths of the records lead to the end of the block, each valid record is taken; otherwise those before the
  /// first one that is not valid, because the numbers of the others are uncertain.
  private mutating func readUnchecked(_ block: UncheckedChunk, first: Int, before next: Int) {
    var input = bytes.readerOfWhatIsLeft(in: block.payload)
    guard first > report.savedObjects.last ?? 0, (try? input.readNumber()) != nil,
      let read = try? input.readCount()
    else { return }
    let count = block.numbers?.count ?? read
    let areFramed = block.isWhole && input.hasRecords(count)
    guard count <= Int.max - first else { return }
    var reader = RecordReader(context: context, budget: budget)
    for number in first..<min(next, first + count) {
      guard let byteCount = try? input.readCount(), let record = try? input.readSlice(byteCount)
      else { break }
      let before = (reader.budget, largestByteCount)
      do throws(ArchiveError) {
        let object = try readObject(number, record, &reader)
        noteUnchecked(number)
        if options.savesUnchecked {
          report.savedObjects.append(number)
          graph.objects.append(object)
        } else {
          (reader.budget, largestByteCount) = before
        }
      } catch {
        (reader.budget, largestByteCount) = before
        guard areFramed else { break }
      }
    }
    budget = reader.budget
  }

  /// Reads a record, and pays for its object and for the repair of its references.
  private mutating func readObject(
    _ number: Int, _ record: ByteReader, _ reader: inout RecordReader
  ) throws(ArchiveError) -> ArchiveObject {
    let frame = try RecordFrame(content: record, schema: context.schema, definitions: definitions)
    let object = try reader.read(frame, definitions: definitions, number: number)
    try payForRepair(of: reader.largestSlotByteCount, with: &reader.budget, at: record.offset)
    // The numbers and entries of objects are needed for the repair of references.
    try reader.budget.pay(
      MemoryLayout<Int>.stride + MemoryLayout<UInt32>.stride, at: record.offset)
    return object
  }

  private mutating func noteUnchecked(_ number: Int) {
    if let last = report.uncheckedObjects.last, last.upperBound == number - 1 {
      report.uncheckedObjects[report.uncheckedObjects.count - 1] = last.lowerBound...number
    } else {
      report.uncheckedObjects.append(number...number)
    }
  }

  /// Reads the roots of a chunk whose checksum is wrong, up to the first that is not valid.
  private mutating func readUncheckedRoots(
    _ unchecked: UncheckedChunk, _ names: inout Set<ExactString>
  ) {
    var reader = NamedValuesReader(context: context, isMetadata: false, budget: budget)
    var read: [ArchiveNamedValue] = []
    // The roots before the first error remain.
    try? reader.read(
      bytes.readerOfWhatIsLeft(in: unchecked.payload), context, definitions: definitions,
      indexedCount: nil
    ) { read.append($0) }
    read = read.filter { !names.contains(ExactString($0.name)) }
    report.uncheckedRootCount += read.count
    guard options.savesUnchecked, !read.isEmpty else { return }
    do throws(ArchiveError) {
      try payForRepair(
        of: reader.largestSlotByteCount, with: &reader.budget, at: unchecked.payload.lowerBound)
    } catch {
      return
    }
    budget = reader.budget
    rootValues += read
    names.formUnion(read.map { ExactString($0.name) })
    report.lostRootCount = report.lostRootCount.map { max(0, $0 - read.count) }
  }

  /// Reserves capacity for the objects of some blocks, so that growing their list does not copy it.
  private mutating func reserveObjects(of blocks: [Chunk]) {
    let count = blocks.reduce(0) { sum, chunk in
      guard var input = payload(of: chunk), (try? input.readNumber()) != nil,
        let count = try? input.readCount()
      else { return sum }
      // A record takes at least two bytes.
      return sum + min(count, input.remaining / 2)
    }
    graph.objects.reserveCapacity(count)
    report.savedObjects.reserveCapacity(count)
  }

  /// Pays for the keys that are unpacked at the same time during the repair of values: those that were open when the
  /// values were made.
  private mutating func payForRepair(
    of byteCount: Int, with budget: inout MemoryBudget, at offset: Int
  ) throws(ArchiveError) {
    guard byteCount > largestByteCount else { return }
    try budget.pay(byteCount - largestByteCount, at: offset)
    largestByteCount = byteCount
  }

  /// Determines the missing numbers, and sorts the damages.
  private mutating func countObjects(_ plan: RecoveryPlan) {
    var due = 1
    for number in report.savedObjects {
      if number > due { report.lostObjects.append(due...(number - 1)) }
      due = number + 1
    }
    if let count = plan.objectCount {
      if count >= due { report.lostObjects.append(due...count) }
    } else {
      report.mayHaveLostFurtherObjects = plan.hasGap
    }
    report.damages.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }

  /// Returns a function from the number of a saved object to its position, which gives nil for an object that is not of
  /// the class.
  private func savedPosition() -> (_ number: Int, _ className: String?) -> Int? {
    let (numbers, entries) = (
      report.savedObjects, graph.objects.map { UInt32(clamping: $0.entry) }
    )
    let classes = context.classes
    return { number, className in
      // The numbers are in ascending order.
      let index = numbers.partitioningIndex { $0 >= number }
      guard index < numbers.count, numbers[index] == number else { return nil }
      guard let className, !classes.entry(Int(entries[index]), isASharing: className) else {
        return index
      }
      return nil
    }
  }

  /// Drops the objects that the program that wrote them could not load, or returns `false` if memory does not suffice to
  /// find them.
  private mutating func dropUnloadableObjects() -> Bool {
    let position = savedPosition()
    guard
      let unloadable = UnloadableObjects(
        graph.objects, context.classes, budget: budget, position: position)
    else { return false }
    if unloadable.isEmpty { return true }
    for index in graph.objects.indices where unloadable.flags[index] {
      var reason: (target: Int, key: String)?
      unloadable.forEachRequired(in: graph.objects[index]) { number, className, key in
        if reason == nil, position(number, className).map({ unloadable.flags[$0] }) ?? true {
          reason = (number, key.name)
        }
      }
      guard let reason else { continue }
      let path = LossPath(
        object: report.savedObjects[index],
        className: context.classes[graph.objects[index].entry]?.name ?? "",
        step: KeyPathText.key(reason.key)
      ).followed(by: [], isWhole: true)
      let byteCount =
        4 * MemoryLayout<RecoveryReport.DroppedObject>.stride
        + MemoryBudget.string(byteCount: path.utf8.count)
      guard budget.pay(byteCount) else { break }
      report.droppedObjects.append(
        .init(object: report.savedObjects[index], keyPath: path, target: reason.target))
    }
    var keptCount = 0
    for index in graph.objects.indices where !unloadable.flags[index] {
      graph.objects.swapAt(keptCount, index)
      report.savedObjects.swapAt(keptCount, index)
      keptCount += 1
    }
    graph.objects.removeLast(graph.objects.count - keptCount)
    report.savedObjects.removeLast(report.savedObjects.count - keptCount)
    return true
  }

  /// Renumbers the objects and repairs their references.
  private mutating func repairReferences(keepsNil: Bool) {
    let numbers = report.savedObjects
    let position = savedPosition()
    let classes = context.classes
    var repair = ReferenceRepair(classes: classes, keepsNil: keepsNil, budget: budget) {
      position($0, $1).map { $0 + 1 }
    }
    var keysToWiden: Set<ReferenceRepair.KeyPlace> = []
    var keySteps = KeySteps(classes)
    for index in graph.objects.indices {
      let entry = graph.objects[index].entry
      let steps = keySteps.steps(ofRecord: entry)
      // Values that are moved out of their object are not shared, so they are repaired in place.
      var values: [ArchiveValue?] = []
      swap(&values, &graph.objects[index].values)
      var position = 0
      for level in classes.chain(of: entry) {
        guard let levelEntry = classes[level] else { continue }
        for (place, key) in levelEntry.keys.filter(\.isStored).enumerated() {
          defer { position += 1 }
          guard values.indices.contains(position), let value = values[position].take()
          else { continue }
          let result = repair.repair(
            consume value, of: key.type,
            at: .init(
              object: numbers[index], className: classes[entry]?.name ?? "", step: steps[position]))
          // Objects whose required keys are lost have been dropped before.
          values[position] = result.state == .isLost ? nil : result.value
          if result.needsOptional {
            keysToWiden.insert(.init(entry: level, caseIndex: nil, position: place))
          }
        }
      }
      note(repair.takeLosses(), repair.takeRespellings(), object: numbers[index])
      graph.objects[index] = ArchiveObject(entry: entry, values: values)
    }
    for index in rootValues.indices {
      let root = (name: rootValues[index].name, type: rootValues[index].type)
      var value = ArchiveValue.nil
      swap(&value, &rootValues[index].value)
      let wasReference = value.leadsToObject
      let result = repair.repair(consume value, of: root.type, at: .init(root: root.name))
      let type = result.needsOptional ? root.type.withOptionalReferences : root.type
      var losses = repair.takeLosses()
      if result.state == .isLost { for index in losses.indices { losses[index].isLeftOut = true } }
      note(losses, repair.takeRespellings(), object: nil)
      if result.state == .isLost || wasReference && !result.value.leadsToObject {
        report.lostRootCount = report.lostRootCount.map { $0 + 1 }
      } else {
        report.savedRootCount += 1
      }
      guard result.state != .isLost else { continue }
      graph.roots.append(ArchiveNamedValue(root.name, type, result.value))
    }
    report.furtherLostReferenceCount = repair.unnotedCount
    graph.classes = classes.widening(keysToWiden.union(repair.keysToWiden))
  }

  private mutating func note(
    _ losses: [ReferenceRepair.Loss], _ respellings: [String], object: Int?
  ) {
    report.respellings += respellings.map { .init(object: object, keyPath: $0) }
    report.lostReferences += losses.map {
      .init(object: object, keyPath: $0.keyPath, target: $0.target, isLeftOut: $0.isLeftOut)
    }
  }
}

/// A block, and its first number.
private struct Block: Comparable {
  let first: Int
  let chunk: Chunk
  var unchecked: UncheckedChunk?

  static func == (left: Block, right: Block) -> Bool { left.chunk.offset == right.chunk.offset }

  static func < (left: Block, right: Block) -> Bool {
    (left.first, left.chunk.offset) < (right.first, right.chunk.offset)
  }
}

extension ByteReader {
  /// Returns whether the bytes are a number of records, according to their lengths.
  fileprivate func hasRecords(_ count: Int) -> Bool {
    var input = self
    for _ in 0..<count {
      guard let byteCount = try? input.readCount(), (try? input.readSlice(byteCount)) != nil
      else { return false }
    }
    return input.remaining == 0
  }
}

extension [Int] {
  /// Returns the first index whose element satisfies a condition that all later elements satisfy, too.
  fileprivate func partitioningIndex(where isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
