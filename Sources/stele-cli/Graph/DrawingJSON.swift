internal import SteleTool

/// A drawing for machines: its boxes and arrows.
struct DrawingJSON {
  let document: JSON

  init(_ drawing: Drawing) {
    document = .object([
      JSON.format(Graph.self), ("title", .string(drawing.title)),
      ("nodes", .array(drawing.boxes.map(Self.node))),
      ("edges", .array(drawing.arrows.map(Self.edge))),
    ])
  }

  private static func node(_ box: Drawing.Box) -> JSON {
    .object([
      ("id", .string(box.id)), ("kind", .string(box.kind.rawValue)),
      ("title", .string(box.title)), ("subtitle", .string(box.subtitle)),
      ("dimmed", .bool(box.isDimmed)), ("rows", .array(box.rows.map(row))),
    ])
  }

  private static func row(_ row: Drawing.Row) -> JSON {
    .object([
      ("name", .string(row.name)), ("text", .string(row.text)), ("dimmed", .bool(row.isDimmed)),
    ])
  }

  private static func edge(_ arrow: Drawing.Arrow) -> JSON {
    .object([
      ("from", .string(arrow.from)), ("row", .number(arrow.row)), ("to", .string(arrow.to)),
      ("kind", .string(arrow.link.rawValue)), ("count", .number(arrow.count)),
    ])
  }
}
