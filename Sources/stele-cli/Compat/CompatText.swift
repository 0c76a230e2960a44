internal import Stele
import SteleInspection

/// The output of `stele compat` for people.
struct CompatText {
  private(set) var lines: [Line] = []

  init(
    _ compatibility: ArchiveCompatibility, files: Set<ArchiveCompatibility.File>, showsAll: Bool,
    _ console: Console
  ) {
    let shown = compatibility.findings.filter { finding in
      showsAll || finding.severity(for: files) > .fine || finding.change.isSuggestion
    }
    for finding in shown {
      lines.append(
        "\(finding.subject): \(finding.change.sentence) (\(finding.change.section))")
      if files.contains(.old), let verdict = finding.oldFile {
        lines.append(line("old file, new program", verdict, console))
      }
      if files.contains(.new), let verdict = finding.newFile {
        lines.append(line("new file, old program", verdict, console))
      }
    }
    if !shown.isEmpty { lines.append("") }
    var total = compatibility.findings.count.of("difference")
    for severity in ArchiveCompatibility.Severity.allCases.reversed() {
      let count = compatibility.findings.count { $0.severity(for: files) == severity }
      if count > 0 { total += ", \(count.grouped) \(severity.name)" }
    }
    lines.append("\(total)")
  }

  private func line(
    _ direction: String, _ verdict: ArchiveCompatibility.Verdict, _ console: Console
  ) -> Line {
    let name: Line = "\(verdict.severity.name)"
    let color: Console.Color? =
      switch verdict.severity {
      case .fine: .green
      case .dependsOnValues, .needsDeclaration: nil
      case .breaks: .red
      }
    let error = verdict.error.map { " (\($0.rawValue))" } ?? ""
    return
      "  \(direction): \(color.map { console.colored(name, $0) } ?? name), \(verdict.text)\(error)"
  }
}

extension ArchiveCompatibility.Change {
  /// Whether the change is a guess that explains other listed changes, and helps to correct them.
  fileprivate var isSuggestion: Bool {
    switch self {
    case .classMayBeRenamed, .keyMayBeRenamed, .keyMayHaveMoved, .caseMayBeRenamed: true
    default: false
    }
  }
}
