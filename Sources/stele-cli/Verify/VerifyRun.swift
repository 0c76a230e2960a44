internal import Stele
internal import SteleFoundation
internal import SteleVerifier

/// The verification of a list of files.
struct VerifyRun {
  let verifier: Verifier
  let console: Console
  var report: any VerifyReport
  private(set) var totals = VerifyTotals()

  init(verifier: Verifier, console: Console, report: any VerifyReport) {
    self.verifier = verifier
    self.console = console
    self.report = report
  }

  /// Verifies an input.
  mutating func verify(_ entry: InputList.Entry) throws {
    let input: Input
    switch entry {
    case .input(let readable): input = readable
    case .failure(let error): return try sayUnreadable(error.path, error)
    }
    console.progress("verifying \(input.title), file \((totals.pathCount + 1).grouped)")
    switch Result(catching: { () throws(FileError) in try verification(of: input) }) {
    case .failure(let error): try sayUnreadable(input.name, error)
    case .success(let file):
      totals.add(file.verification)
      console.verdict = totals.exitCode
      try report.say(file, console)
    }
  }

  /// Returns the verification of an input; a file is read block by block, and no part of it stays in memory for long.
  private func verification(of input: Input) throws(FileError) -> VerifiedFile {
    guard let file = try input.source() else {
      let bytes = try input.bytes(console)
      return VerifiedFile(input, verifier.verify(bytes), .memory(bytes))
    }
    let verification = verifier.verify(file) { offset in
      let percent = offset / max(1, file.byteCount / 100)
      console.progress(
        "verifying \(input.title), file \((totals.pathCount + 1).grouped), \(percent) %")
    }
    if let error = verification.sourceError as? FileError { throw error }
    let verified = VerifiedFile(input, verification, .source(file))
    try file.checkUnchanged()
    return verified
  }

  private mutating func sayUnreadable(_ path: String, _ error: FileError) throws(FileError) {
    totals.unreadableCount += 1
    console.verdict = totals.exitCode
    console.complain("\(error.clause)")
    try report.say(path, error, console)
  }
}
