internal import Stele

/// Says whether blocks and all values are right, and nothing else.
struct QuickCheck {
  private(set) var walk: ValueWalk
  private(set) var rootCount = 0

  init(_ walk: ValueWalk) {
    self.walk = walk
  }

  /// Says whether all is right.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - chunks: Its chunks; what blocks consist of is presumed.
  ///   - progress: Takes the offset up to which the pass has come.
  ///   - helper: What reads the later blocks while this one reads the earlier ones, if there is something.
  /// - Returns: Whether all is right.
  mutating func check(
    _ bytes: VerifiedBytes, _ chunks: inout [Chunk], _ progress: (Int) -> Void,
    _ helper: QuickCheckHelper?
  ) -> Bool {
    // Nothing is said of places, so it can begin with the roots, which tell at once what the objects are reached by.
    var named = ValueCheck(walk)
    named.checkNamedValues(bytes, &chunks)
    walk = named.walk
    rootCount = named.rootCount
    guard !walk.hasFoundSomething else { return false }
    let blocks = chunks.filter { $0.type == .objects }
    guard let helper, let middle = Self.middle(of: blocks, atLeast: helper.smallestByteCount)
    else {
      return read(bytes, blocks[...], progress) && areClassesRight(in: walk.objects)
    }
    var isRight = false
    helper.read(blocks[middle...], bytes) {
      isRight = read(bytes, blocks[..<middle], progress)
    }
    guard isRight, let second = helper.result else { return false }
    let first = walk.objects.count + 1
    walk.objects.append(contentsOf: second.walk.objects)
    walk.reach.merge(second.walk.reach, first...walk.objects.count)
    var areOthersRight = false
    helper.together {
      isRight = areClassesRight(in: walk.objects)
    } _: {
      areOthersRight = second.areClassesRight(in: walk.objects)
    }
    return isRight && areOthersRight
  }

  /// The first of the blocks that are to be read elsewhere, unless all are read here.
  private static func middle(of blocks: [Chunk], atLeast smallestByteCount: Int) -> Int? {
    let byteCount = blocks.reduce(0) { $0 + $1.payload.count }
    guard byteCount >= smallestByteCount else { return nil }
    var rest = byteCount / 2
    for (index, block) in blocks.enumerated() {
      rest -= block.payload.count
      if rest <= 0 { return index + 1 < blocks.count ? index + 1 : nil }
    }
    return nil
  }

  /// Says whether some blocks are right.
  mutating func read(
    _ bytes: VerifiedBytes, _ blocks: ArraySlice<Chunk>, _ progress: (Int) -> Void
  ) -> Bool {
    walk.objects.reserve(blocks.reduce(0) { $0 + $1.count })
    for block in blocks where !walk.hasFoundSomething {
      walk.readBlock(bytes, block)
      progress(block.payload.upperBound)
    }
    return !walk.hasFoundSomething
  }

  /// Says whether all references are to objects of their classes.
  private func areClassesRight(in objects: ObjectTable) -> Bool {
    walk.asked.areRight(objects, walk.membership)
  }
}

extension ValueWalk {
  /// Reads a block of which nothing is known but its frame and what the index says.
  fileprivate mutating func readBlock(_ bytes: VerifiedBytes, _ chunk: Chunk) {
    enter(chunk)
    if bytes.withPart(chunk.payload, { readBlock($0, chunk) }) == nil { noteEnd() }
    leave()
  }

  private mutating func readBlock(_ bytes: Span<UInt8>, _ chunk: Chunk) {
    objects.beginBlock(chunk.payload)
    var cursor = Cursor(0..<bytes.count)
    do throws(Defect) {
      let (number, count) = (try cursor.readNumber(bytes), try cursor.readCount(bytes))
      guard number == chunk.firstNumber, count == chunk.count, chunk.isRight(bytes) else {
        return hasFoundSomething = true
      }
      let end = number + count
      var next = number
      while true {
        next += readPlainRecords(bytes, &cursor, next..<end)
        guard next < end, !hasFoundSomething else { break }
        try readRecord(bytes, &cursor, next)
        next += 1
      }
      try cursor.finish()
    } catch {
      hasFoundSomething = true
    }
  }

  /// Reads the record of an object, whose length stands at the cursor.
  private mutating func readRecord(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, _ number: Int
  ) throws(Defect) {
    let offset = cursor.offset
    let byteCount = try cursor.readCount(bytes)
    var record = Cursor(cursor.offset..<(cursor.offset &+ byteCount))
    cursor.offset = record.end
    let entry = try record.readNumber(bytes)
    guard entry > 0, entry <= definedEntryCount, classes[entry].kind == .class else {
      throw Defect(.recordKind, offset)
    }
    objects.append(entry: entry, recordOffset: offset)
    object = number
    site = .record(entry: entry)
    isReached = reach.follow(number, isLeaf: plain?.plans.isLeaf(entry) ?? false)
    try walkRecord(bytes, entry: entry, range: record.offset..<record.end)
  }
}
