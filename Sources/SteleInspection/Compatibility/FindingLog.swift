import Stele

/// The findings so far of a comparison of two classes, keys or cases.
typealias FindingLog = [ArchiveCompatibility.Finding]

extension FindingLog {
  mutating func add(
    _ subject: ArchiveCompatibility.Subject, _ change: ArchiveCompatibility.Change,
    oldFile: ArchiveCompatibility.Verdict? = nil, newFile: ArchiveCompatibility.Verdict? = nil
  ) {
    append(
      ArchiveCompatibility.Finding(
        subject: subject, change: change, oldFile: oldFile, newFile: newFile))
  }

  /// Adds a finding on a removed part that may be an added one with another name.
  mutating func addPossibleRename(
    of subject: ArchiveCompatibility.Subject, _ change: ArchiveCompatibility.Change
  ) {
    add(
      subject, change, oldFile: .fine("if so, declare the alias"),
      newFile: .fine("if so, keep the old name in files"))
  }

  /// Adds the findings on further versions of a class in one file, if they are more severe for that file than those in the log.
  mutating func add(
    _ further: [ArchiveCompatibility.Finding], concerning file: ArchiveCompatibility.File,
    _ names: ComparedNames
  ) {
    guard !further.isEmpty else { return }
    var known: [NumberedDifference: ArchiveCompatibility.Severity] = [:]
    for finding in self {
      let difference = NumberedDifference(finding.subject, finding.change, names)
      known[difference] = Swift.max(known[difference] ?? .fine, finding.severity(for: [file]))
    }
    for var finding in further {
      if file == .old { finding.newFile = nil } else { finding.oldFile = nil }
      let severity = finding.severity(for: [file])
      let difference = NumberedDifference(finding.subject, finding.change, names)
      guard severity > known[difference] ?? .fine else { continue }
      known[difference] = severity
      append(finding)
    }
  }
}
