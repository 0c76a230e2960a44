internal import Stele
internal import SteleInspection

/// The output of `stele diff --json`: a document with one change on each line.
struct DiffJSON: DiffWriter {
  let report: DiffReport

  func begin() throws {
    let members: JSON = [
      "format": JSON.format(Diff.self), "old": report.old, "new": report.new,
    ]
    try report.write("{\(members.memberLine),")
    if !report.showsCounts { try report.write(" \"changes\": [") }
  }

  func write(_ change: ArchiveDifference.Change, isFirst: Bool) throws {
    let json: JSON = [
      "change": change.kind.rawValue, "oldPath": change.oldPath, "newPath": change.newPath,
      "old": change.old, "new": change.new,
    ]
    try report.write((isFirst ? "\n" : ",\n") + json.line)
  }

  func end(
    _ difference: ArchiveComparison, unreached: (old: Int, new: Int),
    _ compatibility: ArchiveCompatibility?
  ) throws {
    let counts = difference.counts
    if !report.showsCounts {
      try report.write(counts.changeCount > 0 && report.limit > 0 ? "\n]," : "],")
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
        "schema": compatibility.document(old: report.old, new: report.new, files: [.old, .new])
      ]
    }
    try report.write(" \(members.memberLine)}\n")
  }

  private func document(_ counts: ChangeCounts.Counts) -> JSON {
    var kinds: JSON = [:]
    for kind in ArchiveDifference.Change.Kind.allCases {
      kinds += [kind.rawValue: counts[kind] ?? 0]
    }
    return kinds
  }
}
