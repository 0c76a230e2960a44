internal import Stele
internal import SteleFoundation
import SteleInspection
internal import SteleModel
internal import SteleTool

/// `stele dump`, which shows the content of an archive as text, object by object.
enum Dump: Command {
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
  static let options = selected + [pretty, .memory, .textLimit]
  static let fine = "it was shown"
  static let finding = "the file is not a valid archive, or it has no such object, root or value"
  static let examples: KeyValuePairs = [
    "stele dump --pretty notes.stele | less": "the whole content, indented",
    "stele dump notes.stele --object 3": "one object",
    "stele dump notes.stele --path root.notes[0].tags": "one value",
  ]

  private static let selected = Selection.options(
    object: "show only the object of a number", root: "show only the root of a name",
    path: "show only the value of a key path, such as root.pets[3]")
  private static let pretty = Option("--pretty", "indent the text")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file")[0])
    let selection = try Selection(arguments, Self.selected)
    let isPretty = arguments.has(Self.pretty)
    let textLimit = try arguments.limit(.textLimit).byteCount
    try arguments.checkAlternatives(Self.selected)
    return { console in
      try input.readArchive(console) { bytes in
        let limit = TextLimit(archiveByteCount: bytes.byteCount, textLimit)
        let write = limit.bounding(console.write(json:))
        guard let selection else {
          let archive = try ArchiveReader(validating: bytes, limits: console.limits)
          return try archive.writeNotation(
            pretty: isPretty,
            progress: { number in
              console.progress(ofObject: number, of: archive.objectCount, "reading \(input.title)")
            },
            to: write)
        }
        let archive = try ArchiveReader(opening: bytes, limits: console.limits)
        switch try archive.center(of: selection) {
        case .object(let number):
          guard let object = try archive.object(number) else { return }
          try archive.classes.writeNotation(of: object, pretty: isPretty, to: write)
        case .value(let value, _):
          try archive.classes.writeNotation(of: value, pretty: isPretty, to: write)
        }
        try console.write("\n")
      }
    }
  }
}
