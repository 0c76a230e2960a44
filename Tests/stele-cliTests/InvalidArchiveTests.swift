import Stele
import TestSupport
import Testing

@testable import stele_cli

/// Every invalid archive of the fixtures, read by every command.
@Suite("Invalid archives")
struct InvalidArchiveTests {
  /// A command that runs on an archive, and the order of its arguments.
  struct Invocation: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    /// Whether the archive precedes another one.
    var isFirst = false
    /// The form in which the command reports the reason.
    var form = Form.error
    /// The part of an archive that the command validates.
    var scope = Scope.whole

    enum Form { case error, findings, explanation, report }

    enum Scope {
      case whole
      /// All but the values.
      case tables
      /// The frames of chunks, and the content of chunks with classes and roots; another rule may be named about frames and the
      /// index.
      case classesAndRoots

      /// Returns whether a reader that validates this part must refuse an archive.
      func finds(_ archive: Manifest.Invalid) -> Bool {
        switch self {
        case .whole: true
        case .tables: archive.level != "values"
        case .classesAndRoots:
          archive.level == "frames" && !["F6", "F7"].contains(archive.finding.rule)
        }
      }
    }

    var testDescription: String { arguments.joined(separator: " ") + (isFirst ? " FILE" : "") }
  }

  static let invocations = [
    Invocation(arguments: ["verify"], form: .findings),
    Invocation(arguments: ["explain"], form: .explanation), Invocation(arguments: ["dump"]),
    Invocation(arguments: ["dump", "--object", "1"], scope: .classesAndRoots),
    Invocation(arguments: ["dump", "--root", ""], scope: .classesAndRoots),
    Invocation(arguments: ["schema"], scope: .tables),
    Invocation(arguments: ["schema", "--json"], scope: .tables),
    Invocation(arguments: ["schema", "--swift"]), Invocation(arguments: ["graph"]),
    Invocation(arguments: ["graph", "--object", "1"]),
    Invocation(arguments: ["graph", "--root", "root"]),
    Invocation(arguments: ["stats"]),
    Invocation(arguments: ["digest"]),
    Invocation(arguments: ["diff"]), Invocation(arguments: ["diff"], isFirst: true),
    Invocation(arguments: ["compat"], scope: .classesAndRoots),
    Invocation(arguments: ["compat"], isFirst: true, scope: .classesAndRoots),
    Invocation(arguments: ["export", "--xml", "-o", "-"]),
    Invocation(arguments: ["recover", "-o"], form: .report),
  ]

  static let archives = Result { try FixtureFolder.manifest() }

  /// Archives with wrong chunks, which every command refuses by their rule, whatever it reads.
  static let wrongChunks = [
    "unknown-critical-chunk", "metadata-as-critical-chunk", "chunk-type-digit",
    "chunk-type-third-lower-case", "head-repeated", "head-missing", "index-place-0",
    "index-place-wrong",
  ].map { "invalid/\($0).stele" }

  /// In a long run, each command reads every archive; otherwise those with wrong chunks, and a quarter of the others, which
  /// differs between commands.
  @Test(arguments: zip(invocations, invocations.indices))
  func `are refused by the same rule at the same byte`(
    _ invocation: Invocation, _ number: Int
  ) throws {
    let directory = try TemporaryDirectory()
    let manifest = try Self.archives.get()
    let good = try directory.write(Sample.bytes(), to: "good.stele")
    var differences: [String] = []
    let step = Seeds.stride(4)
    for (index, archive) in (manifest.invalid + manifest.order).enumerated()
    where invocation.scope.finds(archive) {
      let isWrongChunk = Self.wrongChunks.contains(archive.file)
      guard isWrongChunk || (index + number) % step == 0 else { continue }
      let path = try directory.write(FixtureFolder.bytes(archive.file), to: "invalid.stele")
      var arguments = invocation.arguments
      switch arguments[0] {
      case "diff", "compat": arguments += invocation.isFirst ? [path, good] : [good, path]
      case "recover": arguments += [directory.path("out.stele"), path]
      default: arguments.append(path)
      }
      let run = ToolRun(arguments)
      let expected = archive.finding
      // If `recover` saves all of an archive, exit code 0 is right; chunks that the library does not know are lost.
      let losesChunks = isWrongChunk && ["F4", "F8"].contains(expected.rule)
      let isFine = run.code == .fine && (invocation.form != .report || losesChunks)
      let isOther =
        invocation.scope == .classesAndRoots && !isWrongChunk
        && "FXP".contains(expected.rule.prefix(1)) && run.code == .finding
      if isFine || !(isOther || names(expected, run, invocation.form)) {
        differences.append(
          "\(archive.file): \(expected.rule) at \(expected.offset), code \(run.code): \(run.errors)"
        )
      }
    }
    #expect(differences == [])
  }

  /// Returns whether the tool reports a rule and its byte, or reports them first.
  private func names(_ finding: Manifest.Finding, _ run: ToolRun, _ form: Invocation.Form) -> Bool {
    switch form {
    case .error:
      run.errors.contains(" at byte \(finding.offset): ")
        && run.errors.hasSuffix("(rule \(finding.rule))\n")
    case .findings:
      run.lines.contains {
        $0.hasPrefix("      \(finding.rule) \(finding.code) at byte \(finding.offset)")
      }
    case .explanation:
      run.output.contains(" \(finding.rule) ")
    case .report:
      run.lines.contains {
        $0.hasPrefix("  readers refuse it at byte \(finding.offset)")
          && $0.hasSuffix("(rule \(finding.rule))")
      }
    }
  }
}
