/// The objects of an archive: the entry of each, and the offset of its record.
///
/// One byte for each object, or four if there are many entries, and one for the offset. References lead here from all
/// over the archive: a table that fits into a cache is looked up much faster.
struct ObjectTable {
  private(set) var count = 0
  /// Whether every record of the archive has been counted, so that a larger number is no object.
  var isComplete = true

  /// The entry of each object, that of object 1 first, or 0 where it is not valid; in `wideEntries` if entries go beyond 255.
  private var entries: [UInt8] = []
  private var wideEntries: [UInt32] = []
  private let isWide: Bool
  /// The offset in the archive of every eighth record of each block.
  private var offsets: [Int] = []
  private var blocks: [Block] = []

  private struct Block {
    /// The number of objects before it.
    var object: Int
    /// The place of the offset of its first record.
    var firstOffset: Int
    /// The offset of the end of its payload.
    var end: Int
  }

  private static let interval = 8

  /// Makes a table without objects for an archive with a number of class entries.
  init(entryCount: Int) {
    isWide = entryCount > UInt8.max
  }

  /// Makes a table for one block.
  init(entryCount: Int, block: Chunk) {
    self.init(entryCount: entryCount)
    blocks = [Block(object: 0, firstOffset: 0, end: block.payload.upperBound)]
  }

  /// The entry of an object from 1 up; 0 if it is not known.
  @inline(__always)
  func entry(ofObject number: Int) -> Int {
    isWide ? Int(wideEntries[number &- 1]) : Int(entries[number &- 1])
  }

  /// Adds the next object of a block, whose record stands at an offset in the archive.
  @inline(__always)
  mutating func append(entry: Int, recordOffset: Int) {
    if count % Self.interval == 0 { offsets.append(recordOffset) }
    count &+= 1
    if isWide {
      wideEntries.append(UInt32(truncatingIfNeeded: entry))
    } else {
      entries.append(UInt8(truncatingIfNeeded: entry))
    }
  }

  /// Adds the objects of the next block.
  mutating func append(contentsOf other: ObjectTable) {
    blocks += other.blocks.map {
      Block(object: count, firstOffset: offsets.count, end: $0.end)
    }
    offsets += other.offsets
    entries += other.entries
    wideEntries += other.wideEntries
    count += other.count
  }

  /// A few records, one of which is that of an object.
  struct Neighbours {
    /// Their place in the archive.
    let range: Range<Int>
    /// The number of those before that of the object.
    let precedingCount: Int
  }

  /// The records around that of an object.
  func neighbours(ofObject number: Int) -> Neighbours {
    let index = number - 1
    var low = 0
    var high = blocks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle].object <= index { low = middle } else { high = middle }
    }
    let nextBlock = low + 1 < blocks.count ? blocks[low + 1].firstOffset : offsets.count
    let distance = index - blocks[low].object
    let first = blocks[low].firstOffset + distance / Self.interval
    let end = first + 1 < nextBlock ? offsets[first + 1] : blocks[low].end
    return Neighbours(range: offsets[first]..<end, precedingCount: distance % Self.interval)
  }
}
