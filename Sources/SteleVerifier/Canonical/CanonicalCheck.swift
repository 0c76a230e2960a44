internal import Stele

/// Phase 7: the canonical form of a valid archive.
///
/// Spec §9.2.
struct CanonicalCheck {
  private static let blockByteCount = 65_536

  private let chunks: [Chunk]
  private let classes: ClassTable
  private var walk: ValueWalk
  private var log: FindingLog

  /// Makes a check from a walk with that purpose.
  init(chunks: [Chunk], _ walk: ValueWalk) {
    self.chunks = chunks
    self.walk = walk
    classes = walk.classes
    log = walk.log
  }

  /// Examines the archive and returns the findings with those made before.
  mutating func check(
    _ bytes: VerifiedBytes, firstUnknownChunkOffset: Int?, _ progress: (Int) -> Void
  ) -> FindingLog {
    checkChunks(firstUnknownChunkOffset)
    checkHead(bytes)
    let names = classes.bytes
    checkNames(names.span)
    checkEntries(names.span)
    checkKeys(names.span)
    walk.log = log
    walk.canonical = CanonicalProgress(classes)
    for chunk in chunks where chunk.type == .roots {
      walkNamedValues(bytes, chunk, .canonicalRoots)
    }
    let blocks = chunks.filter { $0.type == .objects }
    for (index, chunk) in blocks.enumerated() {
      let next = index + 1 < blocks.count ? blocks[index + 1] : nil
      let nextByteCount = next.map { firstRecordByteCount(bytes, $0) }
      _ = bytes.withPart(chunk.payload) { checkBlock($0, chunk, nextByteCount: nextByteCount) }
      walk.walkBlock(bytes, chunk)
      progress(chunk.payload.upperBound)
    }
    for chunk in chunks where chunk.type == .metadata {
      walkNamedValues(bytes, chunk, .canonicalMetadata)
    }
    log = walk.log
    checkUse()
    return log
  }

  /// Rule K1.
  private mutating func checkChunks(_ firstUnknownChunkOffset: Int?) {
    let order: [ChunkType] = [.head, .classes, .objects, .roots, .metadata, .index]
    var place = -1
    for chunk in chunks {
      if let firstUnknownChunkOffset, firstUnknownChunkOffset < chunk.offset { break }
      let isCounted = chunk.type != .head && chunk.type != .index
      let newPlace = order.firstIndex(of: chunk.type) ?? -1
      let isInOrder = newPlace > place || (newPlace == place && chunk.type == .objects)
      guard isInOrder, chunk.count > 0 || !isCounted else {
        log.add(.canonicalChunks, at: chunk.offset, chunk: chunk)
        return
      }
      place = newPlace
    }
    if let firstUnknownChunkOffset { log.add(.canonicalChunks, at: firstUnknownChunkOffset) }
  }

  /// Rule K2.
  private mutating func checkHead(_ bytes: VerifiedBytes) {
    guard let head = chunks.first else { return }
    // Major 1, minor 0, no writer: there is one way to write that.
    let isCanonical = head.payload.count == 3 && bytes.copy(of: head.payload) == [1, 0, 0]
    if !isCanonical { log.add(.canonicalHead, at: head.payload.lowerBound, chunk: head) }
  }

  /// Rule K3.
  private mutating func checkNames(_ bytes: Span<UInt8>) {
    for index in classes.nameOffsets.indices.dropFirst() {
      let offset = classes.nameOffsets[index]
      let before = bytes.stringContent(at: classes.nameOffsets[index - 1])
      if !bytes.isOrdered(before, before: bytes.stringContent(at: offset)) {
        add(.canonicalNames, at: offset)
      }
    }
  }

  /// Rule K4.
  private mutating func checkEntries(_ bytes: Span<UInt8>) {
    guard classes.entries.count > 1 else { return }
    for number in 2...classes.entries.count
    where !isLineage(of: number - 1, below: number, bytes) {
      add(.canonicalEntries, at: classes[number].offset)
    }
  }

  /// Compares two chains item by item, at most as many as a chain may have.
  private func isLineage(of first: Int, below second: Int, _ bytes: Span<UInt8>) -> Bool {
    var (left, right) = (first, second)
    while left != right, left != 0, right != 0 {
      let (one, two) = (classes[left], classes[right])
      if one.name != two.name {
        let name = bytes.stringContent(at: classes.nameOffsets[Int(one.name) - 1])
        let other = bytes.stringContent(at: classes.nameOffsets[Int(two.name) - 1])
        return bytes.isOrdered(name, before: other)
      }
      guard one.version == two.version else { return one.version < two.version }
      guard one.kind == two.kind else { return one.kind.rawValue < two.kind.rawValue }
      (left, right) = (Int(one.superclass), Int(two.superclass))
    }
    return left == 0 && right != 0
  }

  /// Rule K5.
  private mutating func checkKeys(_ bytes: Span<UInt8>) {
    for entry in classes.entries {
      var cursor = Cursor(entry.offset..<bytes.count)
      do throws(Defect) {
        // Name, version, kind and superclass.
        _ = try cursor.readNumber(bytes)
        _ = try cursor.readShortNumber(bytes)
        try cursor.skip(1)
        _ = try cursor.readNumber(bytes)
        if entry.kind == .enum {
          try checkCases(bytes, &cursor)
        } else {
          try checkKeys(bytes, &cursor)
        }
      } catch {
        add(error.rule, at: error.offset)
      }
    }
  }

