internal import Stele
internal import SteleFoundation
import SteleInspection
internal import SteleModel

/// `stele compat`, which reports whether programs of two versions can read each other's archives.
enum Compat: Command {
  static let name = "compat"
  static let summary = "tell what changes of classes between two archives mean for programs"
  static let operands = "[options] OLD NEW"
  static let about = """
    Compares the class tables and the roots of two archives, written by an older and a newer version
    of a program, and judges each difference by the specification (chapter 10) in both directions:
    what the newer program makes of OLD, and the older one of NEW. A verdict is one of

      fine               nothing can go wrong
      dependsOnValues    some values cannot be read, such as a number that is too large
      needsDeclaration   the program needs a default, an alias, or the like
      breaks             no declaration helps; it takes a migration, if anything does

    A type counts as changed to what a Stele decoder reads it as: a list as a set, a float64 as a
    date, a list of uint8 as bytes. A struct, object or map as one of another name counts as a
    mistake, though a decoder may find the keys that it needs.

    A file shows neither what a program declares nor classes, keys and cases that it had no objects
    of. The class table and the roots are checked, the objects are not. - is standard input, for one
    of the two.
    """
  static let fileOption = Option(
    "--file", value: "OLD|NEW", choices: ArchiveCompatibility.File.allCases.map(\.name),
    "judge only what becomes of this file; old or new")
  static let failOn = Option(
    "--fail-on", value: "VERDICT",
    choices: ArchiveCompatibility.Severity.allCases.dropFirst().map(\.name),
    "the least verdict for exit code 1; dependsOnValues if not given"
  )
  static let all = Option("--all", "show also what is fine for both")
  static let options = [fileOption, failOn, all, Option.memory, .json]
  static let fine = "nothing that a reader would stumble over"
  static let finding = "there is a verdict of the kind, or a file is not a valid archive"
  static let examples: KeyValuePairs = [
    "stele compat released.stele today.stele": "what old and new programs read"
  ]

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let (old, new) = try arguments.oldAndNew()
    let file = ArchiveCompatibility.File.named(arguments.value(of: Self.fileOption))
    let files = file.map { Set([$0]) } ?? [.old, .new]
    let verdict = ArchiveCompatibility.Severity.named(arguments.value(of: Self.failOn))
    let least = verdict ?? .dependsOnValues
    let showsAll = arguments.has(Self.all)
    return { console in
      let compatibility = ArchiveCompatibility(
        old: try schema(of: old, console), new: try schema(of: new, console))
      let severity = compatibility.severity(for: files)
      if severity >= least { console.record(.finding) }
      try console.report(
        compatibility.document(old: old.name, new: new.name, files: files),
        compatibility.lines(for: files, showsAll: showsAll, console))
    }
  }

  private static func schema(of input: Input, _ console: Console) throws -> ArchiveSchema {
    try input.readArchive(console) { bytes in
      try ArchiveSchema(ArchiveReader(opening: bytes, limits: console.limits))
    }
  }
}
