import Stele
import SteleInspection

/// Returns the findings on two schemas, one short line each: subject, change, verdict on the old file, verdict on the
/// new file.
func findings(
  _ old: [ArchiveClassEntry], _ new: [ArchiveClassEntry], oldRoots: [ArchiveSchema.Root] = [],
  newRoots: [ArchiveSchema.Root] = []
) -> [String] {
  ArchiveCompatibility(
    old: ArchiveSchema(classes: ArchiveClassTable(old), roots: oldRoots),
    new: ArchiveSchema(classes: ArchiveClassTable(new), roots: newRoots)
  ).findings.map(\.shortLine)
}

extension ArchiveCompatibility.Finding {
  var shortLine: String {
    "\(subject) \(change.name): \(oldFile.shortText), \(newFile.shortText)"
  }
}

extension ArchiveCompatibility.Verdict? {
  var shortText: String {
    guard let self else { return "-" }
    return "\(self.severity)" + (self.error.map { " \($0)" } ?? "")
  }
}

/// Returns the findings on a class in its first and its second version.
func keyFindings(_ old: [ArchiveKey], _ new: [ArchiveKey], newVersion: Int = 2) -> [String] {
  findings([.class("C", keys: old)], [.class("C", version: newVersion, keys: new)])
}
