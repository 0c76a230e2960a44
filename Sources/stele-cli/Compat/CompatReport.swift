internal import Stele
import SteleInspection

extension ArchiveCompatibility {
  /// Returns the output of `stele compat` for people.
  func lines(for files: Set<File>, showsAll: Bool, _ console: Console) -> [Line] {
    var lines: [Line] = []
    let shown = findings.filter { finding in
      showsAll || finding.severity(for: files) > .fine || finding.change.isSuggestion
    }
    for finding in shown {
      lines.append(
        "\(finding.subject): \(finding.change.sentence) (\(finding.change.section))")
      if files.contains(.old), let verdict = finding.oldFile {
        lines.append(Self.line("old file, new program", verdict, console))
      }
      if files.contains(.new), let verdict = finding.newFile {
        lines.append(Self.line("new file, old program", verdict, console))
      }
    }
    if !shown.isEmpty { lines.append("") }
    var total = findings.count.of("difference")
    for severity in Severity.allCases.reversed() {
      let count = findings.count { $0.severity(for: files) == severity }
      if count > 0 { total += ", \(count.grouped) \(severity.name)" }
    }
    return lines + ["\(total)"]
  }

  private static func line(_ direction: String, _ verdict: Verdict, _ console: Console) -> Line {
    var name: Line = "\(verdict.severity.name)"
    switch verdict.severity {
    case .fine: name = console.colored(name, .green)
    case .dependsOnValues, .needsDeclaration: break
    case .breaks: name = console.colored(name, .red)
    }
    let error = verdict.error.map { " (\($0.rawValue))" } ?? ""
    return "  \(direction): \(name), \(verdict.text)\(error)"
  }

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

extension ArchiveCompatibility.Change {
  /// Whether the change is a guess that explains other listed changes, and helps to correct them.
  fileprivate var isSuggestion: Bool {
    switch self {
    case .classMayBeRenamed, .keyMayBeRenamed, .keyMayHaveMoved, .caseMayBeRenamed: true
    default: false
    }
  }
}
