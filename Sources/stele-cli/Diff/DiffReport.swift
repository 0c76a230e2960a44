internal import SteleInspection

/// The options of a report of differences, and its destination.
struct DiffReport {
  let old: String
  let new: String
  let showsCounts: Bool
  let limit: Int
  let console: Console
  let write: (Line) throws -> Void
}

/// A writer of differences, one at a time.
protocol DiffWriter {
  func begin() throws

  func write(_ change: ArchiveDifference.Change, isFirst: Bool) throws

  /// Writes the facts that are complete only after the last change.
  func end(
    _ difference: ArchiveComparison, unreached: (old: Int, new: Int),
    _ compatibility: ArchiveCompatibility?
  ) throws
}
