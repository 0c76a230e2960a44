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
