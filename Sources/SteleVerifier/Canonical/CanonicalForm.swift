internal import Stele

/// Phase 7: the canonical form of a valid archive.
///
/// Spec §9.6.
enum CanonicalForm {
  private static let blockByteLimit = 65_536

  /// Validates the form.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - chunks: Its chunks.
  ///   - template: A reader that has read nothing.
  ///   - progress: Takes the offset up to which blocks have been read.
  /// - Returns: The findings.
  static func validate(
    _ bytes: VerifiedBytes, _ chunks: [Chunk], _ template: ValueReader, _ progress: (Int) -> Void
  ) -> FindingLog {
    var reader = template
    let classes = CanonicalClasses(reader.contents.classes, chunks)
    // 1. Chunks and head.
    checkChunks(chunks, &reader.log)
    checkHead(bytes, chunks, &reader.log)
    // 2. Names, entries, keys.
    classes.checkOrder(&reader.log)
    // 3. Values.
    reader.canonical = CanonicalState(reader.contents.classes)
    readItems(bytes, chunks, .roots, &reader)
    let blocks = chunks.filter { $0.type == .objects }
    for (index, block) in blocks.enumerated() {
      let next = index + 1 < blocks.count ? blocks[index + 1] : nil
      checkBlock(block, before: next, reader.contents.objects, &reader.log)
      reader.readRecords(bytes, block)
      reader.edges.removeAll()
      progress(block.payload.upperBound)
    }
    readItems(bytes, chunks, .metadata, &reader)
    // 4. Use of names and entries.
    if let state = reader.canonical { classes.checkUse(state, &reader.log) }
    return reader.log
  }

  /// Roots or metadata: K9, K12, and the rules of values.
  private static func readItems(
    _ bytes: VerifiedBytes, _ chunks: [Chunk], _ type: ArchiveChunkType,
    _ reader: inout ValueReader
  ) {
    var names: Set<[UInt8]> = []
    for var chunk in chunks where chunk.type == type {
      _ = reader.readItems(bytes, &chunk, &names)
    }
  }

  /// K1.
  private static func checkChunks(_ chunks: [Chunk], _ log: inout FindingLog) {
    let order: [ArchiveChunkType] = [.head, .classes, .objects, .roots, .metadata, .index]
    var last = -1
    for chunk in chunks {
      let place = order.firstIndex(of: chunk.type) ?? -1
      let isInOrder = place > last || place == last && chunk.type == .objects
      let isEmpty = chunk.count == 0 && chunk.type != .head && chunk.type != .index
      guard isInOrder, !isEmpty else {
        return log.add(.canonicalChunks, at: chunk.offset, chunk: chunk)
      }
      last = place
    }
  }

  /// K2.
  private static func checkHead(
    _ bytes: VerifiedBytes, _ chunks: [Chunk], _ log: inout FindingLog
  ) {
    guard let head = chunks.first else { return }
    // Version 1.0, an empty document type and an empty writer.
    let isCanonical = bytes.part(head.payload)?[head.payload].elementsEqual([1, 0, 0, 0]) ?? false
    if !isCanonical { log.add(.canonicalHead, at: head.payload.lowerBound, chunk: head) }
  }

  /// K8: a block is closed when it has 65,536 bytes, and before a record that takes as much by itself (§5.1).
  private static func checkBlock(
    _ block: Chunk, before next: Chunk?, _ objects: ObjectTable, _ log: inout FindingLog
  ) {
    var byteCount = 0
    var isCanonical = true
    for index in 0..<block.count {
      let record = objects.record(index, of: block).count
      let isClosed = byteCount >= blockByteLimit || index > 0 && record >= blockByteLimit
      isCanonical = isCanonical && !isClosed
      byteCount += record
    }
    // After the last block there is no record that would have room.
    let nextRecord = next.map { objects.record(0, of: $0).count } ?? blockByteLimit
    isCanonical = isCanonical && (byteCount >= blockByteLimit || nextRecord >= blockByteLimit)
    if !isCanonical { log.add(.canonicalBlocks, at: block.payload.lowerBound, chunk: block) }
  }
}

/// The state of phase 7 between values.
///
/// Spec §9.6, rules K6 and K7.
struct CanonicalState {
  /// The largest object number in a reference so far.
  var namedCount = 0
  /// Whether numbers have been out of order: then the later ones mean nothing.
  var isNumberingBroken = false
  /// Whether each entry, from number 0 up, is used.
  private(set) var isEntryUsed: [Bool]
  /// Whether each name, from number 0 up, is used.
  private(set) var isNameUsed: [Bool]

  init(_ classes: ClassTable) {
    isEntryUsed = Array(repeating: false, count: classes.entries.count + 1)
    isNameUsed = Array(repeating: false, count: classes.names.count + 1)
  }

  mutating func use(entry: Int) { isEntryUsed[entry] = true }

  mutating func use(name: Int) { isNameUsed[name] = true }

  /// Uses the class names in type descriptors.
  mutating func use(namesIn types: ArraySlice<TypeNode>) {
    for type in types { isNameUsed[Int(type.name)] = true }
  }
}

extension ValueReader {
  /// K7 and K11 for a strong reference, or nil.
  mutating func checkCanonical(reference number: Int, at offset: Int) {
    if let canonical, number > canonical.namedCount {
      if number > canonical.namedCount + 1 { breakNumbering(at: offset) }
      self.canonical?.namedCount = number
    }
    if keyNesting > 0, number > 0 { record(.referenceInKey, offset) }
  }

  /// K6 and K7 for a record whose length stands at an offset.
  mutating func checkCanonical(recordOf entry: Int, at offset: Int) {
    canonical?.use(entry: entry)
    if let canonical, object > canonical.namedCount { breakNumbering(at: offset) }
  }

  private mutating func breakNumbering(at offset: Int) {
    if canonical?.isNumberingBroken == false { record(.canonicalNumbers, offset) }
    canonical?.isNumberingBroken = true
  }
}
