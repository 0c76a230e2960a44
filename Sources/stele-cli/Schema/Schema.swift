internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleTool

/// `stele schema`, which shows the classes of an archive as text, as JSON or as Swift source.
enum Schema: Command {
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
  static let fine = "the class table was shown"
  static let finding = "the file is not a valid archive"
  static let examples: KeyValuePairs = [
    "stele schema notes.stele": "the classes with their keys",
    "stele schema --swift notes.stele > Notes.swift": "a program that reads the archive",
  ]

  private static let swift = Option("--swift", "write classes of Swift that read the archive")
  private static let namespace = Option(
    "--namespace", value: "NAME", "with --swift: put them into an enum of this name")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file")[0])
    let isSwift = arguments.has(Self.swift)
    let namespace = arguments.value(of: Self.namespace)
    let textLimit = try arguments.limit(.textLimit).byteCount
    try arguments.checkAlternatives([Self.swift, .json])
    if let namespace {
      guard isSwift else { throw UsageError("--namespace needs --swift") }
      guard SwiftSource.isIdentifier(namespace) else {
        throw UsageError("--namespace needs letters and digits, and a letter first")
      }
    }
    return { console in
      try input.readArchive(console) { bytes in
        let check = try ArchiveCheck(bytes, limits: console.limits)
        let write = TextLimit(archiveByteCount: bytes.byteCount, textLimit).writer(to: console)
        guard !isSwift else {
          return try writeSwift(check, origin: input.fileName, namespace: namespace, write)
        }
        let report = SchemaReport(check.head, check.tables.context, to: write)
        try console.isJSON ? report.writeJSON() : report.writeText()
      }
    }
  }

  private static func writeSwift(
    _ check: ArchiveCheck, origin: String, namespace: String?,
    _ write: @escaping (Line) throws -> Void
  ) throws {
    var roots: [ArchiveSchema.Root] = []
    // The values are validated but not kept.
    var reader = NamedValuesReader(check.tables.context)
    try check.validateValues(&reader) { item, reader in
      roots.append(.init(item.name, reader.type(of: item)))
    }
    try SwiftSource.write(
      ArchiveSchema(classes: check.tables.context.classes, roots: roots),
      origin: origin, namespace: namespace
    ) { line in try write(Line(own: line + "\n")) }
  }
}
