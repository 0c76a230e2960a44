/// What the tool says to people or machines: its own words, and text from elsewhere in which nothing can steer a terminal.
///
/// A literal is the tool's own. What is interpolated is not, unless it is a line itself, and is escaped:
///
///     try console.say("there is no root \(name)")
struct Line: ExpressibleByStringInterpolation {
  /// The text, as it may be shown.
  private(set) var text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Takes words of the tool that are not a literal, such as help.
  init(own text: String) {
    self.text = text
  }

  /// Takes a JSON document, in which characters that must not reach a terminal are written with the escapes of JSON.
  init(json text: String) {
    self.text = Escape.json.applied(to: text)
  }

  /// Takes a JSON document, or a part of it, in UTF-8.
  init(json text: [UInt8]) {
    self.text = String(decoding: Escape.json.applied(to: text), as: UTF8.self)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { self.text += text }

    mutating func appendInterpolation(_ line: Line) { text += line.text }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += Escape.text.applied(to: value.description)
    }
  }

  static func + (left: Line, right: Line) -> Line { Line(own: left.text + right.text) }

  static func += (left: inout Line, right: Line) { left.text += right.text }
}

extension Sequence<Line> {
  /// The lines with a separator between them, as one.
  func joined(separator: String) -> Line {
    Line(own: map(\.text).joined(separator: separator))
  }
}
