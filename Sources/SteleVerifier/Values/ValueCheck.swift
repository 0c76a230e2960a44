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

  /// Examines all values; a quick walk says nothing but whether all is well.
  mutating func checkAll(
    _ bytes: Span<UInt8>, _ chunks: inout [Chunk], _ progress: (Int) -> Void
  ) -> Bool {
    // A quick walk says nothing of places: it can begin with the roots, which tell at once what
    // the objects are reached by.
    if walk.isQuick {
      checkChunks(bytes, &chunks, progress) { $0 == .roots || $0 == .metadata }
      checkChunks(bytes, &chunks, progress) { $0 == .objects }
    } else {
      checkChunks(bytes, &chunks, progress) { _ in true }
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
      isReached = reach.follow(place)
      if purpose == .canonicalCheck { meetRecord(bytes, entry: entry, at: offset) }
      _ = try record.readNumber(bytes)
      try walkRecord(bytes, entry: entry, range: record.offset..<record.end)
    } catch {
      note(bytes, error.rule, error.offset)
    }
  }
}
