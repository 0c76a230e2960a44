/// A line of columns, made for output of millions of lines: one buffer serves all of them.
///
/// As in a ``Line``, text from elsewhere is escaped.
struct ColumnLine {
  /// The line, as it may be shown.
  private(set) var utf8: [UInt8] = []
  /// The index of the first byte of the current column.
  private var column = 0

  /// Empties the line, for the next one.
  mutating func clear() {
    utf8.removeAll(keepingCapacity: true)
    column = 0
  }

  /// Adds the tool's own text.
  mutating func add(own text: StaticString) {
    text.withUTF8Buffer { unsafe utf8.append(contentsOf: $0) }
  }

  /// Adds text, which is escaped.
  mutating func add(_ text: String) {
    let start = utf8.count
    utf8.append(contentsOf: text.utf8)
    guard !utf8[start...].allSatisfy({ (0x20..<0x7F).contains($0) }) else { return }
    utf8.removeSubrange(start...)
    utf8.append(contentsOf: Escape.text.applied(to: text).utf8)
  }

  /// Adds a decimal number, in a column of its own that is aligned to the right.
  mutating func add(_ number: Int, width: Int) {
    column = utf8.count
    let digits = String(number).utf8
    for _ in 0..<max(0, width - digits.count) { utf8.append(UInt8(ascii: " ")) }
    utf8.append(contentsOf: digits)
  }

  /// Adds the hexadecimal digits of bytes, with a space between them.
  mutating func addHexadecimal(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if utf8.count > column { utf8.append(UInt8(ascii: " ")) }
      utf8.append(Self.digit(byte >> 4))
      utf8.append(Self.digit(byte & 15))
    }
  }

  /// Begins a column after the tool's own text.
  mutating func beginColumn(after text: StaticString = "  ") {
    add(own: text)
    column = utf8.count
  }

  /// Fills the current column with spaces up to a width, in characters.
  mutating func pad(to width: Int) {
    let content = utf8[column...]
    let count =
      content.allSatisfy { $0 < 0x80 }
      ? content.count : String(decoding: content, as: UTF8.self).count
    for _ in 0..<max(0, width - count) { utf8.append(UInt8(ascii: " ")) }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
