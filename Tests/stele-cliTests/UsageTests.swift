import Testing

@testable import stele_cli

@Suite("The command line")
struct UsageTests {
  static let commands = Tool.commands.map { $0.name }

  @Test func `help lists every command`() {
    for arguments in [["--help"], ["-h"], ["help"]] {
      let run = ToolRun(arguments)
      #expect(run.code == .fine)
      for command in Self.commands { #expect(run.output.contains("\n  \(command) ")) }
      #expect(run.output.contains("exit codes:\n  0  "))
    }
  }

  @Test(arguments: commands)
  func `the help of a command says usage, options and exit codes`(command: String) {
    let run = ToolRun([command, "--help"])
    #expect(run.code == .fine)
    #expect(run.lines[0].hasPrefix("stele \(command): "))
    #expect(run.output.contains("\nusage: stele \(command) "))
    #expect(run.output.contains("\noptions:\n"))
    #expect(run.output.contains("-h, --help"))
    #expect(run.output.contains("\nexamples:\n  # "))
    #expect(run.output.contains("\nexit codes:\n  0  "))
    for code in ["\n  2  wrong usage", "\n  3  a file cannot be"] {
      #expect(run.output.contains(code))
    }
    #expect(run.lines.allSatisfy { $0.count <= 100 })
    #expect(ToolRun(["help", command]).output == run.output)
    #expect(ToolRun([command, "-h", "whatever"]).output == run.output)
  }

  @Test(arguments: commands)
  func `the examples of a command are command lines of it`(command: String) throws {
    let type = try #require(Tool.commands.first { $0.name == command })
    #expect(!type.examples.isEmpty)
    for (line, _) in type.examples {
      // One of them may be a part of a pipe.
      let parts = Self.commands(in: line).filter { $0.starts(with: ["stele", command]) }
      #expect(!parts.isEmpty, "\(line)")
      for words in parts {
        #expect(words.prefix(2) == ["stele", command])
        let arguments = try Arguments(
          words.dropFirst(2).map { Argument($0) }, options: type.allOptions)
        _ = try type.work(arguments)
      }
    }
  }

  /// Returns the words of each command of a pipe, without what follows a redirection.
  private static func commands(in line: String) -> [[String]] {
    var commands: [[String]] = [[""]]
    var isQuoted = false
    var isRedirected = false
    for character in line {
      switch character {
      case "'": isQuoted.toggle()
      case "|" where !isQuoted:
        commands.append([""])
        isRedirected = false
      case ">" where !isQuoted: isRedirected = true
      case _ where isRedirected: break
      case " " where !isQuoted: commands[commands.count - 1].append("")
      default:
        commands[commands.count - 1][commands[commands.count - 1].count - 1].append(character)
      }
    }
    return commands.map { $0.filter { !$0.isEmpty } }
  }

  @Test func `the version of tool and format is said`() {
    #expect(ToolRun(["--version"]).output == "stele \(Tool.version), format 1.0\n")
  }

  static let mistakes: [([String], String)] = [
    ([], "say what to do: \(commands.joined(separator: ", "))"),
    (["frobnicate"], "unknown command frobnicate"),
    (["--frobnicate"], "unknown option --frobnicate"),
    (["help", "frobnicate"], "unknown command frobnicate"),
    (["verify"], "say which files to verify"),
    (["verify", "-x", "a"], "unknown option -x"),
    (["verify", "--jsno=1", "a"], "unknown option --jsno; did you mean --json?"),
    (["verify", "--json=1", "a"], "option --json takes no value"),
    (["verify", "--json", "--json", "a"], "option --json is given twice"),
    (
      ["dump", "a", "--color=sometimes"],
      "option --color is one of always, never, auto, not sometimes"
    ),
    (["verify", "a", "--level"], "option --level needs a value"),
    (
      ["verify", "a", "--level", "all"],
      "option --level is one of frames, tables, records, references, canonical, not all"
    ),
    (
      ["verify", "a", "--canonical", "--level=frames"],
      "--canonical and --level frames exclude each other"
    ),
    (["verify", "a", "--limit", "0"], "option --limit needs an integer of at least 1"),
    (["stats"], "say which files to look into"),
    (["digest", "--json"], "say which files to hash"),
    (["dump"], "file is missing"),
    (["dump", "a", "b"], "there is one operand too many: b"),
    (
      ["dump", "a", "--object", "1", "--root", "r"],
      "--object, --root and --path exclude each other"
    ),
    (["build", "a"], "-o FILE is missing"),
    (["compat"], "old file is missing"),
    (["compat", "a"], "new file is missing"),
    (["compat", "a", "b", "c"], "there is one operand too many: c"),
    (["compat", "-", "-"], "only one of the files can be standard input"),
    (["compat", "a", "b", "--file", "c"], "option --file is one of old, new, not c"),
    (
      ["compat", "a", "b", "--fail-on=fine"],
      "option --fail-on is one of dependsOnValues, needsDeclaration, breaks, not fine"
    ),
    (["recover", "a"], "-o FILE is missing"),
    (
      ["recover", "a", "-o", "-"], "standard output is for the report; write the archive to a file"
    ),
    (["import", "a"], "-o FILE is missing"),
    (["export", "a"], "-o FILE is missing"),
    (["graph", "-", "--format", "png"], "option --format is one of dot, mermaid, not png"),
    (["graph", "-", "--mermaid", "--json"], "--format, --mermaid and --json exclude each other"),
    (
      ["graph", "-", "--object", "1", "--root", "b"],
      "--object, --root and --path exclude each other"
    ),
    (["graph", "-", "--depth", "1"], "--depth needs --object, --root or --path"),
    (["graph", "-", "--limit", "0"], "option --limit needs an integer of at least 1"),
    (["schema", "-", "--swift", "--json"], "--swift and --json exclude each other"),
    (["schema", "-", "--namespace", "A"], "--namespace needs --swift"),
    (
      ["schema", "-", "--swift", "--namespace", "class"],
      "--namespace needs letters and digits, and a letter first"
    ),
    (
      ["schema", "-", "--swift", "--namespace", "String"],
      "--namespace needs letters and digits, and a letter first"
    ),
    (
      ["schema", "-", "--swift", "--namespace", "A{}"],
      "--namespace needs letters and digits, and a letter first"
    ),
    (["verify", "--\u{1B}[31m", "a"], "unknown option --\\u{1b}[31m"),
  ]

  @Test(arguments: mistakes)
  func `a mistake ends with one line and exit code 2`(arguments: [String], hint: String) {
    let run = ToolRun(arguments)
    run.expectRefusal(.usage, hint)
    #expect(run.output == "")
  }

  @Test func `everything after two hyphens is a file`() {
    ToolRun(["verify", "--", "--json"])
      .expectRefusal(.inputOutput, "cannot open --json: no such file or directory")
  }
}
