internal import Stele
internal import SteleFoundation
internal import SteleVerifier

/// The output of `stele verify` for people.
struct VerifyText: VerifyReport {
  let isQuiet: Bool

  func begin(_ console: Console) {}

  func say(
    _ verification: Verification, of input: Input, _ console: Console
  ) throws(FileError) {
    guard !verification.isValid || !isQuiet else { return }
    let verdict: Line =
      verification.isValid ? console.colored("ok  ", .green) : console.colored("FAIL", .red)
    try console.say("\(verdict)  \(input.title)  \(counts(verification.statistics))")
    for finding in verification.findings {
      try console.say("      \(sentence(finding))")
      if let command = input.explainCommand(for: finding, of: verification) {
        try console.say("        \(command)")
      }
    }
    if verification.statistics.truncatedFindings { try console.say("      and more") }
  }

  func end(_ totals: VerifyTotals, _ console: Console) throws(FileError) {
    guard !isQuiet else { return }
    var parts = ["\(totals.validCount.grouped) ok", "\(totals.failedCount.grouped) failed"]
    if totals.unreadableCount > 0 { parts.append("\(totals.unreadableCount.grouped) not read") }
    if totals.findingCount > 0 { parts.append(totals.findingCount.of("finding")) }
    try console.say("\(totals.pathCount.of("file")): \(parts.joined(separator: ", "))")
  }

  private func counts(_ statistics: Verification.Statistics) -> String {
    var parts = [
      statistics.byteCount.of("byte"), statistics.chunkCount.of("chunk"),
      statistics.classEntryCount.of("class", plural: "classes"),
      statistics.objectCount.of("object"), statistics.rootCount.of("root"),
    ]
    if let count = statistics.unreachableObjectCount, count > 0 {
      parts.append("\(count.grouped) unreachable")
    }
    if let type = statistics.documentType, !type.isEmpty {
      parts.append("document type \(type.shortened())")
    }
    return parts.joined(separator: ", ")
  }

  private func sentence(_ finding: Finding) -> String {
    var place = "at byte \(finding.offset)"
    if let chunk = finding.chunk { place += ", chunk \(chunk.index) (\(chunk.type))" }
    if let object = finding.object { place += ", object \(object)" }
    if let keyPath = finding.keyPath { place += ", \(keyPath)" }
    return "\(finding.rule.number) \(finding.rule.rawValue) \(place): \(finding.message)"
  }
}

extension Input {
  /// Returns the command that shows the byte of a finding, or nil if the archive lacks the byte or is standard input.
  func explainCommand(for finding: Finding, of verification: Verification) -> String? {
    guard !isStandardInput, finding.offset < verification.statistics.byteCount else { return nil }
    return "stele explain \(shellWord) --at \(finding.offset)"
  }
}
