/// A writer of pictures in the DOT language of Graphviz.
package struct DOTWriter {
  /// The document, in lines.
  package private(set) var lines: [String] = []
  private let text = DrawingText(language: .dot)

  package init(_ drawing: Drawing) {
    let title = text.escaped(drawing.title, limit: 200)
    lines.append("digraph stele {")
    lines.append(
      "  graph [rankdir=LR, nodesep=0.35, ranksep=0.9, pad=0.3, fontname=\"Helvetica\", fontsize=12, "
        + "fontcolor=\"#606060\", label=<\(title.isEmpty ? " " : title)>]")
    lines.append("  node [shape=plain, fontname=\"Helvetica\", fontsize=11]")
    lines.append(
      "  edge [fontname=\"Helvetica\", fontsize=9, fontcolor=\"#404040\", color=\"#404040\", arrowsize=0.8]"
    )
    for box in drawing.boxes { add(box) }
    for arrow in drawing.arrows { add(arrow) }
    lines.append("}")
  }

  private mutating func add(_ box: Drawing.Box) {
    let colors = Colors(box)
    lines.append("  \(box.id) [label=<")
    lines.append(
      "    <table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"3\" bgcolor=\"white\" "
        + "color=\"\(colors.line)\">")
    var head = "<b>\(font(box.title, colors.text))</b>"
    if !box.subtitle.isEmpty {
      head +=
        "<br/><font point-size=\"9\" color=\"\(colors.subtitle)\">\(escaped(box.subtitle))</font>"
    }
    let sides = box.rows.isEmpty ? "LTRB" : "LTR"
    lines.append(
      "    <tr><td port=\"h\" colspan=\"2\" border=\"1\" sides=\"\(sides)\" bgcolor=\"\(colors.fill)\">\(head)</td></tr>"
    )
    for (index, row) in box.rows.enumerated() {
      let color = row.isDimmed || box.isDimmed ? Colors.dimmed : Colors.ink
      let (top, bottom) = (index == 0 ? "T" : "", index == box.rows.count - 1 ? "B" : "")
      lines.append(
        "    <tr><td align=\"left\" border=\"1\" sides=\"L\(top)\(bottom)\">\(font(row.name, color))</td>"
          + "<td align=\"left\" border=\"1\" sides=\"R\(top)\(bottom)\" port=\"r\(index)\">"
          + "\(font(row.text, row.isDimmed || box.isDimmed ? Colors.dimmed : Colors.soft))</td></tr>"
      )
    }
    lines.append("    </table>>]")
  }

  private func escaped(_ foreign: String) -> String {
    // An element without text is a syntax error.
    foreign.isEmpty ? " " : text.escaped(foreign)
  }

  private func font(_ foreign: String, _ color: String) -> String {
    "<font color=\"\(color)\">\(escaped(foreign))</font>"
  }

  private mutating func add(_ arrow: Drawing.Arrow) {
    var attributes: [String] = []
    // An arrow from a box to itself stays on the right side of the box.
    let isLoop = arrow.from == arrow.to
    var (from, to) = (
      arrow.row.map { "\(arrow.from):r\($0):e" } ?? "\(arrow.from):h",
      "\(arrow.to):h\(isLoop ? ":e" : "")"
    )
    switch arrow.link {
    case .strong: break
    case .weak: attributes += ["style=dashed", "arrowhead=vee"]
    case .value: attributes += ["arrowhead=none", "dir=both", "arrowtail=diamond"]
    case .superclass:
      // Superclasses stand on the left of their subclasses.
      (from, to) = (to, from)
      attributes += ["dir=back", "arrowtail=empty", "arrowsize=1.1", "color=\"#8090a0\""]
    case .more: attributes += ["style=dotted", "arrowhead=none"]
    }
    if let count = arrow.count { attributes.append("label=\"\(count.withSeparators)\"") }
    let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
    lines.append("  \(from) -> \(to)\(list)")
  }

  private struct Colors {
    static let ink = "#202020"
    static let soft = "#606060"
    static let dimmed = "#a8a8a8"

    let fill: String
    let line: String
    let text: String
    let subtitle: String

    init(_ box: Drawing.Box) {
      text = box.isDimmed ? Self.dimmed : Self.ink
      subtitle = box.isDimmed ? Self.dimmed : Self.soft
      line = box.isDimmed ? "#d0d0d0" : "#707070"
      fill =
        switch box.kind {
        case _ where box.isDimmed: "#f7f7f7"
        case .class, .object: "#d9e6f5"
        case .center: "#a9c8ec"
        case .struct: "#dff0d8"
        case .enum: "#fbe9cc"
        case .roots: "#e8e0f0"
        case .more: "#f2f2f2"
        }
    }
  }
}
