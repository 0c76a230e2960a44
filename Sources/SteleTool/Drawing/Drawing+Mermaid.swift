extension Drawing {
  /// The lines of the picture as a class diagram of Mermaid.
  package var mermaid: [String] {
    let names = Dictionary(boxes.map { ($0.id, $0.rows.map(\.name)) }) { $1 }
    return ["classDiagram", "  direction LR"] + boxes.flatMap(\.mermaid)
      + arrows.map { arrow in
        let name = arrow.row.flatMap { row in
          names[arrow.from].flatMap { $0.indices.contains(row) ? $0[row] : nil }
        }
        return arrow.mermaid(name ?? "")
      } + boxes.compactMap(\.mermaidStyle)
  }
}

extension Drawing.Box {
  fileprivate var mermaid: [String] {
    let text = DrawingLanguage.mermaid
    // A label without text is a syntax error.
    var lines = ["  class \(id)[\"\(title.isEmpty ? " " : text.escaped(title))\"] {"]
    if !subtitle.isEmpty { lines.append("    <<\(text.escaped(subtitle))>>") }
    for row in rows {
      let name = text.escaped(row.name)
      lines.append(row.text.isEmpty ? "    \(name) " : "    \(name): \(text.escaped(row.text))")
    }
    return lines + ["  }"]
  }

  fileprivate var mermaidStyle: String? {
    guard isDimmed || kind != .class && kind != .object else { return nil }
    return "  style \(id) fill:\(color)\(isDimmed ? ",color:#a0a0a0" : "")"
  }
}

extension Drawing.Arrow {
  /// Returns the line of the arrow, which begins at a row with a name.
  fileprivate func mermaid(_ name: String) -> String {
    let line =
      switch link {
      case .strong: "-->"
      case .weak: "..>"
      case .value: "*--"
      case .superclass: "--|>"
      case .more: ".."
      }
    let name = DrawingLanguage.mermaid.escaped(String(name.drop { $0 == " " }))
    let label = [name, count?.withSeparators ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    return "  \(from) \(line) \(to)\(label.isEmpty ? "" : " : \(label)")"
  }
}
