internal import Foundation
internal import SteleFoundation
internal import Synchronization

/// `stele conform`, which tests any program that reads archives with the fixtures.
enum Conform: Command {
  static let name = "conform"
  static let summary = "run another program over the fixtures, and compare its answers"
  static let operands = "[options] -- COMMAND..."
  static let about = """
    Starts COMMAND once for each fixture, with the archive on standard input. The program answers on
    standard output, and with its exit code:

      exit code 0   the archive is valid; the text notation (specification, annex C)
      exit code 1   it is not: {"rule": "F3", "offset": 8}, the first refusal (8.1)

    Each level after text is a question of its own, for which COMMAND is started with one more argument:

      --checker     exit code 0: the archive, which is valid, has the canonical form
                    exit code 1: {"rule": "K3", "offset": 66}, the first refusal of phase 7 (9.6)
      --build       standard input is a text; exit code 0: the archive that C.6 makes of it
                    exit code 1: {"rule": "C.6"}, no valid archive can be made of it
      --canonical   exit code 0: the canonical form (chapter 9, with metadata)
                    exit code 1: {"rule": "K11"}, there is none
      --digest      exit code 0: the content digest (9.9), 64 hexadecimal digits
                    exit code 1: {"rule": "K11"}, there is none
      --equal FILE  exit code 0: "equal" or "different", whether the archive on standard input and
                    that in FILE have equal content (9.4)

    Levels, each with all before it:
      frames     accepts valid archives; refuses wrong signatures, chunks, heads and indexes
      tables     refuses what is wrong with the class table
      values     refuses what is wrong with records, roots, metadata and references
      text       answers with the right text (the default)
      checker    requires the canonical form
      build      makes archives of texts
      canonical  makes the canonical form
      digest     has the right content digests
      equal      tells equal content from different content

    --filter=--build asks the questions of one level only.
    Texts are compared as JSON values; their layout is free. What the program writes to standard
    error is shown in part, if it ends with another exit code. Spec/reader/conform.py does the same.
    """
  static let options = [fixtures, level, filter, known, timeout, jobs, Option.json]
  // The exit code must not mean that an answer or an archive is wrong.
  static let refusalCode = ExitCode.inputOutput
  static let fine = "every answer is right, but those of known failures"
  static let finding = "an answer is wrong, or that of a known failure is right"
  static let examples: KeyValuePairs = [
    "stele conform -- python3 Spec/reader/stele.py": "the reader that comes with the specification",
    "stele conform --filter valid/ -- ./my-reader": "a part of the fixtures",
  ]

  private static let fixtures = Option(
    "--fixtures", value: "DIR", "the folder of the fixtures; Fixtures if not given")
  private static let level = Option(
    "--level", value: "LEVEL", choices: ConformanceLevel.allCases.map(\.name), "how much to compare"
  )
  private static let filter = Option(
    "--filter", value: "TEXT", "only questions whose name has TEXT in it, such as invalid/decimal")
  private static let known = Option(
    "--known", value: "FILE",
    "fixtures known to be answered wrong: one name a line, # for a comment")
  private static let timeout = Option(
    "--timeout", value: "SECONDS", "how long one answer may take; 10 if not given")
  private static let jobs = Option(
    "--jobs", short: "-j", value: "NUMBER",
    "how many answers to ask for at a time; usually one for each processor")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    guard !arguments.operands.isEmpty else {
      throw UsageError("say which program to run, after --")
    }
    let command = arguments.operands.map(\.text)
    let folder = arguments.value(of: Self.fixtures) ?? "Fixtures"
    let knownFile = arguments.value(of: Self.known).map { Argument($0) }
    let filter = arguments.value(of: Self.filter) ?? ""
    let jobCount =
      try arguments.number(of: Self.jobs, from: 1) ?? ProcessInfo.processInfo.activeProcessorCount
    guard let timeout = Double(arguments.value(of: Self.timeout) ?? "10"), timeout > 0,
      timeout < 1e9
    else { throw UsageError("option --timeout needs a number of seconds above 0") }
    let level = ConformanceLevel.named(arguments.value(of: Self.level)) ?? .text
    return { console in
      let checks = try ConformanceManifest.checks(in: folder)
      let asked = checks.filter {
        $0.level <= level && (filter.isEmpty || $0.name.contains(filter))
      }
      guard !asked.isEmpty else { throw UsageError("no fixture has \(filter) in its name") }
      let known = try knownFile.map { try Self.knownFailures($0) } ?? []
      let program = try ConformingProgram(command: command, timeout: timeout)
      var report = ConformReport(level: level)
      let answers = answers(
        to: asked, of: program, in: folder, level: level, jobCount: jobCount, console)
      for (check, answer) in zip(asked, answers) {
        report.add(check, try answer.get(), isKnown: known.contains(check.name))
      }
      for name in known.subtracting(checks.map(\.name)).sorted() {
        report.add(missing: name)
      }
      console.verdict = report.exitCode
      try console.report(report.json, report.lines(console))
    }
  }

  /// Returns the names of the fixtures with known wrong answers.
  private static func knownFailures(_ file: Argument) throws(FileError) -> Set<String> {
    let text = String(decoding: try FileSource.bytes(of: file.path), as: UTF8.self)
    let names = text.split(separator: "\n").map { line in
      line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
    }
    return Set(names.filter { !$0.isEmpty })
  }

  /// Returns the fault of the answer to each question, or nil for a right answer; several threads ask in parallel.
  private static func answers(
    to checks: [ConformanceCheck], of program: ConformingProgram, in folder: String,
    level: ConformanceLevel, jobCount: Int, _ console: Console
  ) -> [Result<String?, any Error>] {
    // The number of the next question, and the faults of the received answers.
    let state = Mutex((next: 0, faults: [Int: Result<String?, any Error>]()))
    let given = DispatchSemaphore(value: 0)
    for _ in 0..<min(jobCount, checks.count) {
      Thread.detachNewThread {
        while true {
          let index = state.withLock { state in
            defer { state.next += 1 }
            return state.next
          }
          guard index < checks.count else { return }
          let fault = Result { try checks[index].failure(of: program, in: folder, level: level) }
          state.withLock { $0.faults[index] = fault }
          given.signal()
        }
      }
    }
    for count in checks.indices {
      console.progress("\(count.grouped) of \(checks.count.grouped) answers")
      given.wait()
    }
    return state.withLock { state in checks.indices.compactMap { state.faults[$0] } }
  }
}

/// The depth of the comparison with a program.
enum ConformanceLevel: CaseIterable, Comparable {
  case frames, tables, values, text, checker, build, canonical, digest, equal
}
