internal import Stele
internal import SteleVerifier

struct VerifiedFile {
  let input: Input
  let verification: Verification
  /// The description of a file that is not an archive, such as `It is not a Stele archive; it looks like JSON.`.
  private let foreignContent: String?

  init(_ input: Input, _ verification: Verification, _ bytes: ArchiveBytes) {
    self.input = input
    self.verification = verification
    foreignContent =
      verification.findings.first?.rule == .signature
      ? Self.foreignContent(of: bytes) : nil
  }

  /// Returns a description of bytes that are no archive, such as `It is not a Stele archive; it looks like JSON.`, or nil
  /// if they begin with the signature.
  private static func foreignContent(of bytes: ArchiveBytes) -> String? {
    do throws(ArchiveError) {
      _ = try Frames.endOfChunks(in: bytes)
      return nil
    } catch {
      return error.rule == .signature ? error.finding.asSentence : nil
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
