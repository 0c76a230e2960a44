internal import Stele
internal import SteleFoundation

/// `stele schema`: says what classes an archive has, as people read them.
struct Schema: Command {
  static let name = "schema"
  static let summary = "show the class table of an archive"
  static let operands = "[options] FILE"
  static let about = """
    Shows each entry of the class table: its number, kind, name, version and superclass, how many
    objects are of it, and its keys with their types. The class table and the frames of all
    records are checked, the values are not.
    """
  static let options = [Option.json]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the class table was shown"), (.finding, "the file is not a valid archive"),
  ]

  private let input: Input
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    input = Input(try arguments.onlyOperand("file"))
    isJSON = arguments.has(.json)
  }

  func run(_ console: Console) throws -> ExitCode {
    console.progress("reading \(input.title)")
    let check = try input.readArchive(console) { bytes in
      try ArchiveCheck(bytes, limits: ArchiveLimits())
    }
    let classes = check.tables.context.classes
    var objectCounts = [Int](repeating: 0, count: classes.count + 1)
    for entry in check.tables.context.objectEntries ?? []
    where objectCounts.indices.contains(Int(entry)) {
      objectCounts[Int(entry)] += 1
    }
    if isJSON {
      try console.say(SchemaJSON(check.head, classes, objectCounts).document.line)
    } else {
      for line in SchemaText(check.head, classes, objectCounts).lines { try console.say(line) }
    }
    return .fine
  }
}
