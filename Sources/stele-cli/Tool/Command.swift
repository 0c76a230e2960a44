/// A subcommand of the tool.
protocol Command {
  static var name: String { get }
  /// The purpose of the command, in a few words.
  static var summary: String { get }
  /// The operands, as help shows them after the name.
  static var operands: String { get }
  /// The description of the command, in a few lines.
  static var about: String { get }
  /// The options, without those that all commands share.
  static var options: [Option] { get }
  /// The meaning of the exit code for success.
  static var fine: String { get }
  /// The meaning of the exit code for a finding; empty if the command has none.
  static var finding: String { get }
  /// The meanings of further exit codes, or of shared ones that mean something else here.
  static var otherExitCodes: [(ExitCode, String)] { get }
  /// Example command lines, and their purposes.
  static var examples: KeyValuePairs<String, String> { get }

  /// The exit code if an archive or text is refused.
  static var refusalCode: ExitCode { get }

  /// Returns the work of a command line.
  static func work(_ arguments: Arguments) throws(UsageError) -> Work
}

/// The work of a command line, which has been checked.
///
/// The exit code is the verdict of the console. It throws `FileError`, or the reason why an archive or text was refused.
typealias Work = (Console) throws -> Void

extension Command {
  static var finding: String { "" }
  static var otherExitCodes: [(ExitCode, String)] { [] }
  static var refusalCode: ExitCode { .finding }

  /// The meanings of the exit codes, except those that all commands share.
  static var exitCodes: [(ExitCode, String)] {
    let limited = (ExitCode.limit, "the text would be longer than --limit")
    return [(.fine, fine), (.finding, finding)].filter { !$0.1.isEmpty } + otherExitCodes
      + (options.contains(where: \.limitsText) ? [limited] : [])
  }

  /// All options of the command, including those that all commands share.
  static var allOptions: [Option] {
    options
      + [.quiet, .color, .help].filter { shared in
        !options.contains { $0.name == shared.name }
      }
  }

  /// The text of `stele NAME --help`.
  static var help: String {
    let common: [(ExitCode, String)] = [
      (.usage, "wrong usage"), (.inputOutput, "a file cannot be read or written"),
    ]
    let codes = exitCodes + common.filter { code in !exitCodes.contains { $0.0 == code.0 } }
    let lines = codes.sorted { $0.0.rawValue < $1.0.rawValue }.map { "  \($0.0.rawValue)  \($0.1)" }
    return """
      stele \(name): \(summary)

      usage: stele \(name) \(operands)

      \(about)

      options:
      \(TextTable.help(allOptions.map { ($0.signature, $0.about) }))

      examples:
      \(examples.map { "  # \($0.value)\n  \($0.key)" }.joined(separator: "\n"))

      exit codes:
      \(lines.joined(separator: "\n"))
      """
  }
}

extension TextTable {
  /// Returns rows of help in two columns.
  static func help(_ rows: [(String, String)]) -> String {
    var table = TextTable()
    for (term, meaning) in rows { table.add(term, Line(own: meaning)) }
    return table.lines.map { "  \($0.text)" }.joined(separator: "\n")
  }
}
