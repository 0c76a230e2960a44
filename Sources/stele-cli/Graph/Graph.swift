internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel
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
  static let options =
    [format, mermaid] + selected + [
      depth, limit, .memory, .json, .output("where to write; standard output if it is not given"),
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
  private static let selected = Selection.options(
    object: "draw the objects around this one", root: "draw the objects of a root",
    path: "draw the objects of the value of a key path")
  private static let depth = Option(
    "--depth", value: "N", "how many steps they are away; usually 2")
  private static let limit = Option.limit(count: "draw N boxes; usually \(Drawing.boxLimit)")

  private let input: Input
  private let output: Argument
  private let isMermaid: Bool
  private let selection: Selection?
  private let depth: Int
  private let boxLimit: Int

  init(_ arguments: Arguments) throws(UsageError) {
    input = Input(try arguments.onlyOperand("file"))
    output = arguments.has(.output) ? try arguments.output() : Argument("-")
    try arguments.checkAlternatives([Self.format, Self.mermaid, .json])
    isMermaid = arguments.has(Self.mermaid) || arguments.value(of: Self.format) == "mermaid"
    selection = try Selection(arguments, Self.selected)
    try arguments.checkAlternatives(Self.selected)
    let depth = try arguments.number(of: Self.depth, from: 0)
    guard depth == nil || selection != nil else {
      throw UsageError("--depth needs --object, --root or --path")
    }
    self.depth = depth ?? 2
    boxLimit = try arguments.number(of: Self.limit, from: 1) ?? Drawing.boxLimit
  }

  func run(_ console: Console) throws {
    let file = try Output(output, from: input, escape: .xml, console)
    console.progress("reading \(input.title)")
    let drawing = try input.readArchive(console) { bytes in try draw(bytes, console.limits) }
    let lines =
      console.isJSON
      ? [drawing.document.line.text]
      : isMermaid ? MermaidWriter(drawing).lines : DOTWriter(drawing).lines
    for line in lines { try file.write(Array((line + "\n").utf8)) }
    try file.commit()
  }

  private func draw(_ bytes: ArchiveBytes, _ limits: ArchiveLimits) throws -> Drawing {
    guard let selection else {
      return try ClassDrawing(ArchiveCheck(bytes, limits: limits), limit: boxLimit).drawing
    }
    return try Neighbourhood(
      ArchiveReader(validating: bytes, limits: limits).center(of: selection),
      of: ArchiveReader(opening: bytes, limits: limits), ArchiveCheck(bytes, limits: limits),
      depth: depth, limit: boxLimit
    ).drawing
  }
}
