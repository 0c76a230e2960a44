/// A byte of an archive with another value, in one of the ways that carry it to different rules.
package struct OneByteChange: Sendable, CustomStringConvertible {
  /// The checks that are corrected after the change.
  package enum Way: String, CaseIterable, Sendable {
    /// Nothing, so that a check finds the change.
    case raw
    /// Both checks of each chunk.
    case resealed
    /// Both checks of each chunk, and the counts in the index.
    case reindexed
  }

  /// The offset of the byte.
  package let offset: Int
  /// Its new value.
  package let value: UInt8
  /// The checks that are corrected.
  package let way: Way

  package init(offset: Int, value: UInt8, way: Way) {
    self.offset = offset
    self.value = value
    self.way = way
  }

  package var description: String { "byte \(offset) = \(value), \(way.rawValue)" }

  /// The changed archive, or nil when it would be the archive itself or that of another way.
  package func applied(to archive: [UInt8]) -> [UInt8]? {
    var bytes = archive
    bytes[offset] = value
    guard bytes != archive else { return nil }
    guard way != .raw else { return bytes }
    guard let sealed = ChunkAssembler.reseal(bytes), sealed != archive, sealed != bytes else {
      return nil
    }
    guard way == .reindexed else { return sealed }
    guard var parts = try? ArchiveParts(archive: sealed) else { return nil }
    parts.renewIndex()
    let reindexed = parts.sealed()
    return reindexed == sealed ? nil : reindexed
  }
}
