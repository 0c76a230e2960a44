internal import Stele
import SteleInspection
internal import SteleFoundation

/// `stele dump`, which shows the content of an archive as text, object by object.
struct Dump: Command {
  static let name = "dump"
  static let summary = "show the content of an archive as text"
  static let operands = "[options] FILE"
  static let about = """
    Writes the text notation of the archive, a JSON document, to standard output; `stele build`
    makes an archive of it again. Dates are seconds since 2001-01-01T00:00:00Z. Without --pretty
    each class, object and root takes one line. The whole archive is checked before anything is
    written, and objects are read one by one, so that any size will do. With --object, --root or
    --path only what is shown is checked, and what is needed to find it. Text that would be longer than
    --limit ends there: long names that are repeated everywhere could fill a disk.
    """
  static let options = [object, root, path, pretty, Option.memory, .textLimit]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "it was shown"),
    (.finding, "the file is not a valid archive, or it has no such object, root or value"),
    TextLimit.exitCode,
  ]
  static let examples: KeyValuePairs = [
    "stele dump --pretty notes.stele | less": "the whole content, indented",
    "stele dump notes.stele --object 3": "one object",
    "stele dump notes.stele --path root.notes[0].tags": "one value",
  ]

  private static let object = Option("--object", value: "N", "show only the object of a number")
  private static let root = Option("--root", value: "NAME", "show only the root of a name")
  private static let path = Option.path("show only the value of a key path, such as root.pets[3]")
  private static let pretty = Option("--pretty", "indent the text")

  private let input: Input
  private let objectNumber: Int?
  private let rootName: String?
  private let path: ArchivePath?
  private let isPretty: Bool
  private let textLimit: Int?
  private let limits: ArchiveLimits

  init(_ arguments: Arguments) throws(UsageError) {
    input = Input(try arguments.onlyOperand("file"))
    objectNumber = try arguments.number(of: Self.object, from: 1)
    rootName = arguments.value(of: Self.root)
    path = try arguments.path(of: Self.path)
    isPretty = arguments.has(Self.pretty)
    textLimit = try arguments.textLimit()
    limits = try arguments.limits()
    guard [Self.object, Self.root, Self.path].count(where: arguments.has) < 2 else {
      throw UsageError("--object, --root and --path exclude each other")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    console.progress("reading \(input.title)")
    try input.readArchive(console) { bytes in
      let limit = TextLimit(archiveByteCount: bytes.byteCount, textLimit)
      func write(_ text: [UInt8]) throws {
        try limit.take(text.count)
        try console.write(json: text)
      }
      guard objectNumber != nil || rootName != nil || path != nil else {
        try dump(ArchiveReader(validating: bytes, limits: limits), console, write)
        return
      }
      let archive = try ArchiveReader(opening: bytes, limits: limits)
      let place = try path.map { try archive.place(at: $0) }
      if let objectNumber = objectNumber ?? place?.objectNumber {
        guard let object = try archive.object(objectNumber) else {
          throw Missing(object: objectNumber, in: archive)
        }
        try archive.classes.writeNotation(of: object, pretty: isPretty, to: write)
        try console.write("\n")
      } else if let rootName {
        guard let root = try archive.root(rootName) else {
          throw Missing(root: rootName, among: try archive.roots().map(\.name))
        }
        try archive.classes.writeNotation(of: root, pretty: isPretty, to: write)
        try console.write("\n")
      } else if let place, let path {
        let value = ArchiveNamedValue(path.description, place.type, place.value ?? .nil)
        try archive.classes.writeNotation(of: value, pretty: isPretty, to: write)
        try console.write("\n")
      }
    }
    return .fine
  }

  private func dump(
    _ archive: ArchiveReader, _ console: Console, _ write: ([UInt8]) throws -> Void
  ) throws {
    try archive.writeNotation(
      pretty: isPretty,
      progress: { number in
        console.progress(ofObject: number, of: archive.objectCount, "reading \(input.title)")
      },
      to: write)
  }
}
