extension Tool {
  /// The purpose of the tool, in a few words.
  static let summary = "looks into, checks and makes Stele archives"

  /// The notes that apply to all commands.
  static let notes = """
    `stele COMMAND --help` says more about a command. The name - is standard input or output.
    Options and files may be mixed; after -- everything is a file. Colour is used on a terminal,
    unless NO_COLOR is set or --color says otherwise; there, work that takes more than a second shows
    how far it is, unless -q is given. When the output is a pipe that nobody reads any more, the tool stops
    and the exit code tells what was found until then.

    --limit is the most that a command shows. A number counts the things that it lists: findings,
    changes, objects, boxes; after the last one it ends as usual. A SIZE with a unit (B, K, M or G)
    is that of its text, since the long names of a small archive can be repeated until a disk is
    full; there the text ends with exit code 6. Commands that have both take either: few things make
    little text. --memory is the memory that content may take, and no limit of what is shown.

    A file that is written appears under its name only when it is complete, in place of the old
    one, with its owner and permissions; a link stays, and the file to which it leads is replaced.
    A FIFO or a device is written to directly. If the tool is killed, a file .stele-*.tmp can stay
    behind on file systems without unnamed files; the next save of the same file removes it.

    Most commands read files of any size in parts; build, recover, import and export take memory in
    proportion to the file, and so does digest if the archive is not canonical. What comes from
    standard input, a FIFO or a device is read into memory, and may have 1 GiB at most.
    """

  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "all is well"),
    (.finding, "something is wrong with an archive or a text; diff: the archives differ"),
    (.usage, "wrong usage"),
    (.inputOutput, "a file cannot be read or written; diff: or is not a valid archive"),
    (.partial, "recover: some was saved"),
    (.nothing, "recover: nothing was saved"),
    (.limit, "the text would be longer than --limit"),
  ]

  /// The text of `stele --help`.
  static var help: String {
    let rows = commands.map { ($0.name, $0.summary) }
    let codes = exitCodes.map { "  \($0.0.rawValue)  \($0.1)" }.joined(separator: "\n")
    return """
      stele: \(summary)

      usage: stele COMMAND [options] [files]

      commands:
      \(TextTable.help(rows + [("help", "show this help, or that of a command")]))

      options:
        -h, --help     show this help
            --version  show the version of the tool and of the format

      \(notes)

      exit codes:
      \(codes)
      """
  }
}
