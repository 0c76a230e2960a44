extension Drawing {
  /// The lines of the picture in the DOT language of Graphviz.
  package var dot: [String] {
    let head = """
      digraph stele {
        graph [rankdir=LR, nodesep=0.35, ranksep=0.9, pad=0.3, fontname="Helvetica", fontsize=12, \
      fontcolor="#606060", label=<\(escaped(title, limit: 200))>]
        node [shape=plain, fontname="Helvetica", fontsize=11]
        edge [fontname="Helvetica", fontsize=9, fontcolor="#404040", color="#404040", arrowsize=0.8]
      """
    return [head] + boxes.flatMap(\.dot) + arrows.map(\.dot) + ["}"]
  }
}

extension Drawing.Box {
  fileprivate var dot: [String] {
    let colors = textColors(isDimmed: isDimmed)
    var head = "<b>\(font(title, colors.name))</b>"
    if !subtitle.isEmpty {
      head += "<br/><font point-size=\"9\" color=\"\(colors.text)\">\(escaped(subtitle))</font>"
    }
    let sides = rows.isEmpty ? "LTRB" : "LTR"
    let begin = """
        \(id) [label=<
          <table border="0" cellborder="0" cellspacing="0" cellpadding="3" bgcolor="white" \
      color="\(isDimmed ? "#d0d0d0" : "#707070")">
          <tr><td port="h" colspan="2" border="1" sides="\(sides)" bgcolor="\(color)">\(head)</td></tr>
      """
    let cells = rows.enumerated().map { index, row in
      let colors = textColors(isDimmed: row.isDimmed || isDimmed)
      let (top, bottom) = (index == 0 ? "T" : "", index == rows.count - 1 ? "B" : "")
      return """
            <tr><td align="left" border="1" sides="L\(top)\(bottom)">\(font(row.name, colors.name))</td>\
        <td align="left" border="1" sides="R\(top)\(bottom)" port="r\(index)">\
        \(font(row.text, colors.text))</td></tr>
        """
    }
    return [begin] + cells + ["    </table>>]"]
  }
}

extension Drawing.Arrow {
  fileprivate var dot: String {
    var attributes: [String] = []
    // An arrow from a box to itself stays on the right side of the box.
    var (start, end) = (
      row.map { "\(from):r\($0):e" } ?? "\(from):h", "\(to):h\(from == to ? ":e" : "")"
    )
    switch link {
    case .strong: break
    case .weak: attributes += ["style=dashed", "arrowhead=vee"]
    case .value: attributes += ["arrowhead=none", "dir=both", "arrowtail=diamond"]
    case .superclass:
      // Superclasses stand on the left of their subclasses.
      (start, end) = (end, start)
      attributes += ["dir=back", "arrowtail=empty", "arrowsize=1.1", "color=\"#8090a0\""]
    case .more: attributes += ["style=dotted", "arrowhead=none"]
    }
    if let count { attributes.append("label=\"\(count.withSeparators)\"") }
    let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
    return "  \(start) -> \(end)\(list)"
  }
}

private func escaped(_ foreign: String, limit: Int = 64) -> String {
  // An element without text is a syntax error.
  foreign.isEmpty ? " " : DrawingLanguage.dot.escaped(foreign, limit: limit)
}

private func font(_ foreign: String, _ color: String) -> String {
  "<font color=\"\(color)\">\(escaped(foreign))</font>"
}

/// Returns the colours of a name and of the text that belongs to it.
private func textColors(isDimmed: Bool) -> (name: String, text: String) {
  isDimmed ? ("#a8a8a8", "#a8a8a8") : ("#202020", "#606060")
}
