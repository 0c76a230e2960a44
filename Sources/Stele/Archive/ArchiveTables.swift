/// What the index and the class table say: all that is needed to find and read objects.
package struct ArchiveTables: Sendable {
  /// What values need.
  package private(set) var context = ReadingContext()
  /// The blocks of objects.
  package private(set) var blocks: [Block] = []
  /// The instalments of the roots, with what is defined before them, and their counts.
  package private(set) var roots: [(chunk: Chunk, definitions: Definitions, count: Int)] = []
  private var weakSlots: (chunk: Chunk, count: Int)?

  /// Reads the class table and lists the blocks: phase 3 of §7.1.
  ///
  /// - Parameters:
  ///   - chunks: The chunks that the index lists, with the counts that it says.
  ///   - bytes: The archive.
  ///   - end: The offset of the closing signature.
  ///   - limits: The reader's limits.
  /// - Throws: The rule that is broken.
  package init(
    _ chunks: [(chunk: Chunk, count: Int)], in bytes: ArchiveBytes, before end: Int, limits: Limits
  ) throws(ArchiveError) {
    context.limits = limits
    var reader = ClassTableReader(limits: limits)
    var definitions = Definitions()
    for (chunk, count) in chunks {
      switch chunk.type {
      case .classes:
        var payload = try chunk.readPayload(from: bytes, before: end)
        try reader.read(&payload, indexedCount: count)
        definitions.nameCount = reader.names.count
        definitions.entryCount = reader.classes.count
      case .objects:
        blocks.append(
          Block(
            chunk: chunk, first: context.objectCount + 1, count: count, definitions: definitions))
        context.objectCount += count
      case .roots:
        roots.append((chunk, definitions, count))
      default:
        weakSlots = (chunk, count)
      }
    }
    context.classes = reader.classes
    context.layouts = reader.layouts
    context.names = reader.names
  }

  /// Reads the frames of all records, and remembers the entry of each object: phase 4 of §7.1.
  package mutating func readRecordFrames(
    in bytes: ArchiveBytes, before end: Int
  ) throws(ArchiveError) {
    var entries: [UInt32] = []
    for block in blocks {
      var input = try block.chunk.readPayload(from: bytes, before: end)
      try block.readHeader(&input)
      for number in block.numbers {
        do throws(ArchiveError) {
          let frame = try RecordFrame(
            parsing: &input, classes: context.classes, definitions: block.definitions)
          entries.append(UInt32(truncatingIfNeeded: frame.entry))
        } catch {
          var error = error
          error.object = number
          throw error
        }
      }
      try input.finish()
    }
    context.objectEntries = entries
  }

  /// Reads the weak slots: P4, X6, R6.
  ///
  /// Phase 5 of §7.1.
  package mutating func readWeakSlots(
    in bytes: ArchiveBytes, before end: Int
  ) throws(ArchiveError) {
    guard let weakSlots else { return }
    var input = try weakSlots.chunk.readPayload(from: bytes, before: end)
    let countOffset = input.offset
    let count = try input.readCount()
    guard count == weakSlots.count else { throw ArchiveError(.indexCount, at: countOffset) }
    var slots: [Int] = []
    for _ in 0..<count {
      let offset = input.offset
      let number = try input.readNumber()
      guard number <= context.objectCount else {
        throw ArchiveError(.danglingReference, at: offset)
      }
      slots.append(number)
    }
    try input.finish()
    context.weakSlots = slots
  }

  /// The block that has an object, or nil when there is no such object.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of blocks.
  package func block(of number: Int) -> Block? {
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
    guard low < blocks.count, blocks[low].numbers.contains(number) else { return nil }
    return blocks[low]
  }
}
