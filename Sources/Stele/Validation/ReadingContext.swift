import Synchronization

/// The facts needed to read values: the class table, the objects, and the reader's limits.
package struct ReadingContext: Sendable {
  /// The class table, in an object, because contexts are often copied.
  var table = ReadClassTable.empty
  /// The number of objects of the archive.
  package var objectCount = 0
  /// The entry of each object, object 1 first, or nil if not all blocks have been read.
  package var objectEntries: [UInt32]?
  /// The object in each weak slot, or 0.
  package var weakSlots: [Int] = []
  /// Reads the weak slots of an archive that is read in part.
  var deferredWeakSlots: DeferredWeakSlots?
  /// Whether the targets of references are not validated, because they may be lost.
  ///
  /// Spec §8.4.
  package var acceptsLostTargets = false
  /// The reader's limits.
  package var limits = ArchiveLimits()
  /// The memory that is left after the class table and the tables of objects have been paid for.
  package var budget = MemoryBudget(byteCount: 0)

  package init() {}

  /// Takes the class table that a reader has read.
  package mutating func take(_ reader: consuming ClassTableReader) {
    table = ReadClassTable(reader)
  }

  /// The class entries of the archive, which are made when a program first asks for them.
  package var classes: ArchiveClassTable { table.classes }

  /// The class entries made ready for coding.
  package var schema: CompiledSchema { table.reader.schema }

  /// The number of all names and entries.
  package var definitions: Definitions { table.definitions }

  /// The class names of the archive.
  package var names: [String] { table.reader.names }
}

/// A class table that has been read.
package final class ReadClassTable: Sendable {
  /// The table of an archive without classes.
  static let empty = ReadClassTable(ClassTableReader(limits: ArchiveLimits()))

  /// The reader of the table, which holds its content.
  let reader: ClassTableReader
  /// The number of names and entries.
  let definitions: Definitions
  private let made = Mutex<ArchiveClassTable?>(nil)
  /// The bytes of the only chunk of the table, if the next archive of a series may use it.
  private let bytes: [UInt8]
  /// The memory that such a table takes, in bytes.
  private let memory: Int

  init(_ reader: consuming ClassTableReader, bytes: [UInt8] = [], memory: Int = 0) {
    definitions = reader.schema.definitions
    self.reader = reader
    (self.bytes, self.memory) = (bytes, memory)
  }

  /// Whether the next archive of a series may use the table.
  var isReusable: Bool { !bytes.isEmpty }

  /// Whether the table is that of a chunk of another archive with the same limits; it has then been paid for.
  ///
  /// - Parameters:
  ///   - payload: The payload of the chunk.
  ///   - entryCount: The number of entries in the index.
  ///   - budget: The rest of the reader's memory.
  /// - Returns: Whether the chunk need not be read.
  func isTable(of payload: ByteReader, entryCount: Int, budget: inout MemoryBudget) -> Bool {
    isReusable && payload.remaining == bytes.count && definitions.entryCount == entryCount
      && isEqual(payload.bytes(in: payload.offset..<payload.endOffset)) && budget.pay(memory)
  }

  /// Returns whether as many bytes as there are have the same values; a loop without exits compares several at a time.
  private func isEqual(_ other: ArraySlice<UInt8>) -> Bool {
    let all = bytes[...]
    let known = all.span
    let found = other.span
    var difference: UInt8 = 0
    for index in known.indices { difference |= known[index] ^ found[index] }
    return difference == 0
  }

  /// The entries, made by the first call.
  var classes: ArchiveClassTable {
    made.withLock { made in
      if let made { return made }
      let classes = reader.makeClasses()
      made = classes
      return classes
    }
  }
}

/// The weak slots of an archive, which are read when they are first needed.
///
/// Spec §5.5, §8.2.
final class DeferredWeakSlots: Sendable {
  private let entry: ArchiveIndex.Entry
  private let bytes: ArchiveBytes
  private let objectCount: Int
  private let known = Mutex<[Int]?>(nil)

  init(_ entry: ArchiveIndex.Entry, in bytes: ArchiveBytes, objectCount: Int) {
    self.entry = entry
    self.bytes = bytes
    self.objectCount = objectCount
  }

  /// Returns the slots, which are read by the first call.
  ///
  /// - Throws: The rule that the chunk breaks.
  func slots() throws(ArchiveError) -> [Int] {
    if let slots = known.withLock({ $0 }) { return slots }
    let slots = try read()
    known.withLock { $0 = slots }
    return slots
  }

  /// Reads the chunk: P5, X6, R5.
  private func read() throws(ArchiveError) -> [Int] {
    var input = try entry.readPayload(from: bytes)
    let countOffset = input.offset
    let count = try input.readCount()
    guard count == entry.count else { throw ArchiveError(.indexCount, at: countOffset) }
    var slots: [Int] = []
    slots.reserveCapacity(count)
    for _ in 0..<count {
      let offset = input.offset
      let number = try input.readNumber()
      guard number <= objectCount else { throw ArchiveError(.danglingReference, at: offset) }
      slots.append(number)
    }
    try input.finish()
    return slots
  }
}
