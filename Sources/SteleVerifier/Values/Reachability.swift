internal import Stele

/// Counts the objects that no strong references lead to from the roots.
///
/// Most have been reached by the time when the values have been examined. The others are read in
/// the order of the file, which is kind to memory, sweep after sweep; what that order does not
/// suit, such as a list that was written from its end, is followed from object to object instead.
/// Spec §9.1.
struct Reachability {
  /// Sweeps that read fewer objects than this part of all are worth their time only now and then:
  /// what begins with few objects can lead to many.
  private static let worthwhilePart = 1024
  /// The number of such sweeps; so many together look at one word for each object.
  private static let smallSweepLimit = 64
  /// The number of objects that may wait to be followed; a further one waits for the next sweep.
  private static let unfollowedLimit = 1 << 20
  /// The number of objects read out of order until their memory is given back; getting it again
  /// takes longer than reading them.
  private static let strayLimit = 1 << 16

  private var walk: ValueWalk
  private var strayCount = 0

  /// Takes a walk with the purpose of tracing, over a valid archive, and what has been reached.
  init(_ walk: ValueWalk, _ reach: ReachMap) {
    self.walk = walk
    self.walk.reach = reach
    // Where a record stands does not matter any more.
    self.walk.definedNameCount = walk.classes.nameOffsets.count
    self.walk.definedEntryCount = walk.classes.entries.count
  }

  /// Follows every reference that leads on.
  mutating func unreachableObjectCount(_ bytes: Span<UInt8>, _ progress: (Int) -> Void) -> Int {
    var smallSweepCount = 0
    while walk.reach.reached.count < walk.objects.count {
      let readCount = sweep(bytes, progress)
      if readCount == 0 { break }
      if readCount < walk.objects.count / Self.worthwhilePart { smallSweepCount += 1 }
      if smallSweepCount == Self.smallSweepLimit { walk.unfollowedLimit = Self.unfollowedLimit }
    }
    return walk.objects.count - walk.reach.reached.count
  }

  /// Reads the objects that have been reached but not read since, those with small numbers first,
  /// and returns their number.
  private mutating func sweep(_ bytes: Span<UInt8>, _ progress: (Int) -> Void) -> Int {
    var readCount = 0
    for index in walk.reach.reached.words.indices {
      var offset: Int?
      while let number = walk.reach.firstPending(inWord: index) {
        offset = follow(number, bytes) ?? offset
        readCount += 1
        while let number = walk.unfollowed.popLast() {
          follow(number, bytes)
          readCount += 1
          strayCount += 1
          guard strayCount == Self.strayLimit else { continue }
          strayCount = 0
          progress(bytes.count)
          progress(0)
        }
      }
      if let offset { progress(offset) }
    }
    progress(bytes.count)
    return readCount
  }

  /// Follows the references of an object, and returns its position when it can have any.
  @discardableResult
  private mutating func follow(_ number: Int, _ bytes: Span<UInt8>) -> Int? {
    walk.reach.followed.insert(number)
    if let plans = walk.plain?.plans, plans.isLeaf(walk.objects.entry(ofObject: number)) {
      return nil
    }
    let (offset, recordCount) = walk.objects.offset(nearObject: number)
    var cursor = Cursor(offset..<bytes.count)
    do throws(Defect) {
      for _ in 0..<recordCount {
        let byteCount = try cursor.readCount(bytes)
        cursor.offset += byteCount
      }
      // Out of order, all that is new has to be noted.
      let isInOrder = walk.unfollowedLimit == 0
      if isInOrder, walk.readPlainRecords(bytes, &cursor, number..<(number + 1)) == 1 {
        return offset
      }
      let byteCount = try cursor.readCount(bytes)
      let end = cursor.offset + byteCount
      let entry = try cursor.readNumber(bytes)
      try walk.walkRecord(bytes, entry: entry, range: cursor.offset..<end)
    } catch {
      return nil
    }
    return offset
  }
}
