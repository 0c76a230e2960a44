internal import Stele
internal import SteleFoundation
internal import SteleInspection
internal import SteleModel
internal import SteleTool

/// `stele graph`, which draws the classes of an archive, or the neighbourhood of an object.
enum Graph: Command {
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
  static let fine = "the picture was written"
  static let finding = "the file is not a valid archive, or it has no such object, root or value"
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

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let input = Input(try arguments.operands("file")[0])
    let output = arguments.has(.output) ? try arguments.output() : Argument("-")
    try arguments.checkAlternatives([Self.format, Self.mermaid, .json])
    let isMermaid = arguments.has(Self.mermaid) || arguments.value(of: Self.format) == "mermaid"
    let selection = try Selection(arguments, Self.selected)
    try arguments.checkAlternatives(Self.selected)
    let depth = try arguments.number(of: Self.depth, from: 0)
    guard depth == nil || selection != nil else {
      throw UsageError("--depth needs --object, --root or --path")
    }
    let boxLimit = try arguments.number(of: Self.limit, from: 1) ?? Drawing.boxLimit
    return { console in
      let file = try Output(output, from: input, escape: .xml, console)
      let drawing = try input.readArchive(console) { bytes in
        let check = try ArchiveCheck(bytes, limits: console.limits)
        guard let selection else { return try ClassDrawing(check, limit: boxLimit).drawing }
        return try Neighbourhood(
          ArchiveReader(validating: bytes, limits: console.limits).center(of: selection),
          of: ArchiveReader(opening: bytes, limits: console.limits), check,
          depth: depth ?? 2, limit: boxLimit
        ).drawing
      }
      let lines =
        console.isJSON
        ? [drawing.document.line.text]
        : isMermaid ? drawing.mermaid : drawing.dot
      for line in lines { try file.write(Array((line + "\n").utf8)) }
      try file.commit()
    }
  }
}

extension Drawing {
  /// The drawing for machines: its boxes and arrows.
  var document: JSON {
    let rows = { (row: Row) -> JSON in
      ["name": row.name, "text": row.text, "dimmed": row.isDimmed]
    }
    let nodes = boxes.map { box -> JSON in
      [
        "id": box.id, "kind": box.kind.rawValue, "title": box.title, "subtitle": box.subtitle,
        "dimmed": box.isDimmed, "rows": box.rows.map(rows),
      ]
    }
    let edges = arrows.map { arrow -> JSON in
      [
        "from": arrow.from, "row": arrow.row, "to": arrow.to, "kind": arrow.link.rawValue,
        "count": arrow.count,
      ]
    }
    return [
      "format": JSON.format(Graph.self), "title": title, "nodes": nodes, "edges": edges,
    ]
  }
}
