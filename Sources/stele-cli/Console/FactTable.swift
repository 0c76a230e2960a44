/// A table of facts, each of which has a name and one or more lines.
struct FactTable {
  private var rows: [(name: String, line: Line)] = []

  /// Adds a line to the fact of a name.
  mutating func add(_ name: String, _ line: Line) { rows.append((name, line)) }

  /// The lines, each name before its first one.
  var lines: [Line] {
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    return zip(rows, [""] + rows.map(\.name)).map { row, last in
      let name = row.name == last ? "" : row.name
      return "\(name + String(repeating: " ", count: width - name.count))\(row.line)"
    }
  }
}
