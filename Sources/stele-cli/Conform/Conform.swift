internal import Foundation
internal import SteleFoundation
internal import Synchronization

/// `stele conform`: runs any program that reads archives over the fixtures.
struct Conform: Command {
  static let name = "conform"
  static let summary = "run another program over the fixtures, and compare its answers"
  static let operands = "[options] -- COMMAND..."
  static let about = """
    Starts COMMAND once for each fixture, with the archive on standard input. The program answers on
    standard output, and with its exit code:

      exit code 0   the archive is valid; the text notation (specification, annex C)
      exit code 1   it is not: {"rule": "F3", "offset": 8}, the first refusal (7.1)

    At the level canonical it is started once more for each valid archive, with --canonical as one
    more argument, and answers

      exit code 0   the canonical form (chapter 9, with metadata)
      exit code 1   there is none: {"rule": "K11"}

    Levels, each with all before it:
      frames     accepts valid archives; refuses wrong signatures, chunks, heads and indexes
      tables     refuses what is wrong with the class table
      values     refuses what is wrong with records, roots, metadata and references
      text       answers with the right text (the default)
      canonical  makes the canonical form
    """
  static let options = [fixtures, level, known, Option.json]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "every answer is right, but those of known failures"),
    (.finding, "an answer is wrong, or that of a known failure is right"),
  ]

  private static let fixtures = Option(
    "--fixtures", value: "DIR", "the folder of the fixtures; Fixtures if not given")
  private static let level = Option(
    "--level", value: "LEVEL", choices: ConformanceLevel.allCases.map(\.name), "how much to compare"
  )
  private static let known = Option(
    "--known", value: "FILE",
    "fixtures whose answers are known to be wrong: one name a line, # for a comment")

  private let folder: Argument
  private let level: ConformanceLevel
  private let known: Argument?
  private let program: ConformingProgram
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    guard !arguments.operands.isEmpty else {
      throw UsageError("say which program to run, after --")
    }
    program = ConformingProgram(command: arguments.operands.map(\.text))
    folder = Argument(arguments.value(of: Self.fixtures) ?? "Fixtures")
    known = arguments.value(of: Self.known).map { Argument($0) }
    isJSON = arguments.has(.json)
    let name = arguments.value(of: Self.level) ?? ConformanceLevel.text.name
    guard let level = ConformanceLevel.allCases.first(where: { $0.name == name }) else {
      let names = ConformanceLevel.allCases.map(\.name).joined(separator: ", ")
      throw UsageError("unknown level \(name); there are \(names)")
    }
    self.level = level
  }

  func run(_ console: Console) throws -> ExitCode {
    let list = try ConformanceManifest(folder: folder.text)
    var unseen = try known.map { try KnownFailures(path: $0.text).names } ?? []
    var report = ConformReport(level: level)
    let checks = try list.checks(level: level)
    console.progress("asking \(checks.count.of("question"))")
    for (check, answer) in zip(checks, answers(to: checks)) {
      let failure = try answer.get()
      let isKnown = unseen.remove(check.name) != nil
      report.add(check, failure, isKnown: isKnown)
    }
    for name in unseen.sorted() {
      report.add(missing: name)
    }
    console.verdict = report.exitCode
    if isJSON {
      try console.say(report.json.line)
    } else {
      for line in report.lines { try console.say(line) }
    }
    return report.exitCode
  }

  /// What is wrong with the answer to each question; as many are asked at a time as there are processors.
  private func answers(to checks: [ConformanceCheck]) -> [Result<String?, any Error>] {
    let answers = Mutex<[Int: Result<String?, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: checks.count) { index in
      let answer = Result { try checks[index].failure(of: program) }
      answers.withLock { $0[index] = answer }
    }
    return answers.withLock { answers in checks.indices.compactMap { answers[$0] } }
  }
}

/// How much of a program is compared.
enum ConformanceLevel: Int, CaseIterable, Comparable {
  case frames, tables, values, text, canonical

  /// The name on the command line and in the manifest.
  var name: String { String(describing: self) }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The fixtures whose answers are known to be wrong.
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
