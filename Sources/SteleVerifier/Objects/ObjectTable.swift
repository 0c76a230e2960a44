/// The objects of an archive: of which entry each is, and where its record begins.
///
/// A byte an object for the entry, or four when there are many entries, and one for the position.
/// References lead here from all over the archive: what fits a cache is found much faster.
struct ObjectTable {
  private(set) var count = 0

  /// The entry of each object, that of object 1 first; 0 where it could not be told.
  private var narrowEntries: [UInt8] = []
  /// The same, in place of the narrow ones from the first entry above 255 on.
  private var wideEntries: [UInt32] = []
  private var isWide = false
  /// The positions of the lengths of the records; those of a new block always begin with a stored
  /// one, because the bytes between blocks are not records.
  private var offsets: [Int] = []
  private var blocks: [Block] = []
  /// Where the payload of the block that is read begins.
  private var payloadOffset = 0

  private struct Block {
    /// The number of objects before it.
    var object: Int
    /// The index of the position of its first record.
    var offsetIndex: Int
    /// Where its payload ends.
    var end: Int
  }
  /// The number of objects before the block that is read.
  private var blockStart = 0
  /// Whether every record of the archive has been counted, so that a larger number is no object.
  var isComplete = true

  private static let interval = 8

  /// The entry of an object from 1 up; 0 when it is not known.
  @inline(__always)
  func entry(ofObject number: Int) -> Int {
    isWide ? Int(wideEntries[number &- 1]) : Int(narrowEntries[number &- 1])
  }

  mutating func beginBlock(_ payload: Range<Int>) {
    blockStart = count
    payloadOffset = payload.lowerBound
    blocks.append(Block(object: count, offsetIndex: offsets.count, end: payload.upperBound))
  }

  /// Adds the next object, the length of whose record stands at an offset in the payload of its block.

  @inline(__always)
  mutating func append(entry: Int, recordOffset: Int) {
    if (count &- blockStart) & (Self.interval - 1) == 0 {
      offsets.append(payloadOffset &+ recordOffset)
    }
    count &+= 1
    if !isWide, entry <= UInt8.max {
      narrowEntries.append(UInt8(truncatingIfNeeded: entry))
    } else {
      appendWide(entry)
    }
  }

  @inline(never)
  private mutating func appendWide(_ entry: Int) {
    if !isWide { widen() }
    wideEntries.append(UInt32(truncatingIfNeeded: entry))
  }

  /// Makes room for a number of objects.
  mutating func reserve(_ objectCount: Int) {
    narrowEntries.reserveCapacity(objectCount)
    offsets.reserveCapacity(objectCount / Self.interval + 1)
  }

  /// Adds the objects of a table of later blocks.
  mutating func append(contentsOf other: ObjectTable) {
    blocks += other.blocks.map {
      Block(
        object: $0.object + count, offsetIndex: $0.offsetIndex + offsets.count, end: $0.end)
    }
    offsets += other.offsets
    count += other.count
    if other.isWide, !isWide { widen() }
    if other.isWide {
      wideEntries += other.wideEntries
    } else if isWide {
      wideEntries += other.narrowEntries.map(UInt32.init)
    } else {
      narrowEntries += other.narrowEntries
    }
  }

  private mutating func widen() {
    wideEntries = narrowEntries.map(UInt32.init)
    narrowEntries = []
    isWide = true
  }

  /// A few records among which that of an object stands.
  struct Group {
    /// Where they stand in the archive.
    let range: Range<Int>
    /// How many of them come before that of the object.
    let index: Int
    /// Where the payload of their block ends.
    let blockEnd: Int
  }

  /// The records around that of an object.
  func group(ofObject number: Int) -> Group {
    let index = number - 1
    var low = 0
    var high = blocks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle].object <= index { low = middle } else { high = middle }
    }
    let block = blocks[low]
    let nextBlock = low + 1 < blocks.count ? blocks[low + 1].offsetIndex : offsets.count
    let distance = index - block.object
    let first = block.offsetIndex + distance / Self.interval
    let end = first + 1 < nextBlock ? offsets[first + 1] : block.end
    return Group(
      range: offsets[first]..<end, index: distance % Self.interval, blockEnd: block.end)
  }
}
