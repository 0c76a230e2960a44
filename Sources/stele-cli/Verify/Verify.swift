internal import SteleFoundation
internal import SteleVerifier

/// `stele verify`, which reports which files are valid archives, and the findings in the others.
struct Verify: Command {
  static let name = "verify"
  static let summary = "check that files are valid archives"
  static let operands = "[options] PATH..."
  static let about = """
    Checks each file with a verifier that shares no code with the reader, and says in one line
    whether it is ok; each finding follows in a line of its own. A count of parts that were not
    checked is -, and null in JSON.
    \(InputList.about)
    Levels, each with all before it:
      frames      signatures, chunks and their checks, head and index
      tables      the class table
      records     every record, root and metadata item, but not what references point at
      references  everything that makes an archive valid (the default)
      canonical   the canonical form, too
    """
  static let options = [level, canonical, InputList.allowEmpty, .json, quiet, limit]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "every file is a valid archive"), (.finding, "something is wrong with a file"),
  ]
  static let examples: KeyValuePairs = [
    "stele verify documents/": "all archives of a folder and below",
    "stele verify --allow-empty inbox/": "those of a folder that may have none",
    "stele verify --level canonical notes.stele": "the canonical form, too",
    "stele verify --json -q documents/ > findings.json": "what is wrong, for a program",
  ]

  private static let level = Option(
    "--level", value: "LEVEL", choices: VerificationLevel.allCases.map(\.name), "how much to check")
  private static let canonical = Option("--canonical", "the same as --level canonical")
  private static let quiet = Option(
    "--quiet", short: "-q", "say only what is wrong, and show no progress")
  private static let limit = Option.limit(count: "show N findings for each file; usually 20")

  private let inputs: InputList
  private let verifier: Verifier
  private let isJSON: Bool
  private let isQuiet: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    inputs = try InputList(arguments, to: "verify")
    var verifier = Verifier()
    if let name = arguments.value(of: Self.level) {
      guard let known = VerificationLevel.allCases.first(where: { $0.name == name }) else {
        let names = VerificationLevel.allCases.map(\.name).joined(separator: ", ")
        throw UsageError("unknown level \(name); there are \(names)")
      }
      guard !arguments.has(Self.canonical) || known == .canonical else {
        throw UsageError("--canonical and --level \(name) exclude each other")
      }
      verifier.level = known
    }
    if arguments.has(Self.canonical) { verifier.level = .canonical }
    verifier.maximumFindingCount = try arguments.countLimit(Self.limit, from: 1) ?? 20
    self.verifier = verifier
    isJSON = arguments.has(.json)
    isQuiet = arguments.has(Self.quiet)
  }

  func run(_ console: Console) throws -> ExitCode {
    let entries = try inputs.entries(console)
    var run = VerifyRun(
      verifier: verifier, console: console,
      report: isJSON ? VerifyJSON(isQuiet: isQuiet) : VerifyText(isQuiet: isQuiet))
    try run.report.begin(console)
    for entry in entries { try run.verify(entry) }
    try run.report.end(run.totals, console)
    return run.totals.exitCode
  }
}

extension VerificationLevel {
  /// The name of the level on the command line.
  var name: String { String(describing: self) }
}
