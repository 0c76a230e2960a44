internal import Stele

/// Phase 6: the values of the `OBJS`, `ROOT` and `mETa` chunks.
///
/// The roots are read first, so that ``Reach`` knows where to begin; then the blocks in parallel. The findings are put
/// into the order of the file. Spec §5, §6, §8.1.
struct Values {
  /// The number of roots; nil if a chunk of roots is damaged.
  private(set) var rootCount: Int?
  /// The objects that strong references reach, as far as the order of the file shows.
  private(set) var reach: Reach

  init(
    _ bytes: VerifiedBytes, chunks: inout [Chunk], _ template: ValueReader, _ workers: Workers,
    log: inout FindingLog, _ progress: (Int) -> Void
  ) {
    reach = Reach(objectCount: template.contents.objects.count)
    var reader = template
    var rootNames: Set<[UInt8]> = []
    var metadataKeys: Set<[UInt8]> = []
    let areRootsSound = chunks.allSatisfy { $0.type != .roots || $0.isSound }
    var rootCount = 0
    for index in chunks.indices where chunks[index].isSound {
      if chunks[index].type == .roots {
        rootCount += reader.readItems(bytes, &chunks[index], &rootNames)
      } else if chunks[index].type == .metadata {
        _ = reader.readItems(bytes, &chunks[index], &metadataKeys)
      }
    }
    if areRootsSound { self.rootCount = rootCount }
    reach.insert(reader.edges)
    var recordLog = log.emptied()
    workers.forEach(chunks.filter { $0.type == .objects && $0.isSound }, state: template) {
      (reader, chunk) in
      reader.log = template.log
      reader.edges.removeAll()
      reader.readRecords(bytes, chunk)
      return (log: reader.log, edges: reader.edges)
    } finish: { chunk, result in
      recordLog.append(contentsOf: result.log)
      reach.follow(result.edges)
      progress(chunk.payload.upperBound)
    }
    log.append(merging: recordLog, reader.log)
  }
}

extension ValueReader {
  /// Reads the records of a block (§5.2).
  ///
  /// Phase 4 has framed them: after a record that is refused, its length leads to the next one.
  mutating func readRecords(_ bytes: VerifiedBytes, _ chunk: Chunk) {
    guard begin(chunk, of: bytes) else { return }
    cursor.offset = chunk.contentOffset
    for index in 0..<chunk.count {
      object = chunk.objectNumber(index)
      site = .none
      do throws(Defect) {
        try readRecord(ofObject: chunk.precedingObjectCount + index + 1)
      } catch {
        refuse(error)
      }
    }
    object = 0
    site = .none
  }

  /// Reads the record at the cursor, and moves to its end.
  mutating func readRecord(ofObject number: Int) throws(Defect) {
    defer { edges.endSource(number) }
    let offset = cursor.offset
    let byteCount = try cursor.readCount()
    let (end, blockEnd) = (cursor.offset + byteCount, cursor.end)
    cursor.end = end
    defer {
      cursor.offset = end
      cursor.end = blockEnd
    }
    let entry = contents.objects.entry(ofObject: number)
    // Phase 4 has refused an entry that is not valid.
    guard entry != 0 else { return }
    site = .record(entry: entry)
    if canonical != nil { checkCanonical(recordOf: entry, at: offset) }
    _ = try cursor.readNumber()
    try readFields(ofEntry: entry)
  }

  /// Reads the roots (§6.1) or the metadata items (§6.2) of a chunk: X6, X1 or X2, P2; in phase 7 K9 or K12.
  ///
  /// - Returns: The number of those that could be read.
  mutating func readItems(
    _ bytes: VerifiedBytes, _ chunk: inout Chunk, _ names: inout Set<[UInt8]>
  ) -> Int {
    guard begin(chunk, of: bytes) else { return 0 }
    let isMetadata = chunk.type == .metadata
    var itemCount = 0
    do throws(Defect) {
      let countOffset = cursor.offset
      let count = try cursor.readCount()
      chunk.count = count
      if let indexedCount = chunk.indexedCount, indexedCount != count {
        record(.indexCount, countOffset)
      }
      var last: ArraySlice<UInt8>?
      for _ in 0..<count {
        let offset = cursor.offset
        let range = try cursor.readString()
        let name = cursor.part[range]
        if canonical != nil, let last, !last.lexicographicallyPrecedes(name) {
          record(isMetadata ? .canonicalMetadata : .canonicalRoots, offset)
        }
        last = name
        if !names.insert(Array(name)).inserted {
          record(isMetadata ? .duplicateMetadata : .duplicateRoot, offset)
        }
        site = isMetadata ? .metadata(name: range) : .root(name: range)
        try readTypeAndValue()
        site = .none
        itemCount += 1
      }
      try cursor.finish()
    } catch {
      refuse(error)
    }
    site = .none
    return itemCount
  }
}
