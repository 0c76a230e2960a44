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

  /// Verifies a file, all files of a directory, or standard input.
  mutating func verify(_ argument: Argument) throws {
    let input = Input(argument)
    guard !input.isStandardInput, FileTree.isFolder(argument.path) else {
      try verifyFile(input)
      return
    }
    let tree = FileTree(of: argument.path, suffix: ".stele")
    for failure in tree.failures { noteUnreadable(failure) }
    for (path, kind) in tree.others {
      console.complain("skipping \(path.text): it is a \(kind.rawValue)")
    }
    if tree.files.isEmpty, tree.failures.isEmpty {
      console.complain("there are no .stele files in \(input.title)")
    }
    for file in tree.files { try verifyFile(Input(Argument(bytes: file.bytes))) }
  }

  private mutating func verifyFile(_ input: Input) throws {
    console.progress("verifying \(input.title), file \((totals.pathCount + 1).grouped)")
    switch Result(catching: { () throws(FileError) in try verification(of: input) }) {
    case .failure(let error): noteUnreadable(error)
    case .success(let verification):
      totals.add(verification)
      console.verdict = totals.exitCode
      try report.say(verification, of: input, console)
    }
  }

  /// Returns the verification of an input; a file is read block by block, and no part of it stays in memory for long.
  private func verification(of input: Input) throws(FileError) -> Verification {
    guard let file = try input.source() else { return verifier.verify(try input.bytes(console)) }
    let verification = verifier.verify(file) { offset in
      let percent = offset / max(1, file.byteCount / 100)
      console.progress(
        "verifying \(input.title), file \((totals.pathCount + 1).grouped), \(percent) %")
    }
    if let error = verification.sourceError as? FileError { throw error }
    try file.checkUnchanged()
    return verification
  }

  private mutating func noteUnreadable(_ error: FileError) {
    totals.unreadableCount += 1
    console.verdict = totals.exitCode
    console.complain("\(error.clause)")
  }
}
