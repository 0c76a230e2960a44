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
  /// The number of bytes that are read together when objects are read in order.
  private static let windowByteCount = 1 << 16

  private var walk: ValueWalk
  private let bytes: VerifiedBytes
  /// The bytes that were read last in order, and where they stand.
  private var window: (bytes: [UInt8], range: Range<Int>) = ([], 0..<0)

  /// Takes a walk with the purpose of tracing, over a valid archive, and what has been reached.
  init(_ bytes: VerifiedBytes, _ walk: ValueWalk, _ reach: ReachMap) {
    self.bytes = bytes
    self.walk = walk
    self.walk.reach = reach
    // Where a record stands does not matter any more.
    self.walk.definedNameCount = walk.classes.nameOffsets.count
    self.walk.definedEntryCount = walk.classes.entries.count
  }

  /// Follows every reference that leads on.
  mutating func unreachableObjectCount(_ progress: (Int) -> Void) -> Int {
    var smallSweepCount = 0
    while walk.reach.reached.count < walk.objects.count {
      let readCount = sweep(progress)
      if readCount == 0 { break }
      if readCount < walk.objects.count / Self.worthwhilePart { smallSweepCount += 1 }
      if smallSweepCount == Self.smallSweepLimit { walk.unfollowedLimit = Self.unfollowedLimit }
    }
    return walk.objects.count - walk.reach.reached.count
  }

  /// Reads the objects that have been reached but not read since, those with small numbers first,
  /// and returns their number.
  private mutating func sweep(_ progress: (Int) -> Void) -> Int {
    var readCount = 0
    for index in walk.reach.reached.words.indices {
      var offset: Int?
      while let number = walk.reach.firstPending(inWord: index) {
        offset = follow(number, isInOrder: true) ?? offset
        readCount += 1
        while let number = walk.unfollowed.popLast() {
          follow(number, isInOrder: false)
          readCount += 1
        }
      }
      if let offset { progress(offset) }
    }
    progress(bytes.byteCount)
    return readCount
  }

  /// Follows the references of an object, and returns its position if it can have any.
  @discardableResult
  private mutating func follow(_ number: Int, isInOrder: Bool) -> Int? {
    walk.reach.followed.insert(number)
    if let plans = walk.plain?.plans, plans.isLeaf(walk.objects.entry(ofObject: number)) {
      return nil
    }
    let group = walk.objects.group(ofObject: number)
    guard isInOrder, !bytes.areInMemory else {
      _ = bytes.withPart(group.range) { read(number, group, $0) }
      return group.range.lowerBound
    }
    if !window.range.contains(group.range.lowerBound)
      || window.range.upperBound < group.range.upperBound
    {
      let end = max(
        group.range.upperBound, min(group.blockEnd, group.range.lowerBound + Self.windowByteCount))
      let range = group.range.lowerBound..<end
      guard let copy = bytes.copy(of: range) else { return nil }
      window = (copy, range)
    }
    let records = window.bytes
    let start = group.range.lowerBound - window.range.lowerBound
    read(number, group, records.span.extracting(start..<(start + group.range.count)))
    return group.range.lowerBound
  }

  /// Reads the record of an object among others; what cannot be read any more leads to nothing.
  private mutating func read(
    _ number: Int, _ group: ObjectTable.Group, _ bytes: Span<UInt8>
  ) {
    var cursor = Cursor(0..<bytes.count)
    do throws(Defect) {
      for _ in 0..<group.index {
        let byteCount = try cursor.readCount(bytes)
        cursor.offset += byteCount
      }
      // Out of order, all that is new has to be noted.
      let isNoted = walk.unfollowedLimit > 0
      if !isNoted, walk.readPlainRecords(bytes, &cursor, number..<(number + 1)) == 1 { return }
      let byteCount = try cursor.readCount(bytes)
      let end = cursor.offset + byteCount
      _ = try cursor.readNumber(bytes)
      guard cursor.offset <= end else { return }
      let entry = walk.objects.entry(ofObject: number)
      try walk.walkRecord(bytes, entry: entry, range: cursor.offset..<end)
    } catch {
      return
    }
  }
}
