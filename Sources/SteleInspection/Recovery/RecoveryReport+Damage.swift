import Stele

extension RecoveryReport.Damage {
  /// Creates a damage from a refusal within a chunk with correct checks.
  init(_ error: ArchiveError, in chunk: Chunk) {
    self.init(
      range: error.offset..<max(error.offset, chunk.knownPayload.upperBound), type: chunk.type,
      rule: error.rule)
  }

  /// Creates a damage for an intact chunk at a position where it is not allowed.
  init(_ chunk: Chunk, _ rule: ArchiveRule) {
    self.init(
      range: chunk.offset..<chunk.knownPayload.upperBound, type: chunk.type, rule: rule)
  }
}
