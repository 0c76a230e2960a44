internal import Stele
internal import SteleVerifier

struct VerifiedFile {
  let input: Input
  let verification: Verification
  /// The description of a file that is not an archive, such as `It is not a Stele archive; it looks like JSON.`.
  private var foreignContent: String?

  init(_ input: Input, _ verification: Verification, _ bytes: ArchiveBytes) {
    self.input = input
    self.verification = verification
    guard verification.findings.first?.rule == .signature else { return }
    do throws(ArchiveError) {
      _ = try Frames.endOfChunks(in: bytes)
    } catch {
      if error.rule == .signature { foreignContent = error.finding.asSentence }
    }
  }

  func message(_ finding: Verification.Finding) -> String {
    finding.rule == .signature ? foreignContent ?? finding.message : finding.message
  }

  /// Returns the command that shows the byte of a finding; nil if the archive lacks the byte, is not an archive, or is standard
  /// input.
  func explainCommand(for finding: Verification.Finding) -> String? {
    guard !input.isStandardInput, finding.rule != .signature,
      finding.offset < verification.statistics.byteCount
    else { return nil }
    return "stele explain \(input.shellWord) --at \(finding.offset)"
  }
}

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

  /// The object that describes the file, without its path.
  var document: JSON {
    let statistics = verification.statistics
    return [
      "ok": verification.isValid, "level": statistics.level.name,
      "documentType": statistics.documentType?.shortened(),
      "fingerprint": statistics.fingerprint?.hexadecimal, "bytes": statistics.byteCount,
      "chunks": statistics.chunkCount, "classes": statistics.classEntryCount,
      "objects": statistics.objectCount, "roots": statistics.rootCount,
      "unreachableObjects": statistics.unreachableObjectCount,
      "hasMoreFindings": statistics.truncatedFindings,
      "findings": verification.findings.map(document(of:)),
    ]
  }

  private func document(of finding: Verification.Finding) -> JSON {
    let chunk = finding.chunk.map { chunk -> JSON in
      ["index": chunk.index, "type": String(describing: chunk.type), "offset": chunk.offset]
    }
    return [
      "rule": finding.rule.number, "code": finding.rule.rawValue, "offset": finding.offset,
      "chunk": chunk, "object": finding.object, "keyPath": finding.keyPath,
      "message": message(finding),
    ]
  }
}
