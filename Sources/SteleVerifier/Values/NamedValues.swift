internal import Stele

/// The part of phase 6 about the `ROOT` and `mETa` chunks.
///
/// Spec §6.1, §6.2.
struct NamedValues {
  private(set) var rootCount = 0
  private var rootNames = NameSet()
  private var metadataKeys = NameSet()

  /// Validates the payload of a chunk, which is at the beginning of the pass.
  mutating func read(_ bytes: Span<UInt8>, _ chunk: inout Chunk, _ pass: inout ValuePass) {
    let isMetadata = chunk.type == .metadata
    var cursor = Cursor(0..<bytes.count)
    do throws(Defect) {
      let countOffset = cursor.offset
      let count = try cursor.readCount(bytes)
      chunk.count = count
      chunk.contentOffset = cursor.offset
      if let indexedCount = chunk.indexedCount, indexedCount != count {
        pass.note(bytes, .indexCount, countOffset)
      }
      for _ in 0..<count {
        let offset = cursor.offset
        let name = offset..<(try cursor.readString(bytes)).upperBound
        if isMetadata {
          if !metadataKeys.insert(bytes, name) { pass.note(bytes, .duplicateMetadata, offset) }
        } else {
          if !rootNames.insert(bytes, name) { pass.note(bytes, .duplicateRoot, offset) }
        }
        try pass.readNamedValue(bytes, &cursor, nameOffset: offset)
        if !isMetadata { rootCount += 1 }
      }
      try cursor.finish()
    } catch {
      pass.note(bytes, error)
    }
  }
}