  private mutating func checkCases(_ bytes: Span<UInt8>, _ cursor: inout Cursor) throws(Defect) {
    var previous: Range<Int>?
    for _ in 0..<(try cursor.readCount(bytes)) {
      try checkName(bytes, &cursor, behind: &previous)
      // Since and flags.
      _ = try cursor.readShortNumber(bytes)
      try cursor.skip(1)
      try checkKeys(bytes, &cursor)
    }
  }

  private mutating func checkKeys(_ bytes: Span<UInt8>, _ cursor: inout Cursor) throws(Defect) {
    var previous: Range<Int>?
    for _ in 0..<(try cursor.readCount(bytes)) {
      try checkName(bytes, &cursor, behind: &previous)
      try TypeTable.skip(bytes, &cursor)
      // Since and flags.
      _ = try cursor.readShortNumber(bytes)
      try cursor.skip(1)
    }
  }

  private mutating func checkName(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, behind previous: inout Range<Int>?
  ) throws(Defect) {
    let offset = cursor.offset
    let name = try cursor.readString(bytes)
    if let previous, !bytes.isOrdered(previous, before: name) { add(.canonicalKeys, at: offset) }
    previous = name
  }

  /// Rules K9 and K12, and the values.
  private mutating func walkNamedValues(_ bytes: VerifiedBytes, _ chunk: Chunk, _ rule: Rule) {
    walk.enter(chunk)
    let isThere: Void? = bytes.withPart(chunk.payload) { walkNamedValues($0, chunk, rule) }
    if isThere == nil { walk.noteEnd() }
    walk.leave()
  }

  private mutating func walkNamedValues(_ bytes: Span<UInt8>, _ chunk: Chunk, _ rule: Rule) {
    var cursor = Cursor(chunk.content)
    var previous: Range<Int>?
    do throws(Defect) {
      for _ in 0..<chunk.count {
        let offset = cursor.offset
        let name = try cursor.readString(bytes)
        if let previous, !bytes.isOrdered(previous, before: name) {
          walk.note(bytes, rule, offset)
        }
        previous = name
        try walk.walkNamedValue(bytes, &cursor, nameOffset: offset)
      }
    } catch {
      walk.note(bytes, error.rule, error.offset)
    }
  }

  /// The number of bytes of the first record of a block, with its length.
  private func firstRecordByteCount(_ bytes: VerifiedBytes, _ chunk: Chunk) -> Int {
    let start = chunk.payload.lowerBound + chunk.contentOffset
    // A length takes at most five bytes.
    let end = min(start + 5, chunk.payload.upperBound)
    guard start < end, let length = bytes.copy(of: start..<end) else { return 0 }
    var cursor = Cursor(0..<length.count)
    do throws(Defect) {
      let byteCount = try cursor.readShortNumber(length.span)
      return cursor.offset + byteCount
    } catch {
      return 0
    }
  }

  /// Rule K8, for a block and the number of bytes of the first record of the next one, which the last block does not have.
  private mutating func checkBlock(_ bytes: Span<UInt8>, _ chunk: Chunk, nextByteCount: Int?) {
    var cursor = Cursor(chunk.content)
    var isTooLate = false
    do throws(Defect) {
      for index in 0..<chunk.count {
        let start = cursor.offset
        let byteCount = try cursor.readCount(bytes)
        cursor.offset += byteCount
        let isLarge = cursor.offset - start >= Self.blockByteCount
        let wasFull = start - chunk.contentOffset >= Self.blockByteCount
        isTooLate = isTooLate || wasFull || (isLarge && index > 0)
      }
    } catch {
      return
    }
    let isFull = cursor.offset - chunk.contentOffset >= Self.blockByteCount
    let isTooEarly = !isFull && nextByteCount ?? Self.blockByteCount < Self.blockByteCount
    guard isTooLate || isTooEarly else { return }
    walk.log.add(.canonicalBlocks, at: chunk.payload.lowerBound, chunk: chunk)
  }

  /// Rule K6.
  private mutating func checkUse() {
    var progress = walk.canonical
    for number in classes.entries.indices.map({ $0 + 1 })
    where progress.usedEntries.contains(number) {
      var superclass = Int(classes[number].superclass)
      while superclass != 0, !progress.usedEntries.contains(superclass) {
        progress.use(entry: superclass)
        superclass = Int(classes[superclass].superclass)
      }
    }
    for entry in classes.entries { progress.use(name: Int(entry.name)) }
    progress.use(namesIn: classes.types.nodes[...])
    for (index, offset) in classes.nameOffsets.enumerated()
    where !progress.usedNames.contains(index + 1) {
      add(.canonicalUse, at: offset)
    }
    for (index, entry) in classes.entries.enumerated()
    where !progress.usedEntries.contains(index + 1) {
      add(.canonicalUse, at: entry.offset)
    }
  }

  /// Adds a finding at an offset in the class table.
  private mutating func add(_ rule: Rule, at offset: Int) {
    guard log.hasRoom else { return log.add(rule, at: offset) }
    let offset = classes.archiveOffset(of: offset)
    let chunk = chunks.first { $0.type == .classes && $0.payload.contains(offset) }
    log.add(rule, at: offset, chunk: chunk)
  }
}

extension Span<UInt8> {
  /// The bytes of the string whose length stands at an offset, in an archive that is valid.
  fileprivate func stringContent(at offset: Int) -> Range<Int> {
    var cursor = Cursor(offset..<count)
    do throws(Defect) {
      let byteCount = try cursor.readCount(self)
      return cursor.offset..<(cursor.offset + byteCount)
    } catch {
      return offset..<offset
    }
  }
}
