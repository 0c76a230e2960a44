internal import Stele

/// Phase 6: the values of the `OBJS`, `ROOT` and `mETa` chunks.
///
/// Spec §7.1.
struct ValueCheck {
  private(set) var walk: ValueWalk
  private(set) var rootCount = 0

  private var rootNames = NameSet()
  private var metadataKeys = NameSet()

  init(_ walk: ValueWalk) {
    self.walk = walk
  }

  /// Examines all values, and says what is wrong.
  mutating func checkAll(
    _ bytes: VerifiedBytes, _ chunks: inout [Chunk], _ progress: (Int) -> Void
  ) {
    for index in chunks.indices where chunks[index].isSound {
      if chunks[index].type == .objects { walk.walkBlock(bytes, chunks[index]) }
      checkNamedValues(bytes, &chunks[index])
      progress(chunks[index].payload.upperBound)
    }
  }

  /// Examines the values of roots and of metadata.
  mutating func checkNamedValues(_ bytes: VerifiedBytes, _ chunks: inout [Chunk]) {
    for index in chunks.indices where chunks[index].isSound && !walk.hasFoundSomething {
      checkNamedValues(bytes, &chunks[index])
    }
  }

  /// Spec §6.1, §6.2.
  private mutating func checkNamedValues(_ bytes: VerifiedBytes, _ chunk: inout Chunk) {
    guard chunk.type == .roots || chunk.type == .metadata else { return }
    walk.enter(chunk)
    if bytes.withPart(chunk.payload, { checkNamedValues($0, &chunk) }) == nil { walk.noteEnd() }
    walk.leave()
  }

  private mutating func checkNamedValues(_ bytes: Span<UInt8>, _ chunk: inout Chunk) {
    let isMetadata = chunk.type == .metadata
    var cursor = Cursor(0..<bytes.count)
    do throws(Defect) {
      let countOffset = cursor.offset
      let count = try cursor.readCount(bytes)
      chunk.count = count
      chunk.contentOffset = cursor.offset
      if let indexedCount = chunk.indexedCount, indexedCount != count {
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
  }
}

extension ValueWalk {
  /// Begins to read the payload of a chunk.
  mutating func enter(_ chunk: Chunk) {
    self.chunk = chunk
    isInMetadata = chunk.type == .metadata
    definedNameCount = chunk.definedNameCount
    definedEntryCount = chunk.definedEntryCount
    leave()
    log.origin = chunk.payload.lowerBound
  }

  /// Ends what findings are said to stand in.
  mutating func leave() {
    object = 0
    site = .none
    log.origin = 0
  }

  /// Notes that the bytes of the chunk cannot be had any more.
  mutating func noteEnd() {
    hasFoundSomething = true
    log.add(.truncated, at: 0, chunk: chunk)
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
  mutating func walkBlock(_ bytes: VerifiedBytes, _ chunk: Chunk) {
    enter(chunk)
    let isThere: Void? = bytes.withPart(chunk.payload) { payload in
      var cursor = Cursor(chunk.content)
      for index in 0..<chunk.count { walkRecord(payload, &cursor, chunk, index) }
    }
    if isThere == nil { noteEnd() }
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
      isReached = reach.follow(place, isLeaf: false)
      if purpose == .canonicalCheck { meetRecord(bytes, entry: entry, at: offset) }
      _ = try record.readNumber(bytes)
      try walkRecord(bytes, entry: entry, range: record.offset..<record.end)
    } catch {
      note(bytes, error.rule, error.offset)
    }
  }
}
