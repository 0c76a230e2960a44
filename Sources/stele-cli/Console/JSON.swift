/// A JSON value to be written; its members keep the order in which they are given.
///
/// It is indirect because the compiler reports a circular reference otherwise, if it comes to some other file first.
indirect enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])
  /// Text that is JSON already.
  case text(String)

  /// Returns the first member of the documents of a command: the name of their form, of which the folder `JSON` has a schema.
  ///
  /// The number in it changes when a member is removed or gets another type, and only then.
  static func format(_ command: any Command.Type) -> (String, JSON) {
    ("format", .string("stele-\(command.name)-1"))
  }

  /// Returns a number, or null for nil.
  static func number(_ value: Int?) -> JSON { value.map { .number($0) } ?? .null }

  /// Returns a string, or null for nil.
  static func string(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  // Recursion is fine: only the tool's own values, a few levels deep, are written here.
  /// The value in one line.
  var line: Line { Line(json: document) }

  private var document: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): String(value)
    case .string(let value): Self.quoted(value)
    case .array(let elements): "[" + elements.map(\.document).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0) + ": " + $1.document }.joined(separator: ", ") + "}"
    case .text(let text): text
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
