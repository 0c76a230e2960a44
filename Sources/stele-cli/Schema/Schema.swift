internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleTool

/// `stele schema`, which shows the classes of an archive as text, as JSON or as Swift source.
struct Schema: Command {
  static let name = "schema"
  static let summary = "show the class table of an archive"
  static let operands = "[options] FILE"
  static let about = """
    Shows each entry of the class table: its number, kind, name, version and superclass, how
    many objects are of it, and its keys with their types. The class table and the frames of all
    records are checked, and the values only with --swift. A class has several entries if its
    objects were written by several versions, or have different keys or types.
    With --swift it writes classes of Swift that read the archive, as a start for a program: a
    class, struct or enum for each name, and a function that reads the roots. Names that are no
    identifiers are changed, keywords have backticks, and what would be the same has numbers.
    Text that would be longer than --limit ends there, since a long name may be repeated
    for each key.
    """
  static let options = [swift, namespace, Option.memory, .json, .textLimit]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the class table was shown"), (.finding, "the file is not a valid archive"),
    TextLimit.exitCode,
  ]
  static let examples: KeyValuePairs = [
    "stele schema notes.stele": "the classes with their keys",
    "stele schema --swift notes.stele > Notes.swift": "a program that reads the archive",
  ]

  private static let swift = Option("--swift", "write classes of Swift that read the archive")
  private static let namespace = Option(
    "--namespace", value: "NAME", "with --swift: put them into an enum of this name")

  private let input: Input
  private let isSwift: Bool
  private let namespace: String?
  private let textLimit: Int?

  init(_ arguments: Arguments) throws(UsageError) {
    input = Input(try arguments.onlyOperand("file"))
    isSwift = arguments.has(Self.swift)
    namespace = arguments.value(of: Self.namespace)
    textLimit = try arguments.limit(.textLimit).byteCount
    try arguments.checkAlternatives([Self.swift, .json])
    guard let namespace else { return }
    guard isSwift else { throw UsageError("--namespace needs --swift") }
    guard SwiftSource.isIdentifier(namespace) else {
      throw UsageError("--namespace needs letters and digits, and a letter first")
    }
  }

  func run(_ console: Console) throws {
    console.progress("reading \(input.title)")
    try input.readArchive(console) { bytes in
      let check = try ArchiveCheck(bytes, limits: console.limits)
      let write = TextLimit(archiveByteCount: bytes.byteCount, textLimit).writer(to: console)
      guard !isSwift else { return try writeSwift(check, write) }
      let report = SchemaReport(check.head, check.tables.context, to: write)
      try console.isJSON ? report.writeJSON() : report.writeText()
    }
  }

  private func writeSwift(
    _ check: ArchiveCheck, _ write: @escaping (Line) throws -> Void
  ) throws {
    var roots: [ArchiveSchema.Root] = []
    // The values are validated but not kept.
    var reader = NamedValuesReader(check.tables.context)
    try check.validateValues(&reader) { item, reader in
      roots.append(.init(item.name, reader.type(of: item)))
    }
    try SwiftSource.write(
      ArchiveSchema(classes: check.tables.context.classes, roots: roots),
      origin: String(input.title.split(separator: "/").last ?? ""), namespace: namespace
    ) { line in try write(Line(own: line + "\n")) }
  }
}
