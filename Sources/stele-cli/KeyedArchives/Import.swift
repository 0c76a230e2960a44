internal import Stele
internal import SteleFoundation
internal import SteleKeyedArchive
internal import SteleModel

/// `stele import`, which makes an archive from an NSKeyedArchiver file.
enum Import: Command {
  static let name = "import"
  static let summary = "make an archive of an NSKeyedArchiver file"
  static let operands = "[options] KEYED -o FILE"
  static let about = """
    Reads a file that NSKeyedArchiver has written, a binary or XML property list, and makes an
    archive of it that `stele export` turns back without loss. No class is needed or looked up.
    """
  static let options = [Option.output]
  static let fine = "the archive was written"
  static let finding = "the file is no keyed archive; nothing was written"
  static let examples: KeyValuePairs = [
    "stele import notes.plist -o notes.stele": "a file of NSKeyedArchiver"
  ]

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file")[0])
    let output = try arguments.output()
    return { console in
      var file = try Output(output, from: input, console)
      console.progress("reading \(input.title)")
      let bytes = try input.bytes(console)
      try Refusal.of(input) {
        let graph = try ArchiveGraph(keyedArchive: bytes) { number, count in
          console.progress(ofObject: number, of: count, "converting \(input.title)")
        }
        try graph.write(to: &file)
      }
      try file.commit()
    }
  }
}
