internal import SteleFoundation

/// `stele view`, which makes a page for a browser that shows an archive.
enum View: Command {
  static let name = "view"
  static let summary = "make a web page that shows an archive"
  static let operands = "[options] [FILE] -o PAGE"
  static let about = """
    Writes one HTML page with the archive inside. The page reads the archive itself, by the
    specification: it shows classes, objects, roots and chunks, the values of each object and who
    refers to it, by which key, and the bytes of everything, in colours by the kind of field. It
    searches for text, values and bytes, reads the bytes at an offset as each type, and copies and
    saves values; the key ? lists its keys. It needs no network, and asks for nothing.
    The archive may be damaged: the page names the first rule that is broken, and the byte, and
    shows what can be read.
    Without FILE the page has no archive, and opens files that are dropped on it. Any page does.
    An archive may have 512 MiB at most, because browsers cannot open larger pages.
    """
  static let options = [Option.output]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the page was written"), (.finding, "the file is too large; nothing was written"),
  ]
  static let examples: KeyValuePairs = [
    "stele view notes.stele -o notes.html": "a page with the archive in it",
    "stele view -o viewer.html": "an empty page, which opens archives",
  ]

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = arguments.operands.isEmpty ? nil : Input(try arguments.onlyOperand("file"))
    let output = try arguments.output()
    return { console in
      let file = try Output(output, from: input, console)
      let page = ViewPage { (bytes) throws(FileError) in try file.write(bytes) }
      if let input {
        try input.readUnchangedArchive(console) { try page.finish(name: title(of: input), $0) }
      } else {
        try page.finishEmpty()
      }
      try file.commit()
    }
  }

  /// Returns the name of a file without its folders, which may be private.
  private static func title(of input: Input) -> String {
    guard !input.isStandardInput else { return input.title }
    return String(input.name.split(separator: "/").last ?? "archive")
  }
}
