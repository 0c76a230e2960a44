public import Stele

/// Saves what can be saved from a damaged archive.
///
/// Every chunk is checked by itself, so one damaged block costs only its own objects. References to lost
/// objects become nil, and types that could not hold nil are widened; the objects that are left are numbered
/// anew. If the index is whole, a chunk that it does not list is one of another save, and is not used.
///
/// Nothing is saved from an archive that needs another version of the format. Where no head is left, the version is not known
/// (``RecoveryReport/isVersionKnown``), and is taken to be one that this library reads.
///
/// Spec §7.4.
public struct Recovery: Sendable {
  /// What was saved; `ArchiveGraph.encoded()` makes a valid archive of it.
  public private(set) var graph = ArchiveGraph()
  /// What was lost.
  public private(set) var report = RecoveryReport()

  private let bytes: ArchiveBytes
  private let end: Int
  private var budget: MemoryBudget
  private var context = ReadingContext()
  /// The memory that the repair of a value takes at most, beside the value.
  private var largestByteCount = 0
  private var rootValues: [ArchiveNamedValue] = []

  /// Reads what is left of an archive.
  ///
  /// - Parameters:
  ///   - bytes: The damaged archive.
  ///   - limits: What to accept at most. What would need more memory is lost (rule L4 among the damages); ordinary content
  ///     needs none beyond the limits of the specification.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) {
    self.bytes = .memory(bytes)
    // Before anything is kept, because the check takes as much memory as what is saved.
    do throws(ArchiveError) {
      try Archive.check(bytes, limits: limits)
    } catch {
      report.refusal = error
    }
    budget = MemoryBudget(byteCount: limits.memory(forByteCount: bytes.count))
    let frames = DamagedFrames(self.bytes)
    end = frames.end
    context.limits = limits
    context.acceptsLostTargets = true
    noteSignatures(of: frames)
    guard isOfKnownVersion(frames.head) else { return }
    let plan = RecoveryPlan(frames, in: self.bytes)
    report.hasFoundChunks = plan.chunkCount > 0
    report.damages += plan.damages
    readTables(plan)
    readValues(plan)
    countObjects(plan)
    repairReferences()
  }

  private mutating func noteSignatures(of frames: DamagedFrames) {
    if let opening = frames.opening {
      report.damages.append(.init(range: opening, type: nil, rule: .signature))
    }
    if let closing = frames.closing {
      report.damages.append(.init(range: closing, type: nil, rule: .closingSignature))
    }
  }

  /// The payload of a chunk whose check has been found right; the padding does not matter.
  private func payload(of chunk: Chunk) -> ByteReader? {
    chunk.payload(before: end).map { bytes.reader(of: $0) }
  }

  /// Reads head, class table and weak slots.
  private mutating func readTables(_ plan: RecoveryPlan) {
    report.hasLostClasses = plan.hasLostClasses
    context.take(readClasses(plan.classes))
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

  /// Returns `false` if the head says that the archive needs another version of the format.
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
        // Some of the instalment has been read. What stands before it is read anew, as a copy for each instalment would
        // take time in the square of their number.
        budget = before
        return index > 0
          ? readClasses(Array(chunks[..<index])) : ClassTableReader(limits: context.limits)
      }
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
    let blocks = blocksByNumber(plan)
    reserveObjects(of: blocks)
    for chunk in blocks { readBlock(chunk) }
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
      // Lost values take no memory any more.
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

  /// Notes a refusal inside of a chunk whose checks are right, unless it only follows from the loss of
  /// class definitions.
  private mutating func note(_ error: ArchiveError, before end: Int, in chunk: Chunk) {
    if report.hasLostClasses, error.rule == .undefinedEntry || error.rule == .undefinedName {
      return
    }
    report.damages.append(
      .init(range: min(error.offset, end)..<end, type: chunk.type, rule: error.rule))
  }

  /// The blocks in the order of their first numbers, since two may have changed places.
  private mutating func blocksByNumber(_ plan: RecoveryPlan) -> [Chunk] {
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
    return blocks.sorted { ($0.first, $0.chunk.offset) < ($1.first, $1.chunk.offset) }.map(\.chunk)
  }

  /// Reads the records of a block; one that is not well made costs only itself.
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
          let frame = try RecordFrame(
            content: record, schema: context.schema, definitions: definitions)
          let object = try reader.read(frame, definitions: definitions, number: number)
          try payForRepair(
            of: reader.largestSlotByteCount, with: &reader.budget, at: record.offset)
          // The numbers and entries of objects help to repair references.
          try reader.budget.pay(
            MemoryLayout<Int>.stride + MemoryLayout<UInt32>.stride, at: record.offset)
          report.savedObjects.append(number)
          graph.objects.append(object)
        } catch {
          // A record is closed: those after it do not suffer, and what was made of it is gone.
          (reader.budget, largestByteCount) = before
          note(error, before: record.endOffset, in: chunk)
        }
      }
    } catch {
      report.damages.append(.init(error, in: chunk))
    }
    budget = reader.budget
  }

  /// Makes room for the objects of some blocks, so that their list does not grow by being copied.
  private mutating func reserveObjects(of blocks: [Chunk]) {
    let count = blocks.reduce(0) { sum, chunk in
      guard var input = payload(of: chunk), (try? input.readNumber()) != nil,
        let count = try? input.readCount()
      else { return sum }
      // A record takes two bytes or more.
      return sum + min(count, input.remaining / 2)
    }
    graph.objects.reserveCapacity(count)
    report.savedObjects.reserveCapacity(count)
  }

  /// Pays for the keys that are unpacked at one time when values are repaired, which are those that were open when they were
  /// made.
  private mutating func payForRepair(
    of byteCount: Int, with budget: inout MemoryBudget, at offset: Int
  ) throws(ArchiveError) {
    guard byteCount > largestByteCount else { return }
    try budget.pay(byteCount - largestByteCount, at: offset)
    largestByteCount = byteCount
  }

  /// Finds out which numbers are missing, and puts the damages in order.
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

  /// Numbers the objects anew and repairs their references.
  private mutating func repairReferences() {
    let (numbers, entries) = (
      report.savedObjects, graph.objects.map { UInt32(clamping: $0.entry) }
    )
    let classes = context.classes
    var repair = ReferenceRepair(classes: classes, budget: budget) { number, className in
      // The numbers are in ascending order.
      let index = numbers.partitioningIndex { $0 >= number }
      guard index < numbers.count, numbers[index] == number else { return nil }
      guard let className, !classes.entry(Int(entries[index]), isASharing: className) else {
        return index + 1
      }
      return nil
    }
    var keysToWiden: Set<ReferenceRepair.KeyPlace> = []
    for index in graph.objects.indices {
      let entry = graph.objects[index].entry
      // Taken out of their places, the values are not shared, and are repaired in place.
      var values: [ArchiveValue?] = []
      swap(&values, &graph.objects[index].values)
      var position = 0
      for level in classes.chain(of: entry) {
        guard let levelEntry = classes[level] else { continue }
        for (index, key) in levelEntry.keys.filter(\.isStored).enumerated() {
          defer { position += 1 }
          guard values.indices.contains(position), let value = values[position].take()
          else { continue }
          let result = repair.repair(
            consume value, of: key.type, at: .init(owner: classes[entry]?.name, name: key.name))
          values[position] = result.value
          if result.needsOptional {
            keysToWiden.insert(.init(entry: level, caseIndex: nil, position: index))
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
      let result = repair.repair(consume value, of: root.type, at: .init(name: root.name))
      let type = result.needsOptional ? root.type.withOptionalReferences : root.type
      graph.roots.append(ArchiveNamedValue(root.name, type, result.value))
      note(repair.takeLosses(), repair.takeRespellings(), object: nil)
    }
    report.furtherLostReferenceCount = repair.unnotedCount
    report.savedRootCount = graph.roots.count
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

extension [Int] {
  /// The first index from which on the elements of an array in ascending order are as asked for.
  fileprivate func partitioningIndex(where isAfter: (Int) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
