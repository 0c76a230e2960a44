/// A writer of pictures as class diagrams of Mermaid.
package struct MermaidWriter {
  /// The document, in lines.
  package private(set) var lines: [String] = []
  private let text = DrawingLanguage.mermaid

  package init(_ drawing: Drawing) {
    lines.append("classDiagram")
    lines.append("  direction LR")
    var names: [String: [String]] = [:]
    for box in drawing.boxes {
      add(box)
      names[box.id] = box.rows.map(\.name)
    }
    for arrow in drawing.arrows {
      var label: [String] = []
      if let row = arrow.row, let names = names[arrow.from], names.indices.contains(row) {
        label.append(text.escaped(String(names[row].drop { $0 == " " })))
      }
      if let count = arrow.count { label.append(count.withSeparators) }
      add(arrow, label.filter { !$0.isEmpty }.joined(separator: " "))
    }
    addColors(drawing)
  }

  private mutating func add(_ box: Drawing.Box) {
    // A label without text is a syntax error.
    let title = box.title.isEmpty ? " " : text.escaped(box.title)
    lines.append("  class \(box.id)[\"\(title)\"] {")
    if !box.subtitle.isEmpty { lines.append("    <<\(text.escaped(box.subtitle))>>") }
    for row in box.rows {
      let name = text.escaped(row.name)
      lines.append(row.text.isEmpty ? "    \(name) " : "    \(name): \(text.escaped(row.text))")
    }
    lines.append("  }")
  }

  private mutating func add(_ arrow: Drawing.Arrow, _ label: String) {
    let line =
      switch arrow.link {
      case .strong: "-->"
      case .weak: "..>"
      case .value: "*--"
      case .superclass: "--|>"
      case .more: ".."
      }
    lines.append("  \(arrow.from) \(line) \(arrow.to)\(label.isEmpty ? "" : " : \(label)")")
  }

  private mutating func addColors(_ drawing: Drawing) {
    for box in drawing.boxes where box.isDimmed || box.kind != .class && box.kind != .object {
      let text = box.isDimmed ? ",color:#a0a0a0" : ""
      lines.append("  style \(box.id) fill:\(box.color)\(text)")
    }
  }
}
