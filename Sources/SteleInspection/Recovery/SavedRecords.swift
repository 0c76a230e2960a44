import Stele

/// The saved records of a damaged archive: the position, the number and the entry of each.
///
/// Objects would take many times the memory of their records, so these are read again whenever they are needed.
struct SavedRecords: Sendable {
  private struct Block {
    /// The bytes of the records, each after its length.
    let range: Range<Int>
    /// The number of the first record, whether it is saved or not.
    let first: Int
    /// The number of the last record that is saved, or 0.
    var last = 0
  }

  /// The numbers of the objects in the damaged archive, in ascending order.
  private(set) var numbers: [Int] = []
  /// The entry of each object.
  private(set) var entries: [UInt32] = []
  private var blocks: [Block] = []

  var count: Int { numbers.count }

  mutating func reserveCapacity(_ count: Int) {
    numbers.reserveCapacity(count)
    entries.reserveCapacity(count)
  }

  /// Begins a block, given the number of its first record, saved or not, and a reader at the length of that record.
  mutating func beginBlock(from first: Int, at input: ByteReader) {
    blocks.append(Block(range: input.offset..<input.endOffset, first: first))
  }

  /// Adds a record of the last block.
  mutating func append(_ number: Int, entry: Int) {
    numbers.append(number)
    entries.append(UInt32(clamping: entry))
    blocks[blocks.count - 1].last = number
  }

  mutating func removeAll(where isRemoved: [Bool]) {
    var keptCount = 0
    for index in numbers.indices where !isRemoved[index] {
      numbers[keptCount] = numbers[index]
      entries[keptCount] = entries[index]
      keptCount += 1
    }
    numbers.removeLast(numbers.count - keptCount)
    entries.removeLast(entries.count - keptCount)
  }

  /// Returns the index of the record of an object, or nil if the object is not saved.
  func index(of number: Int) -> Int? {
    let index = numbers.firstSortedIndex { $0 >= number }
    return index < numbers.count && numbers[index] == number ? index : nil
  }

  /// Passes each record, without its length, and its index to a closure.
  func forEach(
    in bytes: ArchiveBytes, _ body: (_ index: Int, _ record: ByteReader) throws -> Void
  ) rethrows {
    var index = 0
    // Records after the last saved record of a block may have the same numbers as records of the next block.
    for block in blocks where index < numbers.count && numbers[index] <= block.last {
      var input = bytes.readerOfWhatIsLeft(in: block.range)
      var number = block.first
      while index < numbers.count, numbers[index] <= block.last,
        let record = try? input.readRecord()
      {
        if numbers[index] == number {
          try body(index, record)
          index += 1
        }
        number += 1
      }
    }
  }
}

extension ByteReader {
  /// Reads the length of a record, and skips the record (rule P5).
  mutating func readRecord() throws(ArchiveError) -> ByteReader {
    let byteCount = try readCount()
    return try readSlice(byteCount)
  }
}
