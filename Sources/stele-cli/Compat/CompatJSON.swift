internal import Stele
import SteleInspection

extension ArchiveCompatibility {
  /// Returns the output of `stele compat --json`: every difference, including those that break no program.
  func document(old: String, new: String, files: Set<File>) -> JSON {
    [
      "format": JSON.format(Compat.self), "old": old, "new": new,
      "verdict": severity(for: files).name,
      "findings": findings.map { Self.document(of: $0, files) },
    ]
  }

  private static func document(of finding: Finding, _ files: Set<File>) -> JSON {
    let subject = finding.subject
    return [
      "class": subject.className?.shortened(), "kind": subject.kind?.name,
      "case": subject.caseName?.shortened(), "key": subject.key?.shortened(),
      "root": subject.root?.shortened(), "change": finding.change.name,
      "message": finding.change.sentence, "section": finding.change.section,
      "oldFile": files.contains(.old) ? finding.oldFile.map(document(of:)) : nil,
      "newFile": files.contains(.new) ? finding.newFile.map(document(of:)) : nil,
    ]
  }

  private static func document(of verdict: Verdict) -> JSON {
    [
      "verdict": verdict.severity.name, "error": verdict.error?.rawValue, "message": verdict.text,
    ]
  }
}
