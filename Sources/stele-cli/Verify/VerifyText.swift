internal import Stele
internal import SteleFoundation
internal import SteleVerifier

/// The output of `stele verify` for people.
struct VerifyText: VerifyReport {
  let isQuiet: Bool

  func begin(_ console: Console) {}

  func say(_ path: String, _ error: FileError, _ console: Console) {}

  func say(_ file: VerifiedFile, _ console: Console) throws(FileError) {
    let verification = file.verification
    guard !verification.isValid || !isQuiet else { return }
    let verdict: Line =
      verification.isValid ? console.colored("ok  ", .green) : console.colored("FAIL", .red)
    try console.say("\(verdict)  \(file.input.title)  \(counts(verification.statistics))")
    for finding in verification.findings {
      try console.say("      \(sentence(finding, in: file))")
      if let command = file.explainCommand(for: finding) {
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
    func count(_ number: Int?, _ noun: String, _ plural: String? = nil) -> String {
      number?.of(noun, plural: plural) ?? "- \(plural ?? noun + "s")"
    }
    var parts = [
      statistics.byteCount.of("byte"), count(statistics.chunkCount, "chunk"),
      count(statistics.classEntryCount, "class", "classes"),
      count(statistics.objectCount, "object"), count(statistics.rootCount, "root"),
    ]
    if let count = statistics.unreachableObjectCount, count > 0 {
      parts.append("\(count.grouped) unreachable")
    }
    if let type = statistics.documentType, !type.isEmpty {
      parts.append("document type \(type.shortened())")
    }
    return parts.joined(separator: ", ")
  }

  private func sentence(_ finding: Verification.Finding, in file: VerifiedFile) -> String {
    var place = "at byte \(finding.offset)"
    if let chunk = finding.chunk { place += ", chunk \(chunk.index) (\(chunk.type))" }
    if let object = finding.object { place += ", object \(object)" }
    if let keyPath = finding.keyPath { place += ", \(keyPath)" }
    return "\(finding.rule.number) \(finding.rule.rawValue) \(place): \(file.message(finding))"
  }
}
