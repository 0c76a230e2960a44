internal import SteleInspection

/// Lines of columns, for output of millions of lines: one buffer serves all of them.
///
/// As in a ``Line``, text from elsewhere is escaped.
struct ColumnLine {
  /// The escaped lines.
  private(set) var utf8: [UInt8] = []
  /// The index of the first byte of the current column.
  private var column = 0 {
    didSet { isASCII = true }
  }
  /// Whether each character in the current column is one byte.
  private var isASCII = true

  /// Removes everything, and keeps the memory for the next lines.
  mutating func clear() {
    utf8.removeAll(keepingCapacity: true)
    column = 0
  }

  /// Adds bytes without escapes, because they are safe or not shown on a terminal.
  mutating func add(unseen bytes: [UInt8]) {
    utf8 += bytes
  }

  mutating func end() {
    utf8.append(UInt8(ascii: "\n"))
    column = utf8.count
  }

  /// Adds the tool's own text.
  mutating func add(own text: StaticString) {
    text.withUTF8Buffer { unsafe utf8.append(contentsOf: $0) }
    if !text.isASCII { isASCII = false }
  }

  /// Adds text, which is escaped.
  mutating func add(_ text: String) {
    let start = utf8.count
    utf8.append(text)
    escape(from: start)
  }

  /// Adds text in UTF-8, which is escaped.
  mutating func add(utf8 text: [UInt8]) {
    let start = utf8.count
    // Safe: the bytes are lent during the call. An argument by value would be retained for each line.
    unsafe text.withUnsafeBufferPointer { unsafe utf8.append(contentsOf: $0) }
    escape(from: start)
  }

  private mutating func escape(from start: Int) {
    for index in start..<utf8.count where !(0x20..<0x7F).contains(utf8[index]) {
      let text = String(decoding: utf8[start...], as: UTF8.self)
      utf8.removeSubrange(start...)
      isASCII = false
      return utf8.append(Escape.text.applied(to: text))
    }
  }

  mutating func add(_ number: Int) {
    utf8.append(decimal: number)
  }

  /// Adds a decimal number, in its own column, aligned to the right.
  mutating func add(_ number: Int, width: Int) {
    column = utf8.count
    var missing = width - 1
    var rest = number
    while rest >= 10 {
      rest /= 10
      missing -= 1
    }
    while missing > 0 {
      utf8.append(UInt8(ascii: " "))
      missing -= 1
    }
    utf8.append(decimal: number)
  }

  /// Adds the hexadecimal digits of the first bytes, with a space between them.
  mutating func addHexadecimal(_ bytes: ArraySlice<UInt8>, limit: Int = .max) {
    for index in bytes.indices.prefix(limit) {
      if utf8.count > column { utf8.append(UInt8(ascii: " ")) }
      utf8.append(Self.digit(bytes[index] >> 4))
      utf8.append(Self.digit(bytes[index] & 15))
    }
  }

  /// Begins a column after the tool's own text.
  mutating func beginColumn(after text: StaticString = "  ") {
    add(own: text)
    column = utf8.count
  }

  /// Fills the current column with spaces up to a width, in characters.
  mutating func pad(to width: Int) {
    var count =
      isASCII ? utf8.count - column : String(decoding: utf8[column...], as: UTF8.self).count
    while count < width {
      utf8.append(UInt8(ascii: " "))
      count += 1
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
