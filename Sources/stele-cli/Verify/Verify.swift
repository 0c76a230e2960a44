internal import Stele
internal import SteleFoundation
internal import SteleVerifier

/// `stele verify`, which reports the valid archives, and the findings in other files.
enum Verify: Command {
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
  static let fine = "every file is a valid archive"
  static let finding = "something is wrong with a file"
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

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let inputs = try InputList(arguments, to: "verify")
    var verifier = Verifier()
    if let level = VerificationLevel.named(arguments.value(of: Self.level)) {
      guard !arguments.has(Self.canonical) || level == .canonical else {
        throw UsageError("--canonical and --level \(level.name) exclude each other")
      }
      verifier.level = level
    }
    if arguments.has(Self.canonical) { verifier.level = .canonical }
    verifier.maximumFindingCount = try arguments.number(of: Self.limit, from: 1) ?? 20
    let isQuiet = arguments.has(Self.quiet)
    return { console in
      var totals = VerifyTotals()
      try inputs.report(of: Self.self, console, failure: ["ok": false]) { count in
        totals.pathCount = count
        if console.isJSON { return .json(["total": totals.document]) }
        return .lines(isQuiet ? [] : [totals.line])
      } _: { input, number in
        let work: Line = "verifying \(input.title), file \(number.grouped)"
        console.progress(work)
        let file = try input.readUnchangedArchive(console, doing: nil) { bytes in
          let verification = verifier.verify(bytes) { offset in
            console.progress("\(work), \(offset / max(1, bytes.byteCount / 100)) %")
          }
          if let error = verification.sourceError as? FileError { throw error }
          // The content read for messages is unchanged, too.
          return VerifiedFile(input, verification, bytes)
        }
        totals.add(file.verification)
        if !file.verification.isValid {
          console.record(.finding)
        } else if isQuiet {
          return .lines([])
        }
        return console.isJSON ? .json(file.document) : .lines(file.lines(console))
      }
    }
  }
}

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
