/// The manual page of the tool, in the language of troff with the macros of man(7).
struct ManualPage {
  private(set) var text = ""

  init(_ commands: [any Command.Type]) {
    request(".TH STELE 1 \"\" \"stele \(Tool.version)\" \"Stele\"")
    section("NAME")
    line("stele - \(Tool.summary)")
    section("SYNOPSIS")
    request(".B stele")
    line("COMMAND [options] [files]")
    section("DESCRIPTION")
    paragraphs(Tool.notes)
    section("COMMANDS")
    for command in commands { add(command) }
    section("EXIT STATUS")
    for (code, meaning) in Tool.exitCodes { item("\(code.rawValue)", meaning) }
    section("ENVIRONMENT")
    item("NO_COLOR", "if it is set, no colour is used")
    section("SEE ALSO")
    request(".BR diff (1),")
    request(".BR dot (1),")
    request(".BR sha256sum (1)")
    text.removeLast()
  }

  private mutating func add(_ command: any Command.Type) {
    request(".SS stele \(Self.escaped("\(command.name) \(command.operands)"))")
    line(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    request(".PP")
    paragraphs(command.about)
    for option in command.allOptions {
      let names = option.names.reversed().joined(separator: ", ")
      item(option.value.map { "\(names) \($0)" } ?? names, option.about)
    }
    for (example, purpose) in command.examples {
      request(".PP")
      line(purpose.prefix(1).uppercased() + purpose.dropFirst() + ":")
      request(".PP")
      request(".nf")
      line("  " + example)
      request(".fi")
    }
    request(".PP")
    for (code, meaning) in command.exitCodes {
      line("Exit code \(code.rawValue): \(meaning).")
      request(".br")
    }
  }

  private mutating func section(_ title: String) { request(".SH \(title)") }

  private mutating func item(_ term: String, _ meaning: String) {
    request(".TP")
    request(".B \(Self.escaped(term))")
    line(meaning)
  }

  /// Adds text in the layout of help: blank lines separate paragraphs, and indented lines stay as they are.
  private mutating func paragraphs(_ source: String) {
    var isVerbatim = false
    for row in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let indents = row.hasPrefix(" ")
      if indents != isVerbatim, !row.isEmpty {
        request(indents ? ".nf" : ".fi")
        isVerbatim = indents
      }
      if row.isEmpty { request(isVerbatim ? ".sp" : ".PP") } else { line(String(row)) }
    }
    if isVerbatim { request(".fi") }
  }

  private mutating func line(_ words: String) {
    let escaped = Self.escaped(words)
    // A line that begins with a full stop or an apostrophe would be a request.
    text += escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)\n" : "\(escaped)\n"
  }

  private mutating func request(_ request: String) { text += request + "\n" }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("~", with: "\\(ti")
      .replacing("`", with: "\\(ga").replacing("'", with: "\\(aq")
  }
}
