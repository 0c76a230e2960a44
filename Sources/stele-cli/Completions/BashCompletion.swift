extension Completions {
  /// Returns the script for bash.
  static func bash(_ commands: [any Command.Type]) -> String {
    let names = commands.map { $0.name } + ["help", "--help", "--version"]
    var values: [String] = []
    var words: [String] = []
    for command in commands {
      for option in command.allOptions where option.value != nil && !option.isPath {
        let patterns = option.names.map { "'\(command.name) \($0)'" }.joined(separator: " | ")
        values.append("    \(patterns)) choices='\(option.choices.joined(separator: " "))' ;;")
      }
      let options = command.allOptions.map(\.name).joined(separator: " ")
      let operands = command.operandChoices.joined(separator: " ")
      words.append("    \(command.name)) options='\(options)' operands='\(operands)' ;;")
    }
    return #"""
      # Completions of stele for bash.
      _stele() {
        local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
        local command="${COMP_WORDS[1]}" options='' operands='' choices IFS=$' \t\n'
        COMPREPLY=()
        # --option=value are three words for bash.
        if [ "$word" = '=' ]; then
          word=''
        elif [ "$previous" = '=' ] && [ "$COMP_CWORD" -gt 2 ]; then
          previous="${COMP_WORDS[COMP_CWORD - 2]}"
        fi
        if [ "$COMP_CWORD" -eq 1 ] || { [ "$command" = help ] && [ "$COMP_CWORD" -eq 2 ]; }; then
          COMPREPLY=($(compgen -W '\#(names.joined(separator: " "))' -- "$word"))
          return
        fi
        case "$command $previous" in
      \#(values.joined(separator: "\n"))
        esac
        if [ -n "${choices+set}" ]; then
          COMPREPLY=($(compgen -W "$choices" -- "$word"))
          return
        fi
        case "$command" in
      \#(words.joined(separator: "\n"))
        esac
        case "$word" in
          -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
          *)
            if [ -n "$operands" ]; then
              COMPREPLY=($(compgen -W "$operands" -- "$word"))
            else
              IFS=$'\n'
              COMPREPLY=($(compgen -f -- "$word"))
              compopt -o filenames 2>/dev/null
            fi
            ;;
        esac
      }
      complete -F _stele stele
      """#
  }
}

extension Option {
  var names: [String] { [name] + (shortName.map { [$0] } ?? []) }
}
