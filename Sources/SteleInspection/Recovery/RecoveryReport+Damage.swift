import Stele

extension RecoveryReport.Damage {
  /// Creates a damage from a refusal within a chunk whose checks are correct.
  init(_ error: ArchiveError, in chunk: Chunk) {
    self.init(
      range: error.offset..<max(error.offset, chunk.knownPayload.upperBound), type: chunk.type,
      rule: error.rule)
  }

  /// Creates a damage for a whole chunk at a position where it is not allowed.
  init(_ chunk: Chunk, _ rule: ArchiveRule) {
    self.init(
      range: chunk.offset..<chunk.knownPayload.upperBound, type: chunk.type, rule: rule)
  }
}

extension RecoveryReport.Repair {
  /// Creates the report of a repair of an archive that begins at an offset.
  init(_ entry: ChunkRepairs.Entry, from start: Int) {
    let change: Change =
      switch entry.repair.change {
      case .replace(let byte): .replaced(with: byte)
      case .insert(let byte): .inserted(byte)
      case .remove: .removed
      }
    self.init(offset: start + entry.repair.offset, type: entry.type, change: change)
  }
}
