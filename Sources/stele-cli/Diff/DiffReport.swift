internal import SteleInspection

/// The options of a report of differences, and its destination.
struct DiffReport {
  let old: String
  let new: String
  let showsCounts: Bool
  let limit: Int
  let console: Console
  private let sink: (Line) throws -> Void

  init(
    old: String, new: String, showsCounts: Bool, limit: Int, _ console: Console,
    _ sink: @escaping (Line) throws -> Void
  ) {
    self.old = old
    self.new = new
    self.showsCounts = showsCounts
    self.limit = limit
    self.console = console
    self.sink = sink
  }

  /// Writes text.
  func write(_ text: Line) throws { try sink(text) }
}

/// A writer of differences, which come one after the other.
protocol DiffWriter {
  /// Begins the report.
  func begin() throws

  /// Writes a change.
  func write(_ change: ArchiveDifference.Change, isFirst: Bool) throws

  /// Writes the facts that are complete only after the last change.
  func end(
    _ difference: ArchiveComparison, unreached: (old: Int, new: Int),
    _ compatibility: ArchiveCompatibility?
  ) throws
}
