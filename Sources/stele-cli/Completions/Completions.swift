/// `stele completions`, which writes the script with which a shell completes command lines of the tool.
enum Completions: Command {
  static let name = "completions"
  static let summary = "write the completions for a shell"
  static let operands = "\(Shell.allCases.map(\.rawValue).joined(separator: "|"))"
  static let about = """
    Writes a script for the shell, which completes commands, options and their values:
      bash  stele completions bash > ~/.local/share/bash-completion/completions/stele
      zsh   stele completions zsh > DIR/_stele, where DIR is a folder of $fpath
      fish  stele completions fish > ~/.config/fish/completions/stele.fish
    """
  static let options: [Option] = []
  static let exitCodes: [(ExitCode, String)] = [(.fine, "the script was written")]
  static let examples: KeyValuePairs = [
    "stele completions fish > ~/.config/fish/completions/stele.fish": "for fish"
  ]

  /// A shell for which the tool can write completions.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let name = try arguments.onlyOperand("shell").text
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("unknown shell \(name); there are \(names)")
    }
    return { console in
      let script =
        switch shell {
        case .bash: Self.bash(Tool.commands)
        case .zsh: Self.zsh(Tool.commands)
        case .fish: Self.fish(Tool.commands)
        }
      try console.say(Line(own: script))
    }
  }
}

extension Command {
  /// The allowed operands; empty if operands are files.
  static var operandChoices: [String] {
    self == Completions.self ? Completions.Shell.allCases.map(\.rawValue) : []
  }
}
