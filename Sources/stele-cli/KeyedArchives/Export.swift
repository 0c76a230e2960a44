internal import Stele
internal import SteleFoundation
internal import SteleKeyedArchive
internal import SteleModel

/// `stele export`, which makes an NSKeyedArchiver file from an archive that was imported from one.
enum Export: Command {
  static let name = "export"
  static let summary = "turn an imported archive back into an NSKeyedArchiver file"
  static let operands = "[options] FILE -o KEYED"
  static let about = """
    Makes a keyed archive, a property list that NSKeyedUnarchiver reads, of an archive that
    `stele import` has made, whether changed since or not. Nothing is left out in silence.
    What a program has written as a Stele archive, by SteleKeyedArchiver or otherwise, is
    refused: the program writes it for NSKeyedUnarchiver by another outputFormat.
    XML keeps less than the binary form: reals of single precision come back in double precision,
    with the same value; dates lose fractions of a second; nulls, sets and control characters in
    strings are refused.
    """
  static let options = [Option.output, xml, .memory]
  static let fine = "the keyed archive was written"
  static let finding =
    "the file is not a valid archive, or not like an imported one; nothing was written"
  static let examples: KeyValuePairs = [
    "stele export notes.stele -o notes.plist": "back to NSKeyedArchiver"
  ]

  private static let xml = Option("--xml", "write an XML property list, not a binary one")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file")[0])
    let output = try arguments.output()
    let form: KeyedArchiveForm = arguments.has(Self.xml) ? .xml : .binary
    return { console in
      let file = try Output(output, from: input, escape: form == .xml ? .xml : nil, console)
      let graph = try input.readUnchangedArchive(console) { bytes in
        let check = try ArchiveCheck(bytes, limits: console.limits)
        if (try? check.mayBeKeyedArchive()) == false {
          // An archive with another origin is refused before its objects are read, unless it is invalid.
          try check.validateValues()
          throw KeyedArchiveError.notImported
        }
        return try ArchiveGraph(check)
      }
      try Refusal.of(input) {
        let bytes = try graph.keyedArchiveBytes(form) { number in
          console.progress(ofObject: number, of: graph.objects.count, "converting \(input.title)")
        }
        try file.write(bytes)
      }
      try file.commit()
    }
  }
}
