import Synchronization

/// A class table that has been read.
///
/// The tables of late are kept, so that of many small archives of the same classes not each has to be read anew. One
/// is found again by all of its bytes and the limits, so it is the very one that reading would give.
final class ReadClassTable: Sendable {
  /// The table of an archive without classes.
  static let empty = ReadClassTable(ClassTableReader(limits: Limits()))

  /// What has read it.
  let reader: ClassTableReader
  /// The memory that has been paid for it, in bytes.
  private let paidByteCount: Int

  init(_ reader: ClassTableReader, paying paidByteCount: Int = 0) {
    self.reader = reader
    self.paidByteCount = paidByteCount
  }

  /// Whether two runs of as many bytes are equal.
  private static func areEqual(_ left: [UInt8], _ right: ArraySlice<UInt8>) -> Bool {
    // Safe: both have as many bytes as are read, and are there while they are lent.
    unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        var index = 0
        while left.count &- index >= 8 {
          guard
            unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
              == right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          else { return false }
          index &+= 8
        }
        return unsafe left[index...].elementsEqual(right[index...])
      }
    }
  }

  private struct Known: Sendable {
    let bytes: [UInt8]
    let limits: Limits
    let table: ReadClassTable
  }

  /// The largest payload that is remembered, in bytes.
  private static let byteLimit = 2048
  /// How many tables are remembered.
  private static let countLimit = 8
  private static let known = Mutex<(tables: [Known], next: Int)>(([], 0))

  /// Reads a table that consists of one instalment so far, or finds one of the same bytes.
  ///
  /// - Parameters:
  ///   - payload: The payload of the first `CLAS` chunk.
  ///   - count: The number of entries that the index says.
  ///   - limits: The limits of the reader.
  ///   - budget: What is left of the reader's memory, which pays for the table.
  /// - Returns: The table.
  /// - Throws: The rule that is broken.
  static func first(
    _ payload: ByteReader, indexedCount count: Int, limits: Limits, budget: inout MemoryBudget
  ) throws(ArchiveError) -> ReadClassTable {
    let bytes = payload.bytes(in: payload.offset..<payload.endOffset)
    let isSmall = bytes.count <= byteLimit
    if isSmall {
      let table = known.withLock { known in
        known.tables.first {
          $0.bytes.count == bytes.count && $0.limits == limits && Self.areEqual($0.bytes, bytes)
        }?.table
      }
      // A table that can no longer be paid for is read anew, to find out at which byte.
      if let table, table.reader.classes.count == count, budget.pay(table.paidByteCount) {
        return table
      }
    }
    var payload = payload
    var reader = ClassTableReader(limits: limits)
    let before = budget
    try reader.read(&payload, indexedCount: count, budget: &budget)
    let table = ReadClassTable(reader, paying: before.difference(to: budget))
    guard isSmall else { return table }
    let new = Known(bytes: Array(bytes), limits: limits, table: table)
    known.withLock { known in
      if known.tables.count < countLimit {
        known.tables.append(new)
      } else {
        known.tables[known.next] = new
        known.next = (known.next + 1) % countLimit
      }
    }
    return table
  }
}

/// A class table whose instalments are being read, one after the other.
///
/// A table of one instalment may be one that is known. From the second on there is one reader that all are read with: a
/// copy for each would take time in the square of their number.
struct ClassTableParts {
  private let limits: Limits
  /// The table that the first instalment makes, before there is another one.
  private var first: ReadClassTable?
  /// What reads from the second instalment on.
  private var reader: ClassTableReader?

  init(limits: Limits) { self.limits = limits }

  /// Reads an instalment, and gives what is defined up to its end.
  ///
  /// - Parameters:
  ///   - payload: The payload of the `CLAS` chunk.
  ///   - count: The number of entries that the index gives.
  ///   - budget: What is left of the reader's memory, which pays for the table.
  /// - Returns: What is defined up to the end of the instalment.
  /// - Throws: The rule that is broken.
  mutating func read(
    _ payload: ByteReader, indexedCount count: Int, budget: inout MemoryBudget
  ) throws(ArchiveError) -> Definitions {
    if reader == nil, first == nil {
      let table = try ReadClassTable.first(
        payload, indexedCount: count, limits: limits, budget: &budget)
      first = table
      return table.reader.definitions
    }
    var payload = payload
    if let first { reader = first.reader }
    first = nil
    try reader?.read(&payload, indexedCount: count, budget: &budget)
    return reader?.definitions ?? Definitions()
  }

  /// The whole table.
  consuming func finish() -> ReadClassTable {
    first ?? reader.map { ReadClassTable($0) } ?? .empty
  }
}

extension ClassTableReader {
  /// What has been defined so far.
  fileprivate var definitions: Definitions {
    var definitions = Definitions()
    definitions.nameCount = names.count
    definitions.entryCount = classes.count
    return definitions
  }
}
