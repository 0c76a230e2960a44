internal import SteleVerifier

struct VerifyTotals {
  /// The number of files and directories to verify.
  var pathCount = 0
  private var fileCount = 0
  private var validCount = 0
  private var findingCount = 0
  private var byteCount = 0

  mutating func add(_ verification: Verification) {
    fileCount += 1
    validCount += verification.isValid ? 1 : 0
    findingCount += verification.findings.count
    byteCount += verification.statistics.byteCount
  }

  private var failedCount: Int { fileCount - validCount }

  private var unreadableCount: Int { pathCount - fileCount }

  var line: Line {
    var parts = ["\(validCount.grouped) ok", "\(failedCount.grouped) failed"]
    if unreadableCount > 0 { parts.append("\(unreadableCount.grouped) not read") }
    if findingCount > 0 { parts.append(findingCount.of("finding")) }
    return "\(pathCount.of("file")): \(parts.joined(separator: ", "))"
  }

  var document: JSON {
    [
      "files": fileCount, "ok": validCount, "failed": failedCount, "unreadable": unreadableCount,
      "findings": findingCount, "bytes": byteCount,
    ]
  }
}
