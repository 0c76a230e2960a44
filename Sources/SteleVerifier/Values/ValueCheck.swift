internal import Stele

/// Phase 6: the values of the `OBJS`, `ROOT` and `mETa` chunks.
///
/// Spec §7.1.
struct ValueCheck {
  private(set) var walk: ValueWalk
  private(set) var rootCount = 0

  private var rootNames = RangeTable()
  private var metadataKeys = RangeTable()

  init(_ walk: ValueWalk) {
    self.walk = walk
  }

  /// Examines all values, and says what is wrong.
  mutating func checkAll(
    _ bytes: Span<UInt8>, _ chunks: inout [Chunk], _ progress: (Int) -> Void
  ) {
    checkChunks(bytes, &chunks, progress) { _ in true }
    walk.references.flush()
  }

  /// Says whether all values are right, and nothing else.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - chunks: The chunks of the archive.
  ///   - progress: Takes the offset up to which the pass has come.
  ///   - helper: What reads the later blocks while this one reads the earlier ones, if there is something.
  /// - Returns: Whether all values are right.
  mutating func checkQuickly(
    _ bytes: Span<UInt8>, _ chunks: inout [Chunk], _ progress: (Int) -> Void,
    _ helper: ValueCheckHelper?
  ) -> Bool {
    // Nothing is said of places, so it can begin with the roots, which tell at once what the
    // objects are reached by.
    checkChunks(bytes, &chunks, progress) { $0 == .roots || $0 == .metadata }
    let all = chunks.filter { $0.type == .objects }
    guard let helper, let middle = Self.middle(of: all, atLeast: helper.smallestByteCount),
      !walk.hasFoundSomething
    else {
      return checkBlocks(bytes, all[...], progress)
    }
    var isRight = false
    helper.read(all[middle...], bytes) { isRight = checkBlocks(bytes, all[..<middle], progress) }
    guard isRight, let second = helper.result else { return false }
    let first = all[middle].precedingObjectCount + 1
    walk.reach.merge(second.walk.reach, first..<(walk.objects.count + 1))
    return true
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

  /// Says whether the values of some blocks are right.
  mutating func checkBlocks(
    _ bytes: Span<UInt8>, _ blocks: ArraySlice<Chunk>, _ progress: (Int) -> Void
  ) -> Bool {
    for block in blocks where block.isSound && !walk.hasFoundSomething {
      walk.walkBlock(bytes, block)
      progress(block.payload.upperBound)
    }
    walk.references.flush()
    return !walk.hasFoundSomething && !walk.references.hasWrongClass
  }

  private mutating func checkChunks(
    _ bytes: Span<UInt8>, _ chunks: inout [Chunk], _ progress: (Int) -> Void,
    where isDue: (ChunkType) -> Bool
  ) {
    for index in chunks.indices where isDue(chunks[index].type) {
      guard chunks[index].isSound, !walk.hasFoundSomething else { continue }
      switch chunks[index].type {
      case .objects: walk.walkBlock(bytes, chunks[index])
      case .roots, .metadata: checkNamedValues(bytes, &chunks[index])
      default: break
      }
      progress(chunks[index].payload.upperBound)
    }
  }

  /// Spec §6.1, §6.2.
  private mutating func checkNamedValues(_ bytes: Span<UInt8>, _ chunk: inout Chunk) {
    walk.enter(chunk)
    let isMetadata = chunk.type == .metadata
    var cursor = Cursor(chunk.payload)
    do throws(Defect) {
      let countOffset = cursor.offset
      let count = try cursor.readCount(bytes)
      chunk.count = count
      chunk.contentOffset = cursor.offset
      if let indexedCount = chunk.indexedCount, Int(indexedCount) != count {
        walk.note(bytes, .indexCount, countOffset)
      }
      for _ in 0..<count where !walk.hasFoundSomething {
        let offset = cursor.offset
        let name = try cursor.readString(bytes)
        let range = offset..<name.upperBound
        if isMetadata {
          if !metadataKeys.insert(bytes, range) { walk.note(bytes, .duplicateMetadata, offset) }
        } else {
          if !rootNames.insert(bytes, range) { walk.note(bytes, .duplicateRoot, offset) }
        }
        try walk.walkNamedValue(bytes, &cursor, nameOffset: offset)
        if !isMetadata { rootCount += 1 }
      }
      try cursor.finish()
    } catch {
      walk.note(bytes, error.rule, error.offset)
    }
    walk.leave()
  }
}

extension ValueWalk {
  mutating func enter(_ chunk: Chunk) {
    self.chunk = chunk
    isInMetadata = chunk.type == .metadata
    definedNameCount = chunk.definedNameCount
    definedEntryCount = chunk.definedEntryCount
    leave()
  }

  /// Ends what findings are said to stand in.
  mutating func leave() {
    object = 0
    site = .none
  }

  /// Reads the type and the value behind a name.
  mutating func walkNamedValue(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, nameOffset: Int
  ) throws(Defect) {
    reset()
    site = isInMetadata ? .metadata(nameOffset: nameOffset) : .root(nameOffset: nameOffset)
    isReached = true
    self.cursor = cursor
    let type = try types.read(
      bytes, &self.cursor, place: isInMetadata ? .metadata : .root,
      definedNameCount: definedNameCount)
    if purpose == .canonicalCheck { canonical.use(namesIn: types.nodes[permanentTypeCount...]) }
    try walkValue(bytes, type: type)
    cursor = self.cursor
    site = .none
  }

  /// Reads the records of a block that could be framed; a bad one is passed over by its length.
  mutating func walkBlock(_ bytes: Span<UInt8>, _ chunk: Chunk) {
    enter(chunk)
    var cursor = Cursor(chunk.contentOffset..<chunk.payload.upperBound)
    let numbers = (chunk.precedingObjectCount + 1)..<(chunk.precedingObjectCount + chunk.count + 1)
    var index = 0
    while true {
      index += readPlainRecords(bytes, &cursor, numbers.dropFirst(index))
      guard index < chunk.count, !hasFoundSomething else { break }
      walkRecord(bytes, &cursor, chunk, index)
      index += 1
    }
    leave()
  }

  /// Reads a record of a block whose length stands at the cursor.
  private mutating func walkRecord(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, _ chunk: Chunk, _ index: Int
  ) {
    object = chunk.objectNumber(index)
    let place = chunk.precedingObjectCount &+ index &+ 1
    let offset = cursor.offset
    do throws(Defect) {
      let byteCount = try cursor.readCount(bytes)
      var record = Cursor(cursor.offset..<(cursor.offset &+ byteCount))
      cursor.offset = record.end
      let entry = objects.entry(ofObject: place)
      guard entry != 0 else { return }
      site = .record(entry: entry)
      isReached = reach.follow(place, isLeaf: plain?.plans.isLeaf(entry) ?? false)
      if purpose == .canonicalCheck { meetRecord(bytes, entry: entry, at: offset) }
      _ = try record.readNumber(bytes)
      try walkRecord(bytes, entry: entry, range: record.offset..<record.end)
    } catch {
      note(bytes, error.rule, error.offset)
    }
  }
}
