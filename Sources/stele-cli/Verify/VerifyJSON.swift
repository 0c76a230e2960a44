internal import Stele
internal import SteleFoundation
internal import SteleVerifier

/// The output of `stele verify --json`: one document, with one line for each file.
struct VerifyJSON: VerifyReport {
  let isQuiet: Bool
  private var isFirst = true

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
  }

  func begin(_ console: Console) throws(FileError) {
    try console.write("{\"format\": \(JSON.format(Verify.self).1.line), \"files\": [")
  }

  mutating func say(_ file: VerifiedFile, _ console: Console) throws(FileError) {
    guard !file.verification.isValid || !isQuiet else { return }
    try write(document(file), console)
  }

  mutating func say(_ path: String, _ error: FileError, _ console: Console) throws(FileError) {
    try write(
      .object([
        ("path", .string(path)), ("ok", .bool(false)), ("error", .string(error.clause)),
      ]), console)
  }

  private mutating func write(_ file: JSON, _ console: Console) throws(FileError) {
    try console.write((isFirst ? "\n" : ",\n") + file.line)
    isFirst = false
  }

  func end(_ totals: VerifyTotals, _ console: Console) throws(FileError) {
    let total = JSON.object([
      ("files", .number(totals.fileCount)), ("ok", .number(totals.validCount)),
      ("failed", .number(totals.failedCount)), ("unreadable", .number(totals.unreadableCount)),
      ("findings", .number(totals.findingCount)), ("bytes", .number(totals.byteCount)),
    ])
    try console.say("\n], \"total\": \(total.line)}")
  }

  private func document(_ file: VerifiedFile) -> JSON {
    let verification = file.verification
    let statistics = verification.statistics
    return .object([
      ("path", .string(file.input.name)), ("ok", .bool(verification.isValid)),
      ("level", .string(statistics.level.name)),
      ("documentType", .string(statistics.documentType?.shortened())),
      ("fingerprint", .string(statistics.fingerprint?.hexadecimal)),
      ("bytes", .number(statistics.byteCount)),
      ("chunks", .number(statistics.chunkCount)), ("classes", .number(statistics.classEntryCount)),
      ("objects", .number(statistics.objectCount)), ("roots", .number(statistics.rootCount)),
      ("unreachableObjects", .number(statistics.unreachableObjectCount)),
      ("hasMoreFindings", .bool(statistics.truncatedFindings)),
      ("findings", .array(verification.findings.map { json($0, in: file) })),
    ])
  }

  private func json(_ finding: Verification.Finding, in file: VerifiedFile) -> JSON {
    let chunk = finding.chunk.map { chunk in
      JSON.object([
        ("index", .number(chunk.index)), ("type", .string(String(describing: chunk.type))),
        ("offset", .number(chunk.offset)),
      ])
    }
    return .object([
      ("rule", .string(finding.rule.number)), ("code", .string(finding.rule.rawValue)),
      ("offset", .number(finding.offset)), ("chunk", chunk ?? .null),
      ("object", .number(finding.object)), ("keyPath", .string(finding.keyPath)),
      ("message", .string(file.message(finding))),
    ])
  }
}
