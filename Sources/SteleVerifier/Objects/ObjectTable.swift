/// The objects of an archive: the entry of each, and where its record stands.
struct ObjectTable {
  /// The entry of each object, that of object 1 first, or 0 where it is not valid; in `wideEntries` if entries go beyond 255.
  ///
  /// References lead here from all over the archive, so that a table that fits into a cache is looked up much faster.
  private var entries: [UInt8] = []
  private var wideEntries: [UInt32] = []
  private let isWide: Bool
  /// The offset of each record, that is, of its length.
  private var offsets: [Int] = []
  /// Whether every record of the archive has been counted, so that a larger number is no object.
  var isComplete = true

  /// Makes a table without objects for an archive with a number of class entries.
  init(entryCount: Int) { isWide = entryCount > UInt8.max }

  var count: Int { offsets.count }

  /// The entry of an object from 1 up; 0 if it is not known.
  @inline(__always)
  func entry(ofObject number: Int) -> Int {
    isWide ? Int(wideEntries[number &- 1]) : Int(entries[number &- 1])
  }

  mutating func reserveCapacity(_ count: Int) {
    if isWide { wideEntries.reserveCapacity(count) } else { entries.reserveCapacity(count) }
    offsets.reserveCapacity(count)
  }

  mutating func append(entry: Int, offset: Int) {
    if isWide {
      wideEntries.append(UInt32(clamping: entry))
    } else {
      entries.append(UInt8(clamping: entry))
    }
    offsets.append(offset)
  }

  mutating func append(contentsOf other: ObjectTable) {
    entries += other.entries
    wideEntries += other.wideEntries
    offsets += other.offsets
    isComplete = isComplete && other.isComplete
  }

  /// The record of a block with a number of records before it, its length included.
  func record(_ index: Int, of block: Chunk) -> Range<Int> {
    let place = block.precedingObjectCount + index
    let end = index + 1 < block.count ? offsets[place + 1] : block.payload.upperBound
    return offsets[place]..<end
  }
}
