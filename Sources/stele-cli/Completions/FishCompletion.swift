extension Completions {
  /// Returns the script for fish.
  static func fish(_ commands: [any Command.Type]) -> String {
    var lines = ["# Completions of stele for fish."]
    let isFirst = "-n __fish_use_subcommand"
    for command in commands {
      lines.append(
        "complete -c stele \(isFirst) -f -a \(command.name) -d \(Self.quoted(command.summary))")
    }
    lines.append("complete -c stele \(isFirst) -f -a help -d 'show the help of a command'")
    lines.append("complete -c stele \(isFirst) -f -s h -l help -d 'show help'")
    lines.append("complete -c stele \(isFirst) -f -l version -d 'show the version'")
    let names = commands.map { $0.name }.joined(separator: " ")
    lines.append("complete -c stele -n '__fish_seen_subcommand_from help' -f -a '\(names)'")
    for command in commands {
      let start = "complete -c stele -n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.allOptions {
        lines.append("\(start) \(Self.flags(of: option)) -d \(Self.quoted(option.about))")
      }
      if !command.operandChoices.isEmpty {
        lines.append("\(start) -f -a '\(command.operandChoices.joined(separator: " "))'")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func flags(of option: Option) -> String {
    var flags = "-l \(option.name.dropFirst(2))"
    if let shortName = option.shortName { flags = "-s \(shortName.dropFirst()) " + flags }
    guard option.value != nil else { return flags }
    guard option.choices.isEmpty else {
      return flags + " -x -a '\(option.choices.joined(separator: " "))'"
    }
    return flags + (option.isPath ? " -r -F" : " -x")
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
