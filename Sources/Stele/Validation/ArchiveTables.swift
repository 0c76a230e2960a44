/// The content of the index and the class table: the facts needed to find and read objects.
package struct ArchiveTables: Sendable {
  /// The facts needed to read values.
  package private(set) var context = ReadingContext()
  /// The blocks of objects.
  package private(set) var blocks: [Block] = []
  /// The instalments of the roots, with the definitions before each.
  package private(set) var roots: [(entry: ArchiveIndex.Entry, definitions: Definitions)] = []
  /// The offset of the record of each object, object 1 first, if the offsets are kept.
  package private(set) var recordOffsets = RecordOffsets()
  /// The metadata, if there is any.
  package private(set) var metadata: ArchiveIndex.Entry?
  private var weakSlots: ArchiveIndex.Entry?

  /// Reads the class table and lists the blocks: phase 3 of §8.1.
  ///
  /// - Parameters:
  ///   - places: The entries of the index.
  ///   - bytes: The archive.
  ///   - limits: The reader's limits.
  ///   - reused: The class table of the previous archive, or nil for an archive that is not one of a series.
  /// - Throws: The rule that is broken.
  package init(
    _ places: [ArchiveIndex.Entry], in bytes: ArchiveBytes, limits: ArchiveLimits,
    reusing reused: ReadClassTable? = nil
  ) throws(ArchiveError) {
    context.limits = limits
    context.budget = MemoryBudget(byteCount: limits.memory(forByteCount: bytes.byteCount))
    var table: ClassTableReader?
    var definitions = Definitions()
    let reused = places.count(where: { $0.type == .classes }) == 1 ? reused : nil
    var kept: (bytes: [UInt8], memory: Int) = ([], 0)
    blocks.reserveCapacity(places.count)
    for place in places {
      switch place.type {
      case .classes:
        var payload = try place.readPayload(from: bytes)
        if let reused,
          reused.isTable(of: payload, entryCount: place.count, budget: &context.budget)
        {
          context.table = reused
          definitions = reused.definitions
          continue
        }
        let (start, budget) = (payload, context.budget)
        if table == nil { table = ClassTableReader(limits: limits) }
        try table?.read(&payload, indexedCount: place.count, budget: &context.budget)
        definitions = table?.schema.definitions ?? definitions
        if reused != nil {
          let bytes = start.bytes(in: start.offset..<start.endOffset)
          kept = (Array(bytes), context.budget.byteCount(paidSince: budget))
        }
      case .objects:
        blocks.append(
          Block(entry: place, first: context.objectCount + 1, definitions: definitions))
        context.objectCount += place.count
      case .roots:
        roots.append((place, definitions))
      case .weakSlots: weakSlots = place
      case .metadata: metadata = place
      default: break
      }
    }
    if definitions != Definitions(), let table = table.take() {
      context.table = ReadClassTable(table, bytes: kept.bytes, memory: kept.memory)
    }
  }

  /// Reads the frames of all records, and keeps the entry of each object: phase 4 of §8.1.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - keepsOffsets: Whether to keep the offsets of the records, too.
  /// - Throws: The rule that is broken.
  mutating func readRecordFrames(
    in bytes: ArchiveBytes, keepsOffsets: Bool
  ) throws(ArchiveError) {
    let known = context.schema.classes
    var entries: [UInt32] = []
    var offsets = RecordOffsets()
    // A record takes two bytes or more; no memory is reserved for objects that cannot be there.
    let capacity = min(context.objectCount, bytes.byteCount / 2)
    entries.reserveCapacity(capacity)
    if keepsOffsets { offsets.reserveCapacity(capacity) }
    for block in blocks {
      var input = try block.entry.readPayload(from: bytes)
      try block.readHeader(&input)
      try input.withCursor { input throws(ArchiveError) in
        let entryCount = min(block.definitions.entryCount, known.count)
        for number in block.numbers {
          if keepsOffsets { offsets.append(input.offset) }
          if let frame = input.view.commonRecordFrame(
            at: input.position, before: input.end), frame.entry <= entryCount,
            known[frame.entry &- 1].kind == .class
          {
            entries.append(UInt32(truncatingIfNeeded: frame.entry))
            input.move(toIndex: frame.end)
            continue
          }
          do throws(ArchiveError) {
            let outerEnd = try input.beginStructure(input.readCount())
            let entry = try context.schema.readEntry(
              &input, count: block.definitions.entryCount)
            input.move(toIndex: input.end)
            try input.endStructure(outerEnd)
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
  /// Phase 5 of §8.1.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - isDeferred: Whether they are read when a value first needs them.
  /// - Throws: The rule that is broken.
  package mutating func readWeakSlots(
    in bytes: ArchiveBytes, isDeferred: Bool = false
  ) throws(ArchiveError) {
    guard let weakSlots else { return }
    let limit = min(weakSlots.count, Int(number: weakSlots.chunk.byteCount))
    try context.budget.pay(
      MemoryBudget.array(of: Int.self, count: limit), at: weakSlots.chunk.payloadOffset)
    let slots = DeferredWeakSlots(weakSlots, in: bytes, objectCount: context.objectCount)
    if isDeferred {
      context.deferredWeakSlots = slots
    } else {
      context.weakSlots = try slots.slots()
    }
  }

  /// Returns the index of the block of an object, or nil if there is no such object.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of blocks.
  package func blockIndex(of number: Int) -> Int? {
    let index = blocks.firstSortedIndex { $0.numbers.upperBound > number }
    return index < blocks.count && blocks[index].numbers.contains(number) ? index : nil
  }

  /// Returns the index of the last block that begins before an offset, or nil if there is none.
  func blockIndex(before offset: Int) -> Int? {
    let index = blocks.firstSortedIndex { $0.entry.offset >= offset }
    return index > 0 ? index - 1 : nil
  }
}

/// A block of records, and the facts known before it is read.
///
/// Spec §5.1.
package struct Block: Sendable {
  /// The entry of the chunk in the index.
  package let entry: ArchiveIndex.Entry
  /// The number of the first object, from the counts of the blocks before.
  package let first: Int
  /// The definitions of the class table before the block.
  package let definitions: Definitions

  /// The number of records, from the index.
  package var count: Int { entry.count }

  /// The numbers of the objects.
  package var numbers: Range<Int> { first..<(first + count) }

  /// Reads the fields before the records: R1, R2, P5, X6.
  package func readHeader(_ input: inout ByteReader) throws(ArchiveError) {
    let firstOffset = input.offset
    guard try input.readNumber() == first else {
      throw ArchiveError(.firstNumber, at: firstOffset)
    }
    let countOffset = input.offset
    let count = try input.readNumber()
    guard count > 0 else { throw ArchiveError(.emptyBlock, at: countOffset) }
    guard count <= input.remaining else { throw ArchiveError(.countTooLarge, at: countOffset) }
    guard count == self.count else { throw ArchiveError(.indexCount, at: countOffset) }
  }
}

/// A record without its values: its bytes, its entry, and the definitions that the values may use.
///
/// Spec §5.2.
package struct RecordFrame: Sendable {
  /// The entry number.
  package let entry: Int
  /// The bytes after the entry number.
  package let content: ByteReader
  /// The definitions of the class table before the block.
  package let definitions: Definitions

  /// Reads length and entry number, and moves over the record: P5, C8, R3.
  package init(
    parsing input: inout ByteReader, schema: CompiledSchema, definitions: Definitions
  ) throws(ArchiveError) {
    try self.init(
      content: input.readSlice(input.readCount()), schema: schema, definitions: definitions)
  }

  /// Reads the entry number of a record without its length: C8, R3.
  package init(
    content: ByteReader, schema: CompiledSchema, definitions: Definitions
  ) throws(ArchiveError) {
    var record = content
    entry = try record.withCursor { input throws(ArchiveError) in
      try schema.readEntry(&input, count: definitions.entryCount)
    }
    self.content = record
    self.definitions = definitions
  }
}

extension CompiledSchema {
  /// Reads the entry number at the start of a record: C8, R3.
  ///
  /// - Parameters:
  ///   - input: The record.
  ///   - count: The number of entries that are defined before the block.
  /// - Returns: The entry number, which is that of a class.
  /// - Throws: The rule that is broken.
  @inline(__always)
  func readEntry(_ input: inout ByteCursor, count: Int) throws(ArchiveError) -> Int {
    let offset = input.offset
    let entry = try input.readNumber()
    guard entry >= 1, entry <= count, entry <= classes.count else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    guard classes[entry &- 1].kind == .class else {
      throw ArchiveError(.recordKind, at: offset)
    }
    return entry
  }
}

extension ByteView {
  /// Reads the length and the entry number of a record without moving: the fast path.
  ///
  /// Spec §5.2.
  ///
  /// - Parameters:
  ///   - position: The index of the length.
  ///   - limit: Where the enclosing structure ends.
  /// - Returns: The entry number, at least 1; the index after it; and the index after the record, which ends in the
  ///   structure. Nil if the fast path does not apply.
  @inline(__always)
  func commonRecordFrame(
    at position: Int, before limit: Int
  ) -> (entry: Int, content: Int, end: Int)? {
    var next = position
    let byteCount = readCommonNumber(&next)
    guard byteCount >= 0, byteCount <= limit &- next else { return nil }
    let end = next &+ byteCount
    let entry = readCommonNumber(&next)
    guard entry > 0, next <= end else { return nil }
    return (entry, next, end)
  }
}

/// The offsets of the records of an archive, object 1 first.
///
/// There may be tens of millions, so an offset has four bytes as long as all are small enough.
package struct RecordOffsets: Sendable {
  private var isNarrow = true
  private var narrow: [UInt32] = []
  private var wide: [Int] = []

  package init() {}

  /// Makes room for a number of offsets.
  package mutating func reserveCapacity(_ count: Int) { narrow.reserveCapacity(count) }

  /// Adds the offset of the record of the next object.
  @inline(__always)
  package mutating func append(_ offset: Int) {
    if isNarrow, offset > UInt32.max { widen() }
    if isNarrow {
      narrow.append(UInt32(truncatingIfNeeded: offset))
    } else {
      wide.append(offset)
    }
  }

  @inline(never)
  private mutating func widen() {
    wide.reserveCapacity(narrow.capacity)
    wide += narrow.lazy.map { Int($0) }
    (narrow, isNarrow) = ([], false)
  }

  /// The offset of the record of an object, or nil if there is none.
  @inline(__always)
  package subscript(number: Int) -> Int? {
    let index = number &- 1
    if isNarrow { return narrow.indices.contains(index) ? Int(narrow[index]) : nil }
    return wide.indices.contains(index) ? wide[index] : nil
  }
}
