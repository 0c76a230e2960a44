internal import Stele
import SteleInspection
internal import SteleFoundation

/// `stele build`, which makes an archive of its text.
struct Build: Command {
  static let name = "build"
  static let summary = "make an archive of its text"
  static let operands = "[options] TEXT -o FILE"
  static let about = """
    Reads the text notation that `stele dump` writes and makes an archive of it. With --canonical
    the archive has the canonical form: objects that no root leads to are left out, and so are the
    writer and weak references to them; metadata that the text has is kept.
    """
  static let options = [Option.output, canonical, .memory]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the archive was written"),
    (.finding, "no archive can be made of the text; nothing was written"),
  ]
  static let examples = [
    Example(
      "stele build notes.json -o notes.stele",
      "an archive from the text of `stele dump`"),
    Example(
      "stele dump old.stele | sed s/Bob/Rob/ | stele build - -o new.stele",
      "a change with other tools"),
  ]

  private static let canonical = Option("--canonical", "write the canonical form")

  private let input: Input
  private let output: Argument
  private let isCanonical: Bool
  private let limits: ArchiveLimits

  init(_ arguments: Arguments) throws(UsageError) {
    input = Input(try arguments.onlyOperand("text"))
    output = try arguments.output()
    isCanonical = arguments.has(Self.canonical)
    limits = try arguments.limits()
  }

  func run(_ console: Console) throws -> ExitCode {
    let file = try Output(output, from: input, console)
    console.progress("reading \(input.title)")
    let text = try input.bytes(console)
    func progress(_ offset: Int) {
      console.progress("reading \(input.title): \(offset.grouped) of \(text.count.of("byte"))")
    }
    try Refusal.of(input) {
      guard isCanonical else {
        return try file.write {
          try ArchiveGraph.write(notation: text, to: &$0, progress: progress)
        }
      }
      var source = ArraySink()
      try ArchiveGraph.write(notation: text, to: &source, progress: progress)
      var bytes: [UInt8] = []
      try ArchiveGraph.forEachCanonicalPiece(
        of: source.bytes, includesMetadata: true, limits: limits
      ) { bytes += $0 }
      try file.write(bytes)
    }
    try file.commit()
    return .fine
  }
}
