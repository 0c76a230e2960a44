internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleTool

/// `stele graph`, which draws the classes of an archive, or the neighbourhood of an object.
struct Graph: Command {
  static let name = "graph"
  static let summary = "draw the classes of an archive, or the objects around one"
  static let operands = "[options] FILE"
  static let about = """
    Writes a picture for Graphviz (`dot -Tsvg`) or Mermaid. Each class is a box with its version,
    its number of objects and its keys. A solid arrow stands for references, a dashed one for weak
    references, a hollow arrow head for the superclass, and a line from a diamond for structs and
    enums in a key; the number says how many references or values there are. A reference to any
    object leads to the classes of the objects that it really refers to. Retired keys, and classes
    without objects, are dimmed.
    With --object, --root or --path the boxes are objects: that one, those that it refers to, and those
    that refer to it. What exceeds --limit is shown as one box.
    The whole archive is checked before anything is written.
    """
  static let options = [
    format, mermaid, object, root, path, depth, limit, Option.memory, .json,
    .output("where to write; standard output if it is not given"),
  ]
  static let exitCodes: [(ExitCode, String)] = [
    (.fine, "the picture was written"),
    (.finding, "the file is not a valid archive, or it has no such object, root or value"),
  ]
  static let examples: KeyValuePairs = [
    "stele graph notes.stele | dot -Tsvg > classes.svg": "the classes, drawn by Graphviz",
    "stele graph --mermaid --object 3 --depth 2 notes.stele": "the objects around one, for Mermaid",
    "stele graph notes.stele --path root.notes | dot -Tsvg > notes.svg": "the objects of a list",
  ]

  private static let format = Option(
    "--format", value: "NAME", choices: ["dot", "mermaid"], "dot, which is usual, or mermaid")
  private static let mermaid = Option("--mermaid", "the same as --format mermaid")
  private static let object = Option("--object", value: "N", "draw the objects around this one")
  private static let root = Option("--root", value: "NAME", "draw the objects of a root")
  private static let path = Option.path("draw the objects of the value of a key path")
  private static let depth = Option(
    "--depth", value: "N", "how many steps they are away; usually 2")
  private static let limit = Option.limit(count: "draw N boxes; usually \(Drawing.boxLimit)")

  private enum Format: String { case dot, mermaid, json }

  private let input: Input
  private let output: Argument
  private let format: Format
  private let objectNumber: Int?
  private let rootName: String?
  private let path: ArchivePath?
  private let depth: Int
  private let boxLimit: Int
  private let limits: ArchiveLimits

  init(_ arguments: Arguments) throws(UsageError) {
    input = Input(try arguments.onlyOperand("file"))
    output = arguments.has(.output) ? try arguments.output() : Argument("-")
    format = try Self.format(arguments)
    objectNumber = try arguments.number(of: Self.object, from: 1)
    rootName = arguments.value(of: Self.root)
    path = try arguments.path(of: Self.path)
    let centerCount = [Self.object, Self.root, Self.path].count(where: arguments.has)
    guard centerCount < 2 else {
      throw UsageError("--object, --root and --path exclude each other")
    }
    limits = try arguments.limits()
    let depth = try arguments.number(of: Self.depth, from: 0)
    guard depth == nil || centerCount == 1 else {
      throw UsageError("--depth needs --object, --root or --path")
    }
    self.depth = depth ?? 2
    boxLimit = try arguments.number(of: Self.limit, from: 1) ?? Drawing.boxLimit
  }

  private static func format(_ arguments: Arguments) throws(UsageError) -> Format {
    var formats: [Format] = []
    if let name = arguments.value(of: format) {
      formats.append(name == "mermaid" ? .mermaid : .dot)
    }
    if arguments.has(mermaid) { formats.append(.mermaid) }
    if arguments.has(.json) { formats.append(.json) }
    guard formats.count < 2 else {
      throw UsageError("--format, --mermaid and --json exclude each other")
    }
    return formats.first ?? .dot
  }

  func run(_ console: Console) throws -> ExitCode {
    let file = try Output(output, from: input, escape: .xml, console)
    console.progress("reading \(input.title)")
    let drawing = try input.readArchive(console) { bytes in try draw(bytes) }
    switch format {
    case .dot: try write(DOTWriter(drawing).lines, to: file)
    case .mermaid: try write(MermaidWriter(drawing).lines, to: file)
    case .json: try write([DrawingJSON(drawing).document.line.text], to: file)
    }
    try file.commit()
    return .fine
  }

  private func draw(_ bytes: ArchiveBytes) throws -> Drawing {
    guard let center = try center(bytes) else {
      return try ClassDrawing(ArchiveCheck(bytes, limits: limits), limit: boxLimit).drawing
    }
    return try Neighbourhood(
      center, of: ArchiveReader(opening: bytes, limits: limits),
      ArchiveCheck(bytes, limits: limits), depth: depth,
      limit: boxLimit
    ).drawing
  }

  /// Validates the whole archive, and returns the object, root or value of the options.
  private func center(_ bytes: ArchiveBytes) throws -> Neighbourhood.Center? {
    guard objectNumber != nil || rootName != nil || path != nil else { return nil }
    let archive = try ArchiveReader(validating: bytes, limits: limits)
    if let path {
      let place = try archive.place(at: path)
      if let number = place.objectNumber { return .object(number) }
      return .value(
        ArchiveNamedValue(path.description, place.type, place.value ?? .nil), isRoot: false)
    }
    if let objectNumber {
      guard objectNumber <= archive.objectCount else {
        throw Missing(object: objectNumber, in: archive)
      }
      return .object(objectNumber)
    }
    let name = rootName ?? ""
    guard let root = try archive.root(name) else {
      throw Missing(root: name, among: try archive.roots().map(\.name))
    }
    return .value(root, isRoot: true)
  }

  private func write(_ lines: [String], to file: Output) throws {
    for line in lines { try file.write(Array((line + "\n").utf8)) }
  }
}
