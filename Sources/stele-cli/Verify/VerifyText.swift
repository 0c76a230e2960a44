internal import Stele
internal import SteleVerifier

extension VerifiedFile {
  /// Returns the report on the file for people.
  func lines(_ console: Console) -> [Line] {
    let verdict =
      verification.isValid
      ? console.colored("ok  ", .green) : console.colored("FAIL", .red)
    var lines: [Line] = ["\(verdict)  \(input.title)  \(counts(verification.statistics))"]
    for finding in verification.findings {
      lines.append("      \(sentence(finding))")
      if let command = explainCommand(for: finding) { lines.append("        \(command)") }
    }
    return lines + (verification.statistics.truncatedFindings ? ["      and more"] : [])
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

  private func sentence(_ finding: Verification.Finding) -> String {
    var place = "at byte \(finding.offset)"
    if let chunk = finding.chunk { place += ", chunk \(chunk.index) (\(chunk.type))" }
    if let object = finding.object { place += ", object \(object)" }
    if let keyPath = finding.keyPath { place += ", \(keyPath)" }
    return "\(finding.rule.number) \(finding.rule.rawValue) \(place): \(message(finding))"
  }
}
