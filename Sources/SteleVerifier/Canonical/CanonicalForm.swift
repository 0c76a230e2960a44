internal import Stele

/// Phase 7: the canonical form of a valid archive.
///
/// Spec §9.2.
enum CanonicalForm {
  /// Validates the form.
  ///
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - chunks: Its chunks.
  ///   - pass: A pass that has read nothing.
  ///   - progress: Takes the offset up to which blocks have been read.
  /// - Returns: The findings.
  static func validate(
    _ bytes: VerifiedBytes, _ chunks: [Chunk], _ pass: ValuePass, _ progress: (Int) -> Void
  ) -> FindingLog {
    var pass = pass
    let classes = pass.contents.classes
    checkChunks(chunks, &pass.log)
    checkHead(bytes, chunks, &pass.log)
    CanonicalClasses(classes, chunks).check(&pass.log)
    pass.canonical = CanonicalProgress(classes)
    for chunk in chunks where chunk.type == .roots {
      pass.readCanonicalItems(bytes, chunk, .canonicalRoots)
    }
    let blocks = chunks.filter { $0.type == .objects }
    for (index, chunk) in blocks.enumerated() {
      let next = index + 1 < blocks.count ? blocks[index + 1] : nil
      let nextByteCount = next.map { CanonicalBlocks.firstRecordByteCount(bytes, $0) }
      pass.read(chunk, of: bytes) { (payload, pass) in
        if !CanonicalBlocks.isCanonical(payload, chunk, nextByteCount: nextByteCount) {
          pass.log.add(.canonicalBlocks, at: 0, chunk: chunk)
        }
        pass.readRecords(payload, of: chunk)
        pass.removeReferences()
      }
      progress(chunk.payload.upperBound)
    }
    for chunk in chunks where chunk.type == .metadata {
      pass.readCanonicalItems(bytes, chunk, .canonicalMetadata)
    }
    if let canonical = pass.canonical {
      CanonicalClasses(classes, chunks).check(useIn: canonical, &pass.log)
    }
    return pass.log
  }

  /// Rule K1.
  private static func checkChunks(_ chunks: [Chunk], _ log: inout FindingLog) {
    let order: [ArchiveChunkType] = [.head, .classes, .objects, .roots, .metadata, .index]
    var place = -1
    for chunk in chunks {
      let hasCount = chunk.type != .head && chunk.type != .index
      let newPlace = order.firstIndex(of: chunk.type) ?? -1
      let isInOrder = newPlace > place || (newPlace == place && chunk.type == .objects)
      guard isInOrder, chunk.count > 0 || !hasCount else {
        return log.add(.canonicalChunks, at: chunk.offset, chunk: chunk)
      }
      place = newPlace
    }
  }

  /// Rule K2.
  private static func checkHead(
    _ bytes: VerifiedBytes, _ chunks: [Chunk], _ log: inout FindingLog
  ) {
    guard let head = chunks.first else { return }
    // Major 1, minor 0, an empty document type and writer.
    let isCanonical = head.payload.count == 4 && bytes.copy(of: head.payload) == [1, 0, 0, 0]
    if !isCanonical { log.add(.canonicalHead, at: head.payload.lowerBound, chunk: head) }
  }
}

extension ValuePass {
  /// Reads roots or metadata items.
  ///
  /// Rules K9, K12, and those of values.
  fileprivate mutating func readCanonicalItems(
    _ bytes: VerifiedBytes, _ chunk: Chunk, _ rule: ArchiveRule
  ) {
    read(chunk, of: bytes) { (payload, pass) in
      var cursor = Cursor(chunk.content(payload))
      var previous: Range<Int>?
      do throws(Defect) {
        for _ in 0..<chunk.count {
          let offset = cursor.offset
          let name = try cursor.readString(payload)
          if let previous, !payload.isOrdered(previous, before: name) {
            pass.note(payload, rule, offset)
          }
          previous = name
          try pass.readNamedValue(payload, &cursor, nameOffset: offset)
        }
      } catch {
        pass.note(payload, error)
      }
    }
  }
}
