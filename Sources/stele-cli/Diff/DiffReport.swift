internal import Stele
internal import SteleInspection

/// The output of `stele diff`: a line for each change, or the counts; with `--json`, a document with one change on each line.
struct DiffReport {
  let old: String
  let new: String
  let showsCounts: Bool
  let limit: Int
  let console: Console
  let write: (Line) throws -> Void

  func begin() throws {
    guard console.isJSON else { return }
    let members: JSON = ["format": JSON.format(Diff.self), "old": old, "new": new]
    try write("{\(members.memberLine),")
    if !showsCounts { try write(" \"changes\": [") }
  }

  func show(_ change: ArchiveDifference.Change, isFirst: Bool) throws {
    guard console.isJSON else { return try write(line(change) + "\n") }
    let json: JSON = [
      "change": change.kind.rawValue, "oldPath": change.oldPath, "newPath": change.newPath,
      "old": change.old, "new": change.new,
    ]
    try write((isFirst ? "\n" : ",\n") + json.line)
  }

  private func line(_ change: ArchiveDifference.Change) -> Line {
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

  /// Writes the facts that are complete only after the last change.
  func end(
    _ counts: ChangeCounts, unreached: (old: Int, new: Int),
    _ compatibility: ArchiveCompatibility?
  ) throws {
    guard console.isJSON else { return try endText(counts, unreached, compatibility) }
    if !showsCounts {
      try write(counts.changeCount > 0 && limit > 0 ? "\n]," : "],")
    }
    let classes = counts.classes.map { name, objects in
      ["class": name.shortened()] + document(objects)
    }
    var members: JSON = [
      "counts": document(counts.changes), "classes": classes,
      "notCompared": ["old": unreached.old, "new": unreached.new] as JSON,
    ]
    if let compatibility {
      members += [
        "schema": compatibility.document(old: old, new: new, files: [.old, .new])
      ]
    }
    try write(" \(members.memberLine)}\n")
  }

  private func document(_ counts: ChangeCounts.Counts) -> JSON {
    var kinds: JSON = [:]
    for kind in ArchiveDifference.Change.Kind.allCases {
      kinds += [kind.rawValue: counts[kind] ?? 0]
    }
    return kinds
  }

  private func endText(
    _ counts: ChangeCounts, _ unreached: (old: Int, new: Int),
    _ compatibility: ArchiveCompatibility?
  ) throws {
    if showsCounts {
      for line in lines(counts, unreached) { try write(line + "\n") }
    } else if counts.changeCount > limit {
      let rest = (counts.changeCount - limit).of(
        limit == 0 ? "change" : "more change")
      try write("\(rest)\n")
    }
    // "0 differences" after changes would seem to refer to the changes.
    guard let compatibility, counts.changeCount == 0 || !compatibility.findings.isEmpty else {
      return
    }
    let differences = compatibility.lines(for: [.old, .new], showsAll: true, console)
    if counts.changeCount > 0 || showsCounts { try write("\n") }
    for line in differences { try write(line + "\n") }
  }

  /// Returns the counts: a table of classes, and a line with the totals.
  private func lines(_ counts: ChangeCounts, _ unreached: (old: Int, new: Int)) -> [Line] {
    var lines: [Line] = []
    let kinds = ArchiveDifference.Change.Kind.allCases
    if !counts.classes.isEmpty {
      var table = TextTable([("class", .left)] + kinds.map { ("\($0.rawValue)", .right) })
      for (name, objects) in counts.classes {
        table.add(["\(name.shortened())"] + kinds.map { "\((objects[$0] ?? 0).grouped)" })
      }
      lines = table.lines
    }
    let totals = kinds.compactMap { kind in
      counts.changes[kind].map { "\($0.grouped) \(kind.rawValue)" }
    }
    let total = counts.changeCount.of("change")
    lines.append("\(([total] + totals).joined(separator: ", "))")
    for (count, name) in [(unreached.old, old), (unreached.new, new)] where count > 0 {
      lines.append("\(name): no root leads to \(count.of("object")), not compared")
    }
    return lines
  }
}
