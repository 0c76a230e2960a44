internal import Stele
internal import SteleInspection

/// The output of `stele diff` for people: a line for each change, or the counts.
struct DiffText: DiffWriter {
  let report: DiffReport

  func begin() {}

  func write(_ change: ArchiveDifference.Change, isFirst: Bool) throws {
    try report.write(line(change) + "\n")
  }

  private func line(_ change: ArchiveDifference.Change) -> Line {
    let console = report.console
    let old: Line = "\(change.old ?? "")"
    let new: Line = "\(change.new ?? "")"
    switch change.kind {
    case .changed:
      return
        "~ \(change.oldPath ?? "") \(console.colored(old, .red)) -> \(console.colored(new, .green))"
    case .added: return console.colored("+ \(change.newPath ?? "") \(new)", .green)
    case .removed: return console.colored("- \(change.oldPath ?? "") \(old)", .red)
    case .moved: return "> \(change.oldPath ?? "") moved to \(change.newPath ?? ""): \(old)"
    }
  }

  func end(
    _ difference: ArchiveComparison, unreached: (old: Int, new: Int),
    _ compatibility: ArchiveCompatibility?
  ) throws {
    let counts = difference.counts
    if report.showsCounts {
      for line in lines(counts, unreached) { try report.write(line + "\n") }
    } else if counts.changeCount > report.limit {
      let rest = (counts.changeCount - report.limit).of(
        report.limit == 0 ? "change" : "more change")
      try report.write("\(rest)\n")
    }
    // "0 differences" after changes would seem to refer to the changes.
    guard let compatibility, counts.changeCount == 0 || !compatibility.findings.isEmpty else {
      return
    }
    let text = CompatText(compatibility, files: [.old, .new], showsAll: true, report.console)
    if counts.changeCount > 0 || report.showsCounts { try report.write("\n") }
    for line in text.lines { try report.write(line + "\n") }
  }

  /// Returns the counts: a table of classes, and a line with the totals.
  private func lines(_ counts: ChangeCounts, _ unreached: (old: Int, new: Int)) -> [Line] {
    var lines: [Line] = []
    if !counts.classes.isEmpty {
      var table = TextTable([
        ("class", .left), ("changed", .right), ("added", .right), ("removed", .right),
        ("moved", .right),
      ])
      for (name, objects) in counts.classes {
        let cells = [objects[.changed], objects[.added], objects[.removed], objects[.moved]]
        table.add(["\(name.shortened())"] + cells.map { "\(($0 ?? 0).grouped)" })
      }
      lines = table.lines
    }
    let kinds = ArchiveDifference.Change.Kind.allCases.compactMap { kind in
      counts.changes[kind].map { "\($0.grouped) \(kind.rawValue)" }
    }
    let total = counts.changeCount.of("change")
    lines.append("\(([total] + kinds).joined(separator: ", "))")
    for (count, name) in [(unreached.old, report.old), (unreached.new, report.new)] where count > 0
    {
      lines.append("\(name): no root leads to \(count.of("object")), not compared")
    }
    return lines
  }
}
