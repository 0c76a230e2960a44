internal import Stele
internal import SteleInspection

/// The output of `stele diff --json`: a document with one change on each line.
struct DiffJSON: DiffWriter {
  private let report: DiffReport

  init(_ report: DiffReport) {
    self.report = report
  }

  func begin() throws {
    let (old, new): (JSON, JSON) = (.string(report.old), .string(report.new))
    try report.write(
      "{\"format\": \(JSON.format(Diff.self).1.line), \"old\": \(old.line), \"new\": \(new.line),")
    if !report.showsCounts { try report.write(" \"changes\": [") }
  }

  func write(_ change: ArchiveDifference.Change, isFirst: Bool) throws {
    let json = JSON.object([
      ("change", .string(change.kind.rawValue)), ("oldPath", .string(change.oldPath)),
      ("newPath", .string(change.newPath)), ("old", .string(change.old)),
      ("new", .string(change.new)),
    ])
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
    let kinds = ArchiveDifference.Change.Kind.allCases.map { kind in
      (kind.rawValue, JSON.number(counts.changes[kind] ?? 0))
    }
    let classes = counts.classes.map { name, objects in Self.json(name, objects) }
    let notCompared = JSON.object([
      ("old", JSON.number(unreached.old)), ("new", JSON.number(unreached.new)),
    ])
    var members = [
      ("counts", JSON.object(kinds)), ("classes", JSON.array(classes)),
      ("notCompared", notCompared),
    ]
    if let compatibility {
      let json = CompatJSON(
        compatibility, old: report.old, new: report.new, files: [.old, .new])
      members.append(("schema", json.document))
    }
    let texts: [Line] = members.map { " \"\($0.0)\": \($0.1.line)" }
    try report.write(texts.joined(separator: ",") + "}\n")
  }

  private static func json(_ name: String, _ objects: ChangeCounts.Objects) -> JSON {
    JSON.object([
      ("class", .string(name.shortened())), ("changed", .number(objects.changed)),
      ("added", .number(objects.added)), ("removed", .number(objects.removed)),
      ("moved", .number(objects.moved)),
    ])
  }
}
