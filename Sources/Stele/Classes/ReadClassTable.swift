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

  init(_ reader: ClassTableReader) {
    self.reader = reader
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
  /// - Returns: The table.
  /// - Throws: The rule that is broken.
  static func first(
    _ payload: ByteReader, indexedCount count: Int, limits: Limits
  ) throws(ArchiveError) -> ReadClassTable {
    let bytes = payload.bytes(in: payload.offset..<payload.endOffset)
    let isSmall = bytes.count <= byteLimit
    if isSmall {
      let table = known.withLock { known in
        known.tables.first {
          $0.bytes.count == bytes.count && $0.limits == limits && Self.areEqual($0.bytes, bytes)
        }?.table
      }
      if let table, table.reader.classes.count == count { return table }
    }
    var payload = payload
    var reader = ClassTableReader(limits: limits)
    try reader.read(&payload, indexedCount: count)
    let table = ReadClassTable(reader)
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
