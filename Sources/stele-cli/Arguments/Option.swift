/// An option of a command.
struct Option {
  /// The name, such as `--json`.
  let name: String
  /// A short name, such as `-o`.
  let shortName: String?
  /// The name of the value in help, such as `FILE`; nil if the option has no value.
  let value: String?
  /// The allowed values; empty if any value is allowed.
  let choices: [String]
  /// The effect of the option, in a few words.
  let about: String
  /// Whether the option may be given several times.
  let isRepeatable: Bool

  init(
    _ name: String, short shortName: String? = nil, value: String? = nil, choices: [String] = [],
    isRepeatable: Bool = false, _ about: String
  ) {
    self.name = name
    self.shortName = shortName
    self.value = value
    self.choices = choices
    self.about = about
    self.isRepeatable = isRepeatable
  }

  /// Whether the value is the path of a file or a folder.
  var isPath: Bool { value == "FILE" && choices.isEmpty || value == "DIR" }

  /// The option as help shows it, such as `-o, --output FILE`.
  var signature: String {
    let names = shortName.map { "\($0), \(name)" } ?? "    \(name)"
    return value.map { "\(names) \($0)" } ?? names
  }

  static let help = Option("--help", short: "-h", "show this help")
  static let quiet = Option("--quiet", short: "-q", "show no progress")
  static let color = Option(
    "--color", value: "WHEN", choices: ["always", "never", "auto"],
    "use colour always, never, or (auto, which is usual) on a terminal")
  static let json = Option("--json", "say it in JSON, for machines")
  static let memory = Option(
    "--memory", value: "SIZE",
    "memory that content may take, such as 4G; usually 64 times the file")
  static let output = output(
    "where to write; the file appears when it is complete, - is standard output")

  /// Returns the option for the file to write, with a description by the command.
  static func output(_ about: String) -> Option {
    Option("--output", short: "-o", value: "FILE", about)
  }
}
