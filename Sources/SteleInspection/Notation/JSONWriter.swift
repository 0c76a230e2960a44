import Stele

/// A JSON text under construction, either compact or indented.
///
/// The writer keeps a list of open arrays and objects instead of recursing.
package struct JSONWriter: Sendable {
  /// The layout of the elements or members of an array or object.
  package enum Layout: Sendable {
    /// All on one line.
    case inline
    /// Each element or member on its own line.
    case lines
    /// On separate lines if the text is indented, and otherwise on one line.
    case indented
  }

  private struct Level {
    let closing: UInt8
    let isInLines: Bool
    var isEmpty = true
  }

  /// The bytes that have been written and not yet removed.
  package private(set) var bytes: [UInt8] = []
  let isPretty: Bool
  private var levels: [Level] = []
  /// The number of open arrays and objects with contents on separate lines.
  private var indentation = 0
  /// Whether a member name precedes the next value.
  private var followsName = false

  package init(isPretty: Bool) {
    self.isPretty = isPretty
  }

  /// Returns the bytes written so far, and removes them.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Passes the bytes written so far to a closure, and removes them, if there are enough of them.
  mutating func flush<Failure: Error>(
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    if bytes.count >= 1 << 16 { try sink(take()) }
  }

  package mutating func beginObject(_ layout: Layout = .indented) {
    begin("{", "}", layout)
  }

  package mutating func beginArray(_ layout: Layout = .indented) {
    begin("[", "]", layout)
  }

  private mutating func begin(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ layout: Layout
  ) {
    beginItem()
    bytes.append(UInt8(ascii: opening))
    let isInLines =
      switch layout {
      case .inline: false
      case .lines: true
      case .indented: isPretty
      }
    if isInLines { indentation += 1 }
    levels.append(Level(closing: UInt8(ascii: closing), isInLines: isInLines))
  }

  /// Ends the innermost array or object.
  package mutating func end() {
    guard let level = levels.popLast() else { return }
    if level.isInLines { indentation -= 1 }
    if level.isInLines, !level.isEmpty { newLine() }
    bytes.append(level.closing)
  }

  /// Writes the name of the next member.
  package mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
    followsName = true
  }

  package mutating func string(_ string: String) {
    beginItem()
    Self.quote(string.utf8, into: &bytes)
  }

  /// Writes a number or a word.
  package mutating func word(_ word: String) {
    beginItem()
    bytes += word.utf8
  }

  package mutating func number(_ number: Int) {
    beginItem()
    bytes += String(number).utf8
  }

  package mutating func member(_ name: String, _ string: String) {
    self.name(name)
    self.string(string)
  }

  package mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    self.number(number)
  }

  package mutating func endText() {
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func beginItem() {
    guard !followsName, let level = levels.last else {
      followsName = false
      return
    }
    if !level.isEmpty { bytes.append(UInt8(ascii: ",")) }
    if level.isInLines {
      newLine()
    } else if isPretty, !level.isEmpty {
      bytes.append(UInt8(ascii: " "))
    }
    levels[levels.count - 1].isEmpty = false
  }

  private mutating func newLine() {
    bytes.append(UInt8(ascii: "\n"))
    guard isPretty else { return }
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indentation))
  }

  static func quoted(_ string: String) -> String {
    var bytes: [UInt8] = []
    quote(string.utf8, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func quote(_ utf8: String.UTF8View, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = utf8.allSatisfy { byte in
      byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    guard !isPlain else { return bytes.append(contentsOf: utf8) }
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(contentsOf: Hexadecimal.digits(byte, count: 2).utf8)
      default: bytes.append(byte)
      }
    }
  }
}
