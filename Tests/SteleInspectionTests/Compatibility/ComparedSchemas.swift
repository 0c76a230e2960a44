import Stele
import SteleInspection

/// The findings on two schemas, one short line each: subject, change, verdict on the old file, verdict on
/// the new file.
func findings(
  _ old: [ClassEntry], _ new: [ClassEntry], oldRoots: [ArchiveSchema.Root] = [],
  newRoots: [ArchiveSchema.Root] = []
) -> [String] {
  Compatibility(
    old: ArchiveSchema(classes: ClassTable(old), roots: oldRoots),
    new: ArchiveSchema(classes: ClassTable(new), roots: newRoots)
  ).findings.map(\.shortLine)
}

extension Compatibility.Finding {
  var shortLine: String {
    "\(subject) \(change.name): \(oldFile.shortText), \(newFile.shortText)"
  }
}

extension Compatibility.Verdict? {
  var shortText: String {
    guard let self else { return "-" }
    return "\(self.severity)" + (self.error.map { " \($0)" } ?? "")
  }
}

/// A class in its first and its second version.
func versions(
  _ old: [Key], _ new: [Key], newVersion: Int = 2
) -> (old: [ClassEntry], new: [ClassEntry]) {
  ([.class("C", keys: old)], [.class("C", version: newVersion, keys: new)])
}
