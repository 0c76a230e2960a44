/// A JSON value that the tool says; its members stand in the order given.
enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])
  /// A text that is JSON already.
  case text(String)

  /// A number, or null.
  static func number(_ value: Int?) -> JSON { value.map { .number($0) } ?? .null }

  /// A string, or null.
  static func string(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }

  // Only the tool's own values are written here, a few levels deep, so this may call itself.
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
