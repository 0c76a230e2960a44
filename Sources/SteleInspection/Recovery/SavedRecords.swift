import Stele

/// The saved records of a damaged archive: where they are, and the number and the entry of each.
///
/// Objects would take many times the memory of their records, so these are read again whenever they are needed.
struct SavedRecords: Sendable {
  private struct Block {
    /// The bytes of the records, of which only some may be saved.
    let input: ByteReader
    let numbers: Range<Int>
  }

  /// The numbers of the objects in the damaged archive, in ascending order.
  private(set) var numbers: [Int] = []
  /// The entry of each object.
  private(set) var entries: [UInt32] = []
  private var blocks: [Block] = []
  /// The first number of each run of successive numbers, and its index among all numbers.
  private var runs: [(first: Int, index: Int)] = []

  /// The number of records.
  var count: Int { numbers.count }

  /// Makes room for a number of records.
  mutating func reserveCapacity(_ count: Int) {
    numbers.reserveCapacity(count)
    entries.reserveCapacity(count)
  }

  /// Begins a block.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of its records, whether these are saved or not.
  ///   - input: The records, each after its length.
  mutating func beginBlock(of numbers: Range<Int>, at input: ByteReader) {
    blocks.append(Block(input: input, numbers: numbers))
  }

  /// Adds a record of the last block.
  mutating func append(_ number: Int, entry: Int) {
    if numbers.last != number - 1 { runs.append((number, numbers.count)) }
    numbers.append(number)
    entries.append(UInt32(clamping: entry))
  }

  /// Removes the records at some indices.
  mutating func removeAll(where isRemoved: [Bool]) {
    runs = []
    var keptCount = 0
    for index in numbers.indices where !isRemoved[index] {
      if keptCount == 0 || numbers[keptCount - 1] != numbers[index] - 1 {
        runs.append((numbers[index], keptCount))
      }
      numbers[keptCount] = numbers[index]
      entries[keptCount] = entries[index]
      keptCount += 1
    }
    numbers.removeLast(numbers.count - keptCount)
    entries.removeLast(entries.count - keptCount)
  }

  /// Returns the index of the record of an object, or nil if it is not saved.
  func index(of number: Int) -> Int? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = low + (high - low) / 2
      if runs[middle].first > number { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return nil }
    let (first, start) = runs[low - 1]
    let end = low < runs.count ? runs[low].index : numbers.count
    return number - first < end - start ? start + number - first : nil
  }

  /// Passes each record, without its length, and its index to a closure.
  func forEach(_ body: (_ index: Int, _ record: ByteReader) throws -> Void) rethrows {
    var index = 0
    for block in blocks {
      var input = block.input
      for number in block.numbers {
        guard index < numbers.count, numbers[index] < block.numbers.upperBound,
          let record = try? input.readRecord()
        else { break }
        guard numbers[index] == number else { continue }
        try body(index, record)
        index += 1
      }
    }
  }
}

extension ByteReader {
  /// Reads the length of a record, and moves over the record: P5.
  mutating func readRecord() throws(ArchiveError) -> ByteReader {
    let byteCount = try readCount()
    return try readSlice(byteCount)
  }
}
