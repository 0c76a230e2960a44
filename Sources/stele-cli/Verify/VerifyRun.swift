internal import SteleFoundation
internal import SteleVerifier

/// One walk over files to be verified.
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

  /// Verifies a file, or the files of a directory, or standard input.
  mutating func verify(_ path: String) throws {
    guard path != "-", FileTree.isDirectory(path) else {
      try verifyFile(path)
      return
    }
    let listing = Result { () throws(FileError) in
      try FileTree.files(in: path, withSuffix: ".stele")
    }
    switch listing {
    case .failure(let error): noteUnreadable(error)
    case .success(let files):
      if files.isEmpty { console.complain("there are no .stele files in \(path.printable)") }
      for file in files { try verifyFile(file) }
    }
  }

  private mutating func verifyFile(_ path: String) throws {
    let input = Input(path)
    console.progress("verifying \(input.title), file \((totals.pathCount + 1).grouped)")
    switch Result(catching: { () throws(FileError) in try verification(of: input) }) {
    case .failure(let error): noteUnreadable(error)
    case .success(let verification):
      totals.add(verification)
      console.verdict = totals.exitCode
      try report.say(verification, of: input, console)
    }
  }

  /// Verifies what an input holds; a large file is mapped, and no part of it is kept in memory for long.
  private func verification(of input: Input) throws(FileError) -> Verification {
    guard let file = try input.largeFile() else { return verifier.verify(try input.bytes(console)) }
    return file.withBytes { bytes in
      verifier.verify(
        mapped: bytes, with: SecondThread(passed: { file.release($0) }, together: TwoThreads.run)
      ) { passed in
        file.release(passed)
        let percent = passed.upperBound * 100 / max(1, file.byteCount)
        console.progress(
          "verifying \(input.title), file \((totals.pathCount + 1).grouped), \(percent) %")
      }
    }
  }

  private mutating func noteUnreadable(_ error: FileError) {
    totals.unreadableCount += 1
    console.verdict = totals.exitCode
    console.complain(error.description.printable)
  }
}
