/// Output for people or machines: the tool's own words, and escaped text from elsewhere, which cannot control a terminal.
///
/// A literal is the tool's own text. An interpolated value is escaped, unless it is a line itself:
///
///     try console.say("there is no root \(name)")
struct Line: ExpressibleByStringInterpolation {
  /// The escaped text.
  private(set) var text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Makes a line of the tool's own words that are not a literal, such as help text.
  init(own text: String) {
    self.text = text
  }

  /// Makes a line of a JSON document, or of a part of one; characters that must not reach a terminal get the escapes of JSON.
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

  /// Returns the line with spaces at its end up to a width, in characters.
  func padded(to width: Int) -> Line {
    Line(own: text + String(repeating: " ", count: max(0, width - text.count)))
  }

  static func + (left: Line, right: Line) -> Line { Line(own: left.text + right.text) }

  static func += (left: inout Line, right: Line) { left.text += right.text }
}

extension Sequence<Line> {
  /// Returns the lines as one, with a separator between them.
  func joined(separator: String) -> Line {
    Line(own: map(\.text).joined(separator: separator))
  }
}
