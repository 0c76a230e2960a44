/// A picture of boxes and arrows, which a program such as Graphviz or Mermaid lays out.
///
/// The texts are those of the archive, unchanged; the writer of the picture escapes them.
package struct Drawing: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    /// The text on the left: the name of a key.
    package var name: String
    /// The text on the right: a type or a value.
    package var text: String
    /// Whether the row is less important.
    package var isDimmed = false

    /// Returns the rows of the contents that fit, and one that says how many others there are.
    static func fitting<Content>(_ contents: [Content], row: (Content) -> Row) -> [Row] {
      let rows = contents.prefix(rowLimit).map(row)
      guard contents.count > rowLimit else { return rows }
      return rows + [.more("\((contents.count - rowLimit).withSeparators) more")]
    }

    /// Returns the row that says how many others there are.
    static func more(_ count: String) -> Row { Row(name: "… \(count)", text: "", isDimmed: true) }
  }

  /// The kind of a box, which determines its appearance.
  package enum Kind: String, Hashable, Sendable {
    case `class`
    case `struct`
    case `enum`
    case object
    /// The object in the middle of a neighbourhood.
    case center
    case roots
    /// The contents that do not fit into the picture.
    case more
  }

  package struct Box: Hashable, Sendable {
    /// An identifier of ASCII letters and digits.
    package var id: String
    package var kind: Kind
    /// The text at the top.
    package var title: String
    /// The text below the title.
    package var subtitle: String
    package var rows: [Row] = []
    /// Whether the box is less important.
    package var isDimmed = false

    /// The colour of the box.
    var color: String {
      switch kind {
      case _ where isDimmed: "#f7f7f7"
      case .class, .object: "#d9e6f5"
      case .center: "#a9c8ec"
      case .struct: "#dff0d8"
      case .enum: "#fbe9cc"
      case .roots: "#e8e0f0"
      case .more: "#f2f2f2"
      }
    }
  }

  /// The meaning of an arrow.
  package enum Link: String, Hashable, Sendable {
    case strong
    case weak
    /// From a key to the struct or enum of its values.
    case value
    /// From a class to its superclass.
    case superclass
    /// From or to contents that do not fit into the picture.
    case more
  }

  package struct Arrow: Hashable, Sendable {
    /// The box at which the arrow begins.
    package var from: String
    /// The row of the box at which the arrow begins.
    package var row: Int?
    /// The box at which the arrow ends.
    package var to: String
    package var link: Link
    /// The number of references or values that the arrow represents.
    package var count: Int?
  }

  /// The ends of equal arrows, with the numbers of their boxes.
  struct Ends: Hashable {
    let source: Int
    let row: Int?
    let target: Int
    let link: Link
  }

  /// The text below the picture.
  package var title: String
  package var boxes: [Box] = []
  package var arrows: [Arrow] = []

  /// The largest number of rows of a box.
  package static let rowLimit = 40
  /// The largest number of roots in a picture of classes.
  package static let rootLimit = 12
  /// The default limit of the number of boxes in a picture.
  package static let boxLimit = 200

  package init(title: String) { self.title = title }

  /// Adds an arrow for each pair of ends, in the order of the ends, with its count if that is not too small.
  mutating func add(
    _ counts: [Ends: Int], least: Int = 0, from source: (Int) -> String, to target: (Int) -> String
  ) {
    let order = counts.sorted { left, right in
      (left.key.source, left.key.row ?? 0, left.key.target, left.key.link.rawValue)
        < (right.key.source, right.key.row ?? 0, right.key.target, right.key.link.rawValue)
    }
    for (ends, count) in order {
      arrows.append(
        Arrow(
          from: source(ends.source), row: ends.row, to: target(ends.target), link: ends.link,
          count: count < least ? nil : count))
    }
  }
}

extension Int {
  /// The number with a comma between thousands.
  var withSeparators: String {
    guard magnitude >= 1000 else { return "\(self)" }
    return (self / 1000).withSeparators + "," + String(magnitude % 1000 + 1000).dropFirst()
  }

  /// Returns the number with its noun, in the singular or plural.
  func counted(_ noun: String, plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(withSeparators) \(plural ?? noun + "s")"
  }
}
