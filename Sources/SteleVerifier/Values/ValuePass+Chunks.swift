internal import Stele

/// The payloads of `OBJS`, `ROOT` and `mETa` chunks.
///
/// Spec §5, §6.
extension ValuePass {
  /// Reads the payload of a chunk with a closure, which reports findings at offsets in there.
  mutating func read(
    _ chunk: Chunk, of bytes: VerifiedBytes, _ body: (Span<UInt8>, inout ValuePass) -> Void
  ) {
    self.chunk = chunk
    isInMetadata = chunk.type == .metadata
    definedNameCount = chunk.definedNameCount
    definedEntryCount = chunk.definedEntryCount
    log.origin = chunk.payload.lowerBound
    defer {
      object = 0
      site = .none
      log.origin = 0
    }
    if bytes.withPart(chunk.payload, { body($0, &self) }) == nil {
      log.add(.truncated, at: 0, chunk: chunk)
    }
  }

  /// Reads the records of a block that could be framed; after an invalid one, the length leads to the next one.
  mutating func readRecords(_ bytes: Span<UInt8>, of chunk: Chunk) {
    var cursor = Cursor(chunk.content(bytes))
    for index in 0..<chunk.count {
      object = chunk.objectNumber(index)
      site = .none
      let number = chunk.precedingObjectCount &+ index &+ 1
      defer { endReferences(of: number) }
      do throws(Defect) {
        let offset = cursor.offset
        let byteCount = try cursor.readCount(bytes)
        var record = Cursor(cursor.offset..<(cursor.offset &+ byteCount))
        cursor.offset = record.end
        let entry = contents.objects.entry(ofObject: number)
        // Phase 4 has refused the entry number.
        guard entry != 0 else { continue }
        site = .record(entry: entry)
        if canonical != nil { checkCanonical(recordOf: entry, at: offset, bytes) }
        _ = try record.readNumber(bytes)
        try readRecord(bytes, entry: entry, record.offset..<record.end)
      } catch {
        note(bytes, error)
      }
    }
  }

  /// Reads the type and the value after the name of a root or metadata item.
  mutating func readNamedValue(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, nameOffset: Int
  ) throws(Defect) {
    site = isInMetadata ? .metadata(nameOffset: nameOffset) : .root(nameOffset: nameOffset)
    self.cursor = cursor
    try readTypeAndValue(bytes)
    cursor = self.cursor
    site = .none
  }
}
