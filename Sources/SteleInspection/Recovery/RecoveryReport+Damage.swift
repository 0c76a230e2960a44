import Stele

extension RecoveryReport.Damage {
  /// Makes a damage of a refusal inside of a chunk whose checks are right.
  init(_ error: ArchiveError, in chunk: Chunk) {
    self.init(
      range: error.offset..<max(error.offset, chunk.knownPayload.upperBound), type: chunk.type,
      rule: error.rule)
  }

  /// Makes a damage of a chunk that is whole, but must not stand where it stands.
  init(_ chunk: Chunk, _ rule: ArchiveRule) {
    self.init(
      range: chunk.offset..<chunk.knownPayload.upperBound, type: chunk.type, rule: rule)
  }
}
