/// A picture of boxes and arrows for a program such as Graphviz or Mermaid to lay out.
///
/// The texts are those of the archive, unchanged; the writer of the picture escapes them.
package struct Drawing: Hashable, Sendable {
  /// A line of a box.
  package struct Row: Hashable, Sendable {
    /// The text on the left: the name of a key.
    package var name: String
    /// The text on the right: a type or a value.
    package var text: String
    /// Whether the row is of less interest.
    package var isDimmed = false
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

  /// A box.
  package struct Box: Hashable, Sendable {
    /// An identifier of ASCII letters and digits.
    package var id: String
    /// The kind of the box.
    package var kind: Kind
    /// The text at the top.
    package var title: String
    /// The text below the title.
    package var subtitle: String
    /// The lines.
    package var rows: [Row] = []
    /// Whether the box is of less interest.
    package var isDimmed = false
  }

  /// The meaning of an arrow.
  package enum Link: String, Hashable, Sendable {
    /// Strong references.
    case strong
    /// Weak references.
    case weak
    /// From a key to the struct or enum of its values.
    case value
    /// From a class to its superclass.
    case superclass
    /// From or to contents that do not fit into the picture.
    case more
  }

  /// An arrow.
  package struct Arrow: Hashable, Sendable {
    /// The box at which the arrow begins.
    package var from: String
    /// The row of the box at which the arrow begins.
    package var row: Int?
    /// The box to which the arrow leads.
    package var to: String
    /// The meaning of the arrow.
    package var link: Link
    /// The number of references or values that the arrow represents.
    package var count: Int?
  }

  /// The text below the picture.
  package var title: String
  /// The boxes.
  package var boxes: [Box] = []
  /// The arrows between them.
  package var arrows: [Arrow] = []

  /// The largest number of rows of a box.
  package static let rowLimit = 40
  /// The largest number of roots in a picture of classes.
  package static let rootLimit = 12
  /// The default limit of the number of boxes in a picture.
  package static let boxLimit = 200

  package init(title: String) { self.title = title }
}

extension Int {
  /// The number with a comma between thousands.
  var withSeparators: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }

  /// Returns the number with its noun.
  func counted(_ noun: String, plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(withSeparators) \(plural ?? noun + "s")"
  }
}
