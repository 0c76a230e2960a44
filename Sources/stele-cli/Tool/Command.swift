/// A subcommand of the tool.
protocol Command {
  /// Its name.
  static var name: String { get }
  /// What it does, in a few words.
  static var summary: String { get }
  /// What follows its name.
  static var operands: String { get }
  /// What it does, in some lines.
  static var about: String { get }
  /// The options, without `--help`.
  static var options: [Option] { get }
  /// What the exit codes mean, beside those that mean the same everywhere.
  static var exitCodes: [(ExitCode, String)] { get }

  /// Understands the command line.
  init(_ arguments: Arguments) throws(UsageError)

  /// Does it.
  ///
  /// - Throws: `FileError`, or why an archive or text was refused.
  func run(_ console: Console) throws -> ExitCode
}

extension Command {
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
      \(HelpTable((options + [.help]).map { ($0.signature, $0.about) }).text)

      exit codes:
      \(lines.joined(separator: "\n"))
      """
  }
}

/// Two columns of help.
struct HelpTable {
  let text: String

  init(_ rows: [(String, String)]) {
    let width = rows.map(\.0.count).max() ?? 0
    text = rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }.joined(separator: "\n")
  }
}
