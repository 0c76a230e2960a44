/// `stele manual`, which writes the page for `man`.
enum Manual: Command {
  static let name = "manual"
  static let summary = "write the manual page, for man"
  static let operands = ""
  static let about = """
    Writes all help as one page of the manual, in the language of troff:
      stele manual > ~/.local/share/man/man1/stele.1
    """
  static let options: [Option] = []
  static let fine = "the page was written"
  static let examples: KeyValuePairs = [
    "stele manual > ~/.local/share/man/man1/stele.1": "where man finds it"
  ]

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    if let operand = arguments.operands.first {
      throw UsageError("manual takes no file: \(operand.text)")
    }
    return { console in
      try console.say(Line(own: ManualPage(Tool.commands).text))
    }
  }
}
