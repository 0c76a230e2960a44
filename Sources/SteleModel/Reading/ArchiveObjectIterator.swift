public import Stele

/// The objects of an archive in the order of their numbers, read one at a time.
///
/// ``ArchiveReader/makeObjectIterator(ofClass:)`` makes one. It holds one block of the archive and one object.
public struct ArchiveObjectIterator {
  private let tables: ArchiveTables
  private let bytes: ArchiveBytes
  /// Whether objects of an entry are wanted, by its number; nil if all are.
  private let wanted: [Bool]?
  private var reader: ValueReader
  private var blockIndex = 0
  /// The numbers of the objects of the current block that are not read yet, and its bytes.
  private var numbers = 0..<0
  private var input = ByteReader([])
  private var isFinished = false

  init(_ tables: ArchiveTables, _ bytes: ArchiveBytes, wanted: [Bool]?) {
    self.tables = tables
    self.bytes = bytes
    self.wanted = wanted
    reader = ValueReader(tables.context, budget: tables.context.budget)
    if let wanted, !wanted.contains(true) { isFinished = true }
  }

  /// Reads the next object.
  ///
  /// - Returns: The object with its number, or nil at the end.
  /// - Throws: The rule that a block or a record breaks; there are no further objects then.
  public mutating func next() throws(ArchiveError) -> (number: Int, object: ArchiveObject)? {
    guard !isFinished else { return nil }
    isFinished = true
    while let number = try nextNumber() {
      let block = tables.blocks[blockIndex - 1]
      let frame = try RecordFrame(
        parsing: &input, schema: tables.context.schema, definitions: block.definitions)
      guard isWanted(frame.entry) else { continue }
      // One object is held at a time, so each may take all the memory.
      reader.budget = tables.context.budget
      let object = try reader.read(frame, number: number)
      isFinished = false
      return (number, object)
    }
    return nil
  }

  private func isWanted(_ entry: Int) -> Bool {
    guard let wanted else { return true }
    return wanted.indices.contains(entry) && wanted[entry]
  }

  /// Returns the number of the next record, from the next block if need be, and nil at the end.
  private mutating func nextNumber() throws(ArchiveError) -> Int? {
    while numbers.isEmpty {
      if blockIndex > 0 { try input.finish() }
      guard tables.blocks.indices.contains(blockIndex) else { return nil }
      let block = tables.blocks[blockIndex]
      input = try block.entry.readPayload(from: bytes)
      try block.readHeader(&input)
      numbers = block.numbers
      blockIndex += 1
    }
    defer { numbers.removeFirst() }
    return numbers.lowerBound
  }
}
