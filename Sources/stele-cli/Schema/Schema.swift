internal import Stele
internal import SteleFoundation
internal import SteleInspection

/// `stele schema`: says what classes an archive has, as people read them.
struct Schema: Command {
  static let name = "schema"
  static let summary = "show the class table of an archive"
  static let operands = "[options] FILE"
  static let about = """
    Shows each entry of the class table: its number, kind, name, version and superclass, how
    many objects are of it, and its keys with their types. The class table and the frames of all
    records are checked, the values are not. A class has several entries if its objects were
    written by several versions, or have different keys or types.
    With --swift it writes classes of Swift that read the archive, as a start for a program: a
    class, struct or enum for each name, and a function that reads the roots. Names that are no
    identifiers are changed, keywords have backticks, and what would be the same has numbers.
    """
  static let options = [swift, namespace, Option.json]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the class table was shown"), (.finding, "the file is not a valid archive"),
  ]

  private static let swift = Option("--swift", "write classes of Swift that read the archive")
  private static let namespace = Option(
    "--namespace", value: "NAME", "with --swift: put them into an enum of this name")

  private let input: Input
  private let isJSON: Bool
  private let isSwift: Bool
  private let namespace: String?

  init(_ arguments: Arguments) throws(UsageError) {
    input = Input(try arguments.onlyOperand("file"))
    isJSON = arguments.has(.json)
    isSwift = arguments.has(Self.swift)
    namespace = arguments.value(of: Self.namespace)
    guard !isJSON || !isSwift else { throw UsageError("--swift and --json exclude each other") }
    guard let namespace else { return }
    guard isSwift else { throw UsageError("--namespace needs --swift") }
    guard SwiftSource.isIdentifier(namespace) else {
      throw UsageError("--namespace needs letters and digits, and a letter first")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    if isSwift {
      try writeSwift(console)
      return .fine
    }
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

  private func writeSwift(_ console: Console) throws {
    console.progress("reading \(input.title)")
    let schema = try input.readArchive(console) { bytes in
      let check = try ArchiveCheck(bytes, limits: ArchiveLimits())
      var roots: [ArchiveSchema.Root] = []
      // The values of the roots are validated, and not kept.
      _ = try check.tallyReferences { name, type, _ in roots.append(.init(name, type)) }
      return ArchiveSchema(classes: check.tables.context.classes, roots: roots)
    }
    let source = SwiftSource(
      schema, origin: String(input.title.split(separator: "/").last ?? ""), namespace: namespace)
    for line in source.lines { try console.say(Line(own: line)) }
  }
}
