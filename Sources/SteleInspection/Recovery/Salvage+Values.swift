import Stele
import SteleModel

// Blocks, roots and metadata with correct checks

extension Salvage {
  mutating func readValues(_ plan: RecoveryPlan, _ progress: (Int) -> Void) {
    var blocks = checkedBlocks(plan)
    addUnchecked(plan, to: &blocks)
    // Two blocks may have been exchanged.
    blocks.sort { ($0.first, $0.chunk.offset) < ($1.first, $1.chunk.offset) }
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
      progress(records.count)
    }
    var names: Set<ExactString> = []
    for chunk in plan.roots {
      guard let input = payload(of: chunk) else { continue }
      var read: [ArchiveNamedValue] = []
      var reader = NamedValuesReader(context)
      var values = ValueReader(context, budget: budget)
      do throws(ArchiveError) {
        try reader.read(input, &values, definitions: definitions, indexedCount: nil) {
          read.append($0)
        }
      } catch {
        if error.rule == .memory { read = [] }
        record(error, before: input.endOffset, in: chunk)
        var counter = input
        let count = (try? counter.readCount()) ?? 0
        report.lostRootCount = report.lostRootCount.map { $0 + max(1, count - read.count) }
      }
      // Lost values no longer take memory.
      guard !read.isEmpty else { continue }
      do throws(ArchiveError) {
        try payForRepair(of: reader.largestSlotByteCount, with: &values.budget, at: input.offset)
      } catch {
        record(error, before: input.endOffset, in: chunk)
        report.lostRootCount = report.lostRootCount.map { $0 + read.count }
        continue
      }
      budget = values.budget
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
    if let chunk = plan.metadata, let input = payload(of: chunk) { readMetadata(input, in: chunk) }
  }

  mutating func readMetadata(_ input: ByteReader, in chunk: Chunk) {
    var reader = NamedValuesReader(context, isMetadata: true)
    var values = ValueReader(context, budget: budget)
    var read: [ArchiveNamedValue] = []
    do throws(ArchiveError) {
      try reader.read(input, &values) { read.append($0) }
    } catch {
      report.hasLostMetadata = true
      report.damages.append(.init(error, in: chunk))
    }
    budget = values.budget
    graph.metadata = read
  }

  /// Records a refusal within a chunk with correct checks, unless it only results from the loss of class definitions.
  mutating func record(_ error: ArchiveError, before end: Int, in chunk: Chunk) {
    if report.hasLostClasses, error.rule == .undefinedEntry || error.rule == .undefinedName {
      return
    }
    report.damages.append(
      .init(range: min(error.offset, end)..<end, type: chunk.type, rule: error.rule))
  }

  /// Returns the blocks with correct checksums.
  ///
  /// Capacity is reserved for their objects, so that growing the list of objects does not copy it.
  mutating func checkedBlocks(_ plan: RecoveryPlan) -> [SavedBlock] {
    var (largest, objectCount) = (0, 0)
    defer { records.reserveCapacity(objectCount) }
    return plan.blocks.map { chunk in
      var input = payload(of: chunk)
      let number = try? input?.readNumber()
      if number != nil, let count = try? input?.readCount(), let rest = input?.remaining {
        // A record takes at least two bytes.
        objectCount += min(count, rest / 2)
      }
      let first = number ?? 0
      if first < largest {
        report.damages.append(
          .init(
            range: chunk.offset..<(input?.endOffset ?? chunk.offset), type: chunk.type,
            rule: .firstNumber))
      }
      largest = max(largest, first)
      return SavedBlock(first: first, chunk: chunk)
    }
  }

  /// Reads the records of a block; an invalid record loses only its own object.
  mutating func readBlock(_ chunk: Chunk) {
    guard var input = payload(of: chunk) else { return }
    var reader = ValueReader(context, budget: budget)
    do throws(ArchiveError) {
      let first = try input.readNumber()
      let count = try input.readCount()
      guard first > (records.numbers.last ?? 0), first <= Int.max - count else {
        report.hasForeignContent = true
        throw ArchiveError(.firstNumber, at: chunk.payloadOffset)
      }
      knownCount = max(knownCount, first + count - 1)
      records.beginBlock(from: first, at: input)
      for number in first..<(first + count) {
        let record = try input.readRecord()
        do throws(ArchiveError) {
          try readObject(number, record, &reader)
        } catch {
          // A record is self-contained: later records are unaffected, and its partial content has been discarded.
          self.record(error, before: record.endOffset, in: chunk)
        }
      }
    } catch {
      report.damages.append(.init(error, in: chunk))
    }
    budget = reader.budget
  }

  /// Reads a record, pays for its object and for the repair of its references, and saves the record, unless it is only validated.
  mutating func readObject(
    _ number: Int, _ record: ByteReader, _ reader: inout ValueReader, isSaved: Bool = true
  ) throws(ArchiveError) {
    let before = (reader.budget, largestByteCount)
    let count = records.count
    // Lost objects take no memory.
    defer { if records.count == count { (reader.budget, largestByteCount) = before } }
    let frame = try RecordFrame(content: record, schema: context.schema, definitions: definitions)
    let object = try reader.read(frame, number: number)
    try payForRepair(of: reader.largestSlotByteCount, with: &reader.budget, at: record.offset)
    // The numbers and entries of objects are needed for the repair of references.
    try reader.budget.pay(
      MemoryLayout<Int>.stride + MemoryLayout<UInt32>.stride, at: record.offset)
    if isSaved { records.append(number, entry: object.entry) }
  }

  /// Pays for the keys that are unpacked at the same time during the repair of values: the keys that were open when the values
  /// were made.
  mutating func payForRepair(
    of byteCount: Int, with budget: inout MemoryBudget, at offset: Int
  ) throws(ArchiveError) {
    guard byteCount > largestByteCount else { return }
    try budget.pay(byteCount - largestByteCount, at: offset)
    largestByteCount = byteCount
  }
}

/// A block, and the number of its first object.
struct SavedBlock {
  let first: Int
  let chunk: Chunk
  var unchecked: UncheckedChunk?
}
