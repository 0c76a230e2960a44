internal import SteleVerifier

/// The totals of the verified files.
struct VerifyTotals {
  private(set) var fileCount = 0
  private(set) var validCount = 0
  private(set) var findingCount = 0
  private(set) var byteCount = 0
  var unreadableCount = 0

  mutating func add(_ verification: Verification) {
    fileCount += 1
    validCount += verification.isValid ? 1 : 0
    findingCount += verification.findings.count
    byteCount += verification.statistics.byteCount
  }

  /// The number of files and directories to be verified.
  var pathCount: Int { fileCount + unreadableCount }

  var failedCount: Int { fileCount - validCount }

  var exitCode: ExitCode {
    if unreadableCount > 0 { return .inputOutput }
    return failedCount > 0 ? .finding : .fine
  }
}
