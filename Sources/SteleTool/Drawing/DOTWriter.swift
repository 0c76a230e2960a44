/// A writer of pictures in the DOT language of Graphviz.
package struct DOTWriter {
  /// The document, in lines.
  package private(set) var lines: [String] = []
  private let text = DrawingLanguage.dot

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
    let colors = Self.colors(isDimmed: box.isDimmed)
    lines.append("  \(box.id) [label=<")
    lines.append(
      "    <table border=\"0\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"3\" bgcolor=\"white\" "
        + "color=\"\(box.isDimmed ? "#d0d0d0" : "#707070")\">")
    var head = "<b>\(font(box.title, colors.name))</b>"
    if !box.subtitle.isEmpty {
      head +=
        "<br/><font point-size=\"9\" color=\"\(colors.text)\">\(escaped(box.subtitle))</font>"
    }
    let sides = box.rows.isEmpty ? "LTRB" : "LTR"
    lines.append(
      "    <tr><td port=\"h\" colspan=\"2\" border=\"1\" sides=\"\(sides)\" bgcolor=\"\(box.color)\">\(head)</td></tr>"
    )
    for (index, row) in box.rows.enumerated() {
      let colors = Self.colors(isDimmed: row.isDimmed || box.isDimmed)
      let (top, bottom) = (index == 0 ? "T" : "", index == box.rows.count - 1 ? "B" : "")
      lines.append(
        "    <tr><td align=\"left\" border=\"1\" sides=\"L\(top)\(bottom)\">\(font(row.name, colors.name))</td>"
          + "<td align=\"left\" border=\"1\" sides=\"R\(top)\(bottom)\" port=\"r\(index)\">"
          + "\(font(row.text, colors.text))</td></tr>"
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

  /// Returns the colours of a name and of the text that belongs to it.
  private static func colors(isDimmed: Bool) -> (name: String, text: String) {
    isDimmed ? ("#a8a8a8", "#a8a8a8") : ("#202020", "#606060")
  }
}
