import Testing

@testable import stele_cli

/// The scripts are run by the shells that are installed.
struct `Completions for shells` {
  private static let shells = ["bash", "zsh", "fish"]

  @Test(arguments: shells)
  func `a shell finds no mistake in its script`(shell: String) throws {
    let script = ToolRun(["completions", shell])
    #expect(script.code == .fine)
    guard let program = InstalledProgram(shell) else { return }
    let run = try program.run(["-n", "/dev/stdin"], input: script.bytes)
    #expect(run == .init(code: 0, output: "", errors: ""))
  }

  @Test(arguments: shells)
  func `every command and every option stands in the script`(shell: String) {
    let script = ToolRun(["completions", shell]).output
    for command in Tool.commands {
      #expect(script.contains(command.name))
      for option in command.options {
        #expect(script.contains(shell == "fish" ? "-l \(option.name.dropFirst(2))" : option.name))
        for choice in option.choices { #expect(script.contains(choice)) }
      }
    }
  }

  static let lines: [([String], [String])] = [
    (["stele", "ver"], ["verify"]), (["stele", "help", "conf"], ["conform"]),
    (["stele", "verify", "--lev"], ["--level"]),
    (["stele", "verify", "--level", "re"], ["records", "references"]),
    (["stele", "verify", "--level", "=", "can"], ["canonical"]),
    (["stele", "dump", "--object", ""], []), (["stele", "completions", "b"], ["bash"]),
    (["stele", "dump", "Pack"], ["Package.swift"]),
  ]

  @Test(arguments: lines)
  func `bash completes the last word`(words: [String], completions: [String]) throws {
    guard let bash = InstalledProgram("bash") else { return }
    let script =
      ToolRun(["completions", "bash"]).output
      + "COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _stele; printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    let run = try bash.run(["-s", "--"] + words, input: Array(script.utf8))
    #expect(run.output.split(separator: "\n").map(String.init) == completions)
    #expect(run.errors == "")
  }

  @Test func `fish completes the last word`() throws {
    guard let fish = InstalledProgram("fish") else { return }
    let script =
      ToolRun(["completions", "fish"]).output
      + "complete -C 'stele ver'; complete -C 'stele verify --level re'\n"
    let run = try fish.run(["-c", "source /dev/stdin"], input: Array(script.utf8))
    #expect(
      run.output == """
        verify\tcheck that files are valid archives
        records\thow much to check
        references\thow much to check

        """)
  }

  @Test func `a shell that is not known is named with those that are`() {
    ToolRun(["completions", "tcsh"])
      .expectRefusal(.usage, "unknown shell tcsh; there are bash, zsh, fish")
  }
}
