/// A block of records, and what its place in the archive says about it.
///
/// Spec §5.1.
package struct Block: Sendable {
  /// What the index says of the chunk.
  package let place: ArchiveIndex.Entry
  /// The number of the first object, from the blocks before.
  package let first: Int
  /// What the class table defines before the block.
  package let definitions: Definitions

  /// The number of records, from the index.
  package var count: Int { place.count }

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

/// How much of the class table stands before a chunk, and may be used in it.
///
/// Spec §3.1 (T2) and §4.2 (C8).
package struct Definitions: Hashable, Sendable {
  /// How many names have been defined.
  package var nameCount = 0
  /// How many entries have been defined.
  package var entryCount = 0

  package init() {}
}
