internal import SteleInspection

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

  /// The value in one line.
  var line: Line {
    var writer = JSONWriter(isPretty: true)
    write(to: &writer)
    return Line(json: writer.bytes)
  }

  // Recursion is fine: only the tool's own values, a few levels deep, are written here.
  /// Writes the value in one line.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.word("null")
    case .bool(let value): writer.word(value ? "true" : "false")
    case .number(let value): writer.number(value)
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.beginArray(.inline)
      for element in elements { element.write(to: &writer) }
      writer.end()
    case .object(let members):
      writer.beginObject(.inline)
      for (name, value) in members {
        writer.name(name)
        value.write(to: &writer)
      }
      writer.end()
    case .text(let text): writer.word(text)
    }
  }
}
