/// `stele completions`, which writes the script with which a shell completes command lines of the tool.
enum Completions: Command {
  static let name = "completions"
  static let summary = "write the completions for a shell"
  static let operands = scripts.map(\.key).joined(separator: "|")
  static let about = """
    Writes a script for the shell, which completes commands, options and their values:
      bash  stele completions bash > ~/.local/share/bash-completion/completions/stele
      zsh   stele completions zsh > DIR/_stele, where DIR is a folder of $fpath
      fish  stele completions fish > ~/.config/fish/completions/stele.fish
    """
  static let options: [Option] = []
  static let fine = "the script was written"
  static let examples: KeyValuePairs = [
    "stele completions fish > ~/.config/fish/completions/stele.fish": "for fish"
  ]

  /// The shells for which the tool can write completions, and their scripts.
  static var scripts: KeyValuePairs<String, ([any Command.Type]) -> String> {
    ["bash": bash, "zsh": zsh, "fish": fish]
  }

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let name = try arguments.operands("shell")[0].text
    guard let script = scripts.first(where: { $0.key == name })?.value else {
      let names = scripts.map(\.key).joined(separator: ", ")
      throw UsageError("unknown shell \(name); there are \(names)")
    }
    return { console in try console.say(Line(own: script(Tool.commands))) }
  }
}

extension Command {
  /// The allowed operands; empty if operands are files.
  static var operandChoices: [String] {
    self == Completions.self ? Completions.scripts.map(\.key) : []
  }
}
