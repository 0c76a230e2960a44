internal import Stele
internal import SteleFoundation
internal import SteleInspection

/// `stele get`, which shows the value of a key path.
struct Get: Command {
  static let name = "get"
  static let summary = "show the value of a key path"
  static let operands = "[options] FILE PATH"
  static let about = """
    Shows one value. Numbers, strings and cases of enums are shown by themselves, objects and
    whatever has parts as JSON: the keys of an object after its number "$id" and class "$class",
    a reference as {"$ref": 2}. --depth writes objects in place of references. Only what lies on
    the path is read and checked.

    \(PathText.notation)
    """
  static let options = [
    Option("--json", "write JSON, one line for each value; strings in quotation marks"), depth, raw,
    .output("where to write; standard output if it is not given"),
    Option.memory, .textLimit,
  ]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "it was shown"),
    (.finding, "there is no such value, or what leads there is not valid"),
    TextLimit.exitCode,
  ]
  static let examples = [
    Example(
      "stele get people.stele 'root.people[3].name'",
      "one value, as text"),
    Example(
      "stele get people.stele 'objects[12]' --json --depth 2",
      "an object with what it refers to, as JSON"),
    Example(
      "stele get mail.stele 'root.attachments{report}.data' --raw -o report.pdf",
      "the bytes of a value"),
  ]

  static let depth = Option(
    "--depth", value: "N", "write objects in place of references, N references deep; usually 0")
  private static let raw = Option("--raw", "write the bytes of a value of bytes, or of a string")

  private let input: Input
  private let path: ArchivePath
  private let depth: Int
  private let isJSON: Bool
  private let isRaw: Bool
  private let output: Argument
  private let textLimit: Int?
  private let limits: ArchiveLimits

  init(_ arguments: Arguments) throws(UsageError) {
    let operands = try arguments.operands("file", "path")
    input = Input(operands[0])
    path = try PathText.path(operands[1])
    depth = try arguments.number(of: Self.depth, from: 0) ?? 0
    isJSON = arguments.has(.json)
    isRaw = arguments.has(Self.raw)
    output = arguments.has(.output) ? try arguments.output() : Argument("-")
    textLimit = try arguments.textLimit()
    limits = try arguments.limits()
    guard !isRaw || !isJSON && !arguments.has(Self.depth) else {
      throw UsageError("--raw excludes --json and --depth")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let file = try Output(output, from: input, isText: !isRaw, console)
    console.progress("reading \(input.title)")
    try input.readArchive(console) { bytes in
      let archive = try ArchiveReader(opening: bytes, limits: limits)
      let limit = TextLimit(archiveByteCount: bytes.byteCount, textLimit)
      var lines = PlainWriter(archive, depth: depth)
      func show(_ value: ArchiveValue?) throws {
        if isRaw { return try file.write(raw(value, archive.classes)) }
        try write(value ?? .nil, archive, &lines) { text in
          try limit.take(text.text.utf8.count)
          try file.write(Array(text.text.utf8))
        }
      }
      do {
        try show(archive.place(at: path).value)
      } catch let failure as ArchivePathFailure {
        guard case .isClass(let name) = failure.reason else { throw failure }
        try archive.forEachObject(ofClass: name) { number, object in
          do {
            try show(archive.place(at: path.steps, from: object, number: number).value)
          } catch let failure as ArchivePathFailure where failure.reason == .isNil {
            try show(.nil)
          }
        }
      }
    }
    try file.commit()
    return .fine
  }

  private func raw(_ value: ArchiveValue?, _ classes: ArchiveClassTable) throws -> [UInt8] {
    switch value?.innermost {
    case .bytes(let bytes)?: return bytes
    case .string(let text)?: return Array(text.utf8)
    default: throw NotRaw(path: path.description)
    }
  }

  private func write(
    _ value: ArchiveValue, _ archive: ArchiveReader, _ lines: inout PlainWriter,
    _ write: (Line) throws -> Void
  ) throws {
    if !isJSON, !value.leadsToObject, let text = value.plainText(archive.classes) {
      // The lines of a text stay lines.
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        try write("\(String(line))\n")
      }
      return
    }
    if isJSON {
      try lines.write(value) { try write(Line(json: $0)) }
    } else {
      try archive.writePlainJSON(value, depth: depth, pretty: true) { try write(Line(json: $0)) }
    }
    try write("\n")
  }

  private struct NotRaw: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path.shortened(to: 240)) is neither bytes nor a string" }
  }
}
