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

/// The first names and entries of a class table: those before a chunk, which may be used in the chunk, or those that an archive under
/// construction has so far.
///
/// Spec §3.1 (T2) and §4.2 (C8).
package struct Definitions: Hashable, Sendable {
  /// The number of names that have been defined.
  package var nameCount = 0
  /// The number of entries that have been defined.
  package var entryCount = 0

  package init(nameCount: Int = 0, entryCount: Int = 0) {
    (self.nameCount, self.entryCount) = (nameCount, entryCount)
  }
}
