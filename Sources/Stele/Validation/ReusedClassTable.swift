/// The class table of the last archive of a series, for the next one if the bytes of both are equal.
///
/// A class table depends on its bytes and on the limits of the reader, and on nothing else.
package final class ReusedClassTable {
  private var table: ReadClassTable?
  /// The bytes of the only chunk of the table.
  private var bytes: [UInt8] = []
  /// The memory that the table takes, in bytes.
  private var memory = 0

  /// Returns the class table of a chunk if it is the last one, after paying for it.
  ///
  /// - Parameters:
  ///   - payload: The payload of the chunk.
  ///   - entryCount: The number of entries in the index.
  ///   - budget: The rest of the reader's memory.
  /// - Returns: The class table, or nil if the payload has to be read.
  func table(
    of payload: ByteReader, entryCount: Int, budget: inout MemoryBudget
  ) -> ReadClassTable? {
    guard let table, payload.remaining == bytes.count,
      table.definitions.entryCount == entryCount,
      isEqual(payload.bytes(in: payload.offset..<payload.endOffset)), budget.pay(memory)
    else { return nil }
    return table
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

  /// Keeps the class table of a chunk.
  ///
  /// - Parameters:
  ///   - table: The class table.
  ///   - payload: The payload of the chunk.
  ///   - memory: The memory that the table takes, in bytes.
  func keep(_ table: ReadClassTable, of payload: ByteReader, memory: Int) {
    self.table = table
    bytes = Array(payload.bytes(in: payload.offset..<payload.endOffset))
    self.memory = memory
  }
}
