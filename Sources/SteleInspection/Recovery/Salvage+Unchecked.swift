import Stele
import SteleModel

// Blocks and roots with wrong checksums

extension Salvage {
  /// Adds the blocks with wrong checksums.
  func addUnchecked(_ plan: RecoveryPlan, to blocks: inout [SavedBlock]) {
    for unchecked in plan.uncheckedChunks where unchecked.chunk.type == .objects {
      var input = bytes.readerOfWhatIsLeft(in: unchecked.payload)
      guard let first = unchecked.numbers?.first ?? (try? input.readNumber()) else { continue }
      blocks.append(SavedBlock(first: first, chunk: unchecked.chunk, unchecked: unchecked))
    }
  }

  /// Reads the records of a block with a wrong checksum.
  ///
  /// If the lengths of the records add up to the length of the block, each valid record is used. Otherwise only the records
  /// before the first invalid one are used, because the numbers of the others are uncertain.
  mutating func readUnchecked(_ block: UncheckedChunk, first: Int, before next: Int) {
    var input = bytes.readerOfWhatIsLeft(in: block.payload)
    guard first > records.numbers.last ?? 0, (try? input.readNumber()) != nil,
      let read = try? input.readCount()
    else { return }
    let count = block.numbers?.count ?? read
    let areFramed = block.isWhole && input.hasRecords(count)
    guard count <= Int.max - first else { return }
    // The beginning of a block that was cut short has been written, although its checksum cannot be right.
    if !block.isWhole, first == knownCount + 1, UInt64(count) <= block.chunk.byteCount / 2 {
      knownCount += count
    }
    var reader = ValueReader(context, budget: budget)
    records.beginBlock(from: first, at: input)
    for number in first..<min(next, first + count) {
      guard let record = try? input.readRecord() else { break }
      do throws(ArchiveError) {
        try readObject(number, record, &reader, isSaved: options.savesUnchecked)
        recordUnchecked(number)
      } catch {
        guard areFramed else { break }
      }
    }
    budget = reader.budget
  }

  mutating func recordUnchecked(_ number: Int) {
    if let last = report.uncheckedObjects.last, last.upperBound == number - 1 {
      report.uncheckedObjects[report.uncheckedObjects.count - 1] = last.lowerBound...number
    } else {
      report.uncheckedObjects.append(number...number)
    }
  }

  /// Reads the roots of a chunk with a wrong checksum, up to the first invalid one.
  mutating func readUncheckedRoots(
    _ unchecked: UncheckedChunk, _ names: inout Set<ExactString>
  ) {
    var reader = NamedValuesReader(context)
    var values = ValueReader(context, budget: budget)
    var read: [ArchiveNamedValue] = []
    // The roots before the first error remain.
    try? reader.read(
      bytes.readerOfWhatIsLeft(in: unchecked.payload), &values, definitions: definitions,
      indexedCount: nil
    ) { read.append($0) }
    read = read.filter { !names.contains(ExactString($0.name)) }
    report.uncheckedRootCount += read.count
    guard options.savesUnchecked, !read.isEmpty,
      (try? payForRepair(
        of: reader.largestSlotByteCount, with: &values.budget, at: unchecked.payload.lowerBound))
        != nil
    else { return }
    budget = values.budget
    rootValues += read
    names.formUnion(read.map { ExactString($0.name) })
    report.lostRootCount = report.lostRootCount.map { max(0, $0 - read.count) }
  }
}

extension ByteReader {
  /// Returns whether the bytes consist of a number of records, according to the lengths of the records.
  fileprivate func hasRecords(_ count: Int) -> Bool {
    var input = self
    for _ in 0..<count {
      guard (try? input.readRecord()) != nil else { return false }
    }
    return input.remaining == 0
  }
}
