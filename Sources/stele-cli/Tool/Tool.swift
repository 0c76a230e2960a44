internal import Stele
internal import SteleFoundation

/// The command-line tool: arguments in, findings and an exit code out.
package enum Tool {
  /// The version of the package and of the tool; `.ci/version` compares it with the texts.
  static let version = "1.0.0"

  static var commands: [any Command.Type] {
    [
      Verify.self, Info.self, Explain.self, View.self, Dump.self, Build.self, Get.self, Query.self,
      Extract.self, Merge.self, SetValue.self,
      Schema.self, Graph.self, Stats.self, Digest.self, Canonical.self,
      Diff.self, Compat.self, Recover.self, Import.self, Export.self, Conform.self,
      Completions.self,
      Manual.self,
    ]
  }

  /// Runs a command line, without the name of the tool, and returns the exit code of the process.
  package static func run(_ arguments: [Argument], _ console: Console) -> ExitCode {
    let command = (arguments.first?.text).flatMap(command(named:))
    do {
      try perform(arguments, console)
      try console.end()
    } catch let error as FileError
      where error.isBrokenPipe && error.path == StandardStream.output.path
    {
      // The reader of the output has closed it, and needs no more.
    } catch let error as UsageError {
      let hint = command.map { "stele \($0.name) --help" } ?? "stele --help"
      console.complain("\(error.message) (see \(hint))" + Line(own: error.excerpt))
      console.verdict = .usage
    } catch let error as FileError {
      console.complain("\(error.clause)")
      console.verdict = .inputOutput
    } catch {
      console.complain("\(String(describing: error))")
      console.verdict =
        error is TextLimit.Exceeded ? .limit : command?.refusalCode ?? .finding
    }
    try? console.end()
    return console.verdict
  }

  private static func command(named name: String) -> (any Command.Type)? {
    commands.first { $0.name == name }
  }

  private static func hint(_ name: String) -> String {
    Arguments.hint(name, commands.map { $0.name })
  }

  private static func perform(_ arguments: [Argument], _ console: Console) throws {
    guard let name = arguments.first?.text else {
      throw UsageError("say what to do: \(commands.map { $0.name }.joined(separator: ", "))")
    }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "--help", "-h", "help":
      guard let topic = rest.first?.text else { return try console.say(Line(own: help)) }
      guard let command = command(named: topic) else {
        throw UsageError("unknown command \(topic)" + hint(topic))
      }
      try console.say(Line(own: command.help))
    case "--version":
      try console.say("stele \(version), format \(Head.versionText)")
    default:
      guard let command = command(named: name) else {
        let kind = name.hasPrefix("-") ? "option" : "command"
        throw UsageError("unknown \(kind) \(name)" + (kind == "command" ? hint(name) : ""))
      }
      let arguments = try Arguments(rest, options: command.allOptions)
      guard !arguments.has(.help) else { return try console.say(Line(own: command.help)) }
      let work = try command.work(arguments)
      try console.apply(arguments)
      try work(console)
    }
  }
}
