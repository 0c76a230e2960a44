/// A picture of boxes and arrows, which a program such as Graphviz or Mermaid lays out.
///
/// Its texts are those of an archive, as they are; whoever writes the picture escapes them.
package struct Drawing: Hashable, Sendable {
  /// A line of a box.
  package struct Row: Hashable, Sendable {
    /// What stands on the left: the name of a key.
    package var name: String
    /// What stands on the right: a type or a value.
    package var text: String
    /// Whether it is of less interest.
    package var isDimmed = false
  }

  /// What a box stands for, which decides on its looks.
  package enum Kind: String, Hashable, Sendable {
    case `class`
    case structure = "struct"
    case enumeration = "enum"
    case object
    /// The object in the middle of a neighbourhood.
    case center
    case roots
    /// What there is no room for.
    case more
  }

  /// A box.
  package struct Box: Hashable, Sendable {
    /// An identifier of ASCII letters and digits.
    package var id: String
    /// What it stands for.
    package var kind: Kind
    /// The text at the top.
    package var title: String
    /// The text below it.
    package var subtitle: String
    /// The lines.
    package var rows: [Row] = []
    /// Whether it is of less interest.
    package var isDimmed = false
  }

  /// What an arrow says.
  package enum Link: String, Hashable, Sendable {
    /// Strong references.
    case strong
    /// Weak references.
    case weak
    /// The values of a key are structs or enums.
    case value
    /// From a class to its superclass.
    case superclass
    /// From or to what there is no room for.
    case more
  }

  /// An arrow.
  package struct Arrow: Hashable, Sendable {
    /// The box that it begins at.
    package var from: String
    /// The row of the box that it begins at.
    package var row: Int?
    /// The box that it leads to.
    package var to: String
    /// What it says.
    package var link: Link
    /// How many references or values it stands for.
    package var count: Int?
  }

  /// The text below the picture.
  package var title: String
  /// The boxes.
  package var boxes: [Box] = []
  /// The arrows between them.
  package var arrows: [Arrow] = []

  /// How many rows a box has at most.
  package static let rowLimit = 40
  /// How many roots a picture of classes shows.
  package static let rootLimit = 12
  /// How many boxes a picture has, if nobody says otherwise.
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

  /// The number and what it counts.
  func counted(_ noun: String, plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(withSeparators) \(plural ?? noun + "s")"
  }
}
