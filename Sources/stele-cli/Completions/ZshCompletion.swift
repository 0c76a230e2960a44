extension Completions {
  /// Returns the script for zsh.
  static func zsh(_ commands: [any Command.Type]) -> String {
    let rows = commands.map { "    \(Self.quoted("\($0.name):\(Self.escaped($0.summary))"))" }
    let cases = commands.map { command in
      let operands =
        command.operandChoices.isEmpty
        ? "*:file:_files" : "1:word:(\(command.operandChoices.joined(separator: " ")))"
      let arguments = command.allOptions.flatMap(Self.specifications) + [Self.quoted(operands)]
      return """
            \(command.name))
              _arguments \(arguments.joined(separator: " \\\n            "))
              ;;
        """
    }
    return #"""
      #compdef stele
      # Completions of stele for zsh.
      _stele() {
        local curcontext="$curcontext" context state state_descr line
        local -a commands
        typeset -A opt_args
        commands=(
      \#(rows.joined(separator: "\n"))
          'help:show the help of a command'
        )
        _arguments -C '(- *)'{-h,--help}'[show help]' '(- *)--version[show the version]' \
          '1:command:->command' '*::argument:->argument'
        case $state in
          command) _describe command commands ;;
          argument)
            case $line[1] in
            help) _describe command commands ;;
      \#(cases.joined(separator: "\n"))
            esac
            ;;
        esac
      }
      if [ "$funcstack[1]" = _stele ]; then
        _stele "$@"
      else
        compdef _stele stele
      fi
      """#
  }

  /// Returns the arguments of `_arguments` for an option, quoted: one for each name of the option.
  private static func specifications(_ option: Option) -> [String] {
    let others = option.names.joined(separator: " ")
    return option.names.map { name in
      var text = "(\(others))\(name)"
      if option.value != nil, name.hasPrefix("--") { text += "=" }
      text += "[\(escaped(option.about))]"
      if let value = option.value {
        text += ":\(escaped(value)):"
        if !option.choices.isEmpty {
          text += "(\(option.choices.joined(separator: " ")))"
        } else if option.isPath {
          text += "_files"
        } else {
          text += "( )"
        }
      }
      return quoted(text)
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      .replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "'\\''"))'"
  }
}
