/// Rows of cells in columns of equal width.
struct TextTable {
  /// The side on which the cells of a column are aligned.
  enum Alignment {
    case left
    case right
  }

  private let alignments: [Alignment]
  private var rows: [[Line]]
  private var lastName = ""

  /// Makes a table of two columns without headings: names and their meanings.
  init() { (alignments, rows) = ([.left, .left], []) }

  init(_ columns: [(heading: Line, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    rows = [columns.map(\.heading)]
  }

  /// Adds a row with a cell for each column.
  mutating func add(_ cells: [Line]) { rows.append(cells) }

  /// Adds a row with a name and a line; the first of several rows with the same name shows it.
  mutating func add(_ name: String, _ line: Line) {
    add([Line(own: name == lastName ? "" : name), line])
    lastName = name
  }

  /// The rows, two spaces between columns.
  var lines: [Line] {
    let widths = alignments.indices.map { column in
      rows.map { column < $0.count ? $0[column].text.count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var text = ""
      for (column, cell) in row.enumerated() where column < widths.count {
        let space = String(repeating: " ", count: widths[column] - cell.text.count)
        if column > 0 { text += "  " }
        let isLast = column == widths.count - 1
        text += alignments[column] == .right ? space + cell.text : cell.text + (isLast ? "" : space)
      }
      while row.last?.text.isEmpty == true, text.hasSuffix(" ") { text.removeLast() }
      return Line(own: text)
    }
  }
}
