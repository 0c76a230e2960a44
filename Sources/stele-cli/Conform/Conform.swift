internal import Foundation
internal import SteleFoundation
internal import Synchronization

/// `stele conform`, which runs any program that reads archives over the fixtures.
struct Conform: Command {
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
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "every answer is right, but those of known failures"),
    (.finding, "an answer is wrong, or that of a known failure is right"),
  ]
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

  private let folder: Argument
  private let level: ConformanceLevel
  private let filter: String
  private let known: Argument?
  private let command: [String]
  private let timeout: Double
  private let jobCount: Int
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else {
      throw UsageError("say which program to run, after --")
    }
    command = arguments.operands.map(\.text)
    folder = Argument(arguments.value(of: Self.fixtures) ?? "Fixtures")
    known = arguments.value(of: Self.known).map { Argument($0) }
    isJSON = arguments.has(.json)
    filter = arguments.value(of: Self.filter) ?? ""
    jobCount =
      try arguments.number(of: Self.jobs, from: 1) ?? ProcessInfo.processInfo.activeProcessorCount
    guard let timeout = Double(arguments.value(of: Self.timeout) ?? "10"), timeout > 0,
      timeout < 1e9
    else { throw UsageError("option --timeout needs a number of seconds above 0") }
    self.timeout = timeout
    let name = arguments.value(of: Self.level) ?? ConformanceLevel.text.name
    level = ConformanceLevel.allCases.first { $0.name == name } ?? .text
  }

  func run(_ console: Console) throws -> ExitCode {
    do {
      return try compare(console)
    } catch let error as Refusal {
      // Neither an answer nor an archive is wrong, so the exit code is that of a file that could not be used.
      console.complain("\(error.description)")
      return .inputOutput
    }
  }

  private func compare(_ console: Console) throws -> ExitCode {
    let checks = try ConformanceManifest(folder: folder.text).checks()
    let asked = checks.filter {
      $0.level <= level && (filter.isEmpty || $0.name.contains(filter))
    }
    guard !asked.isEmpty else { throw UsageError("no fixture has \(filter) in its name") }
    let known = try known.map { try KnownFailures(path: $0.text).names } ?? []
    let program = try ConformingProgram(command: command, timeout: timeout)
    var report = ConformReport(level: level)
    let answers = answers(to: asked, of: program, console)
    for (check, answer) in zip(asked, answers) {
      report.add(check, try answer.get(), isKnown: known.contains(check.name))
    }
    for name in known.subtracting(checks.map(\.name)).sorted() {
      report.add(missing: name)
    }
    console.verdict = report.exitCode
    if isJSON {
      try console.say(report.json.line)
    } else {
      for line in report.lines(console) { try console.say(line) }
    }
    return report.exitCode
  }

  /// Returns the fault of the answer to each question, or nil for a right answer; several threads ask at a time.
  private func answers(
    to checks: [ConformanceCheck], of program: ConformingProgram, _ console: Console
  ) -> [Result<String?, any Error>] {
    let answers = Answers(to: checks)
    let (folder, level) = (folder.text, level)
    for _ in 0..<min(jobCount, checks.count) {
      Thread.detachNewThread {
        while let (index, check) = answers.takeQuestion() {
          answers.give(
            Result { try check.failure(of: program, in: folder, level: level) }, to: index)
        }
      }
    }
    for count in checks.indices {
      console.progress("\(count.grouped) of \(checks.count.grouped) answers")
      answers.waitForOne()
    }
    return answers.all
  }

  /// The questions for several threads, and the answers that these receive.
  private final class Answers: Sendable {
    private let checks: [ConformanceCheck]
    private let state = Mutex((next: 0, answers: [Int: Result<String?, any Error>]()))
    private let given = DispatchSemaphore(value: 0)

    init(to checks: [ConformanceCheck]) {
      self.checks = checks
    }

    func takeQuestion() -> (Int, ConformanceCheck)? {
      state.withLock { state in
        guard state.next < checks.count else { return nil }
        defer { state.next += 1 }
        return (state.next, checks[state.next])
      }
    }

    func give(_ answer: Result<String?, any Error>, to index: Int) {
      state.withLock { $0.answers[index] = answer }
      given.signal()
    }

    func waitForOne() { given.wait() }

    var all: [Result<String?, any Error>] {
      state.withLock { state in checks.indices.compactMap { state.answers[$0] } }
    }
  }
}

/// The depth to which a program is compared.
enum ConformanceLevel: Int, CaseIterable, Comparable {
  case frames, tables, values, text, checker, build, canonical, digest, equal

  /// The name on the command line and in the manifest.
  var name: String { String(describing: self) }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The names of the fixtures to which wrong answers are known.
private struct KnownFailures {
  let names: Set<String>

  init(path: String) throws {
    let text = String(decoding: try FileSource.bytes(of: FilePath(path)), as: UTF8.self)
    names = Set(
      text.split(separator: "\n").compactMap { line in
        let name = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
        return name.isEmpty ? nil : name
      })
  }
}
