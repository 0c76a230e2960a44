internal import Stele
import SteleInspection

/// The output of `stele compat --json`: every difference, including those that break no program.
struct CompatJSON {
  let document: JSON

  init(
    _ compatibility: ArchiveCompatibility, old: String, new: String,
    files: Set<ArchiveCompatibility.File>
  ) {
    document = .object([
      JSON.format(Compat.self), ("old", .string(old)), ("new", .string(new)),
      ("verdict", .string(compatibility.severity(for: files).name)),
      ("findings", .array(compatibility.findings.map { Self.finding($0, files) })),
    ])
  }

  private static func finding(
    _ finding: ArchiveCompatibility.Finding, _ files: Set<ArchiveCompatibility.File>
  ) -> JSON {
    let subject = finding.subject
    return .object([
      ("class", .string(subject.className?.shortened())), ("kind", .string(subject.kind?.name)),
      ("case", .string(subject.caseName?.shortened())), ("key", .string(subject.key?.shortened())),
      ("root", .string(subject.root?.shortened())), ("change", .string(finding.change.name)),
      ("message", .string(finding.change.sentence)), ("section", .string(finding.change.section)),
      ("oldFile", files.contains(.old) ? verdict(finding.oldFile) : .null),
      ("newFile", files.contains(.new) ? verdict(finding.newFile) : .null),
    ])
  }

  private static func verdict(_ verdict: ArchiveCompatibility.Verdict?) -> JSON {
    guard let verdict else { return .null }
    return .object([
      ("verdict", .string(verdict.severity.name)), ("error", .string(verdict.error?.rawValue)),
      ("message", .string(verdict.text)),
    ])
  }
}
