internal import Stele
internal import SteleInspection

/// What `stele diff --json` says: a document with one change on a line.
struct DiffJSON: DiffWriter {
  private let report: DiffReport

  init(_ report: DiffReport) {
    self.report = report
  }

  func begin() throws {
    try report.write(
      "{\"old\": \(JSON.string(report.old).line), \"new\": \(JSON.string(report.new).line),")
    if !report.showsCounts { try report.write(" \"changes\": [") }
  }

  func write(_ change: Change, isFirst: Bool) throws {
    let json = JSON.object([
      ("change", .string(change.kind.rawValue)), ("oldPath", .string(change.oldPath)),
      ("newPath", .string(change.newPath)), ("old", .string(change.old)),
      ("new", .string(change.new)),
    ])
    try report.write((isFirst ? "\n" : ",\n") + json.line)
  }

  func end(
    _ difference: ArchiveDifference, unreached: (old: Int, new: Int), _ compatibility: Compatibility?
  ) throws {
    let counts = difference.counts
    if !report.showsCounts {
      try report.write(counts.changeCount > 0 && report.limit > 0 ? "\n]," : "],")
    }
    var members: [(String, JSON)] = [
      (
        "counts",
        .object(Change.Kind.allCases.map { ($0.rawValue, .number(counts.changes[$0] ?? 0)) })
      ),
      (
        "classes",
        .array(
          counts.classes.map { name, objects in
            .object([
              ("class", .string(name.shortened())), ("changed", .number(objects.changed)),
              ("added", .number(objects.added)), ("removed", .number(objects.removed)),
              ("moved", .number(objects.moved)),
            ])
          })
      ),
      ("notCompared", .object([("old", .number(unreached.old)), ("new", .number(unreached.new))])),
    ]
    if let compatibility {
      let json = CompatJSON(
        compatibility, old: report.old, new: report.new, files: [.old, .new])
      members.append(("schema", json.document))
    }
    for (index, (name, value)) in members.enumerated() {
      try report.write(
        " \(JSON.string(name).line): \(value.line)\(index == members.count - 1 ? "}\n" : ",")")
    }
  }
}
