internal import Stele
internal import SteleFoundation
import SteleInspection
internal import SteleModel

/// `stele build`, which makes an archive from its text.
enum Build: Command {
  static let name = "build"
  static let summary = "make an archive of its text"
  static let operands = "[options] TEXT -o FILE"
  static let about = """
    Reads the text notation that `stele dump` writes and makes an archive of it. With --canonical
    the archive has the canonical form: objects that no root leads to are left out, and so are the
    writer and weak references to them; metadata that the text has is kept.
    """
  static let options = [Option.output, canonical, .memory]
  static let fine = "the archive was written"
  static let finding = "no archive can be made of the text; nothing was written"
  static let examples: KeyValuePairs = [
    "stele build notes.json -o notes.stele": "an archive from the text of `stele dump`",
    "stele dump old.stele | sed s/Bob/Rob/ | stele build - -o new.stele":
      "a change with other tools",
  ]

  private static let canonical = Option("--canonical", "write the canonical form")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("text")[0])
    let output = try arguments.output()
    let isCanonical = arguments.has(Self.canonical)

    /// Writes the archive that the text describes.
    func write(to sink: inout some ByteSink, _ console: Console) throws {
      console.progress("reading \(input.title)")
      let text = try input.bytes(console)
      try ArchiveGraph.write(notation: text, to: &sink) { offset in
        console.progress("reading \(input.title): \(offset.grouped) of \(text.count.of("byte"))")
      }
    }

    return { console in
      var file = try Output(output, from: input, console)
      try Refusal.of(input) {
        guard isCanonical else { return try write(to: &file, console) }
        var archive = ArraySink()
        try write(to: &archive, console)
        // The text is no longer in memory.
        console.progress("sorting \(input.title)")
        try Canonicalizer(.memory(archive.bytes), includesMetadata: true, limits: console.limits)
          .forEachPiece { try file.write($0) }
      }
      try file.commit()
    }
  }
}
