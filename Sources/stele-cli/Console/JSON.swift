internal import SteleInspection

/// A value that is written as JSON: a string, a number, a Boolean, nil as null, a list or an object.
protocol JSONWritable {
  /// Writes the value in one line.
  func write(to writer: inout JSONWriter)
}

extension JSONWritable {
  /// The value in one line.
  var line: Line {
    var writer = JSONWriter(isPretty: true)
    write(to: &writer)
    return Line(json: writer.bytes)
  }
}

extension Bool: JSONWritable {
  func write(to writer: inout JSONWriter) { writer.word(self ? "true" : "false") }
}

extension Int: JSONWritable {
  func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension String: JSONWritable {
  func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.word("null") }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  func write(to writer: inout JSONWriter) {
    writer.beginArray(.inline)
    for element in self { element.write(to: &writer) }
    writer.end()
  }
}

/// A JSON object; its members keep the order in which they are given.
struct JSON: JSONWritable, ExpressibleByDictionaryLiteral {
  private var members: [(name: String, value: any JSONWritable)]

  init(dictionaryLiteral members: (String, any JSONWritable)...) {
    self.members = members.map { ($0, $1) }
  }

  /// Returns the name and version of the format of a command's documents, which is their first member; the folder `JSON` has
  /// its schema.
  ///
  /// The version changes when a member is removed or gets another type, and only then.
  static func format(_ command: any Command.Type) -> String { "stele-\(command.name)-1" }

  static func += (left: inout JSON, right: JSON) { left.members += right.members }

  static func + (left: JSON, right: JSON) -> JSON {
    var sum = left
    sum += right
    return sum
  }

  // Recursion is fine: only the tool's own values, a few levels deep, are written here.
  func write(to writer: inout JSONWriter) {
    writer.beginObject(.inline)
    for (name, value) in members {
      writer.name(name)
      value.write(to: &writer)
    }
    writer.end()
  }

  /// The members in one line, without the braces.
  var memberLine: Line { Line(own: String(line.text.dropFirst().dropLast())) }
}
