internal import Stele
internal import SteleFoundation
internal import SteleModel

/// `stele canonical`, which writes the canonical form of an archive.
enum Canonical: Command {
  static let name = "canonical"
  static let summary = "write the canonical form of an archive"
  static let operands = "[options] FILE -o NEW"
  static let about = """
    Writes the archive in the form of which equal content has equal bytes (specification, chapter
    9): objects that no root leads to are left out, and so are weak references to them, the writer
    and unknown chunks. Metadata stays. A file with references in set elements or in keys of maps
    has no such form. The whole archive is checked; the form is made in memory.
    """
  static let options = [Option.output, .memory]
  static let fine = "the archive was written"
  static let finding = "the file is not valid, or has no canonical form; nothing was written"
  static let examples: KeyValuePairs = [
    "stele canonical notes.stele -o notes.canonical.stele": "to be compared or signed"
  ]

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file")[0])
    let output = try arguments.output()
    return { console in
      let file = try Output(output, from: input, console)
      try input.readUnchangedArchive(console, doing: "sorting") { bytes in
        try Canonicalizer(bytes, includesMetadata: true, limits: console.limits)
          .forEachPiece { try file.write($0) }
      }
      try file.commit()
    }
  }
}
