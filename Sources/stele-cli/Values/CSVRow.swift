internal import Stele
internal import SteleModel
internal import SteleInspection

/// A row of comma-separated values (RFC 4180, with a line feed at its end).
struct CSVRow {
  /// The cells, each with a comma after it.
  private var text: [UInt8] = []
  /// Whether a text that a spreadsheet would evaluate is marked as text.
  private let isSafe: Bool

  init(isSafe: Bool) {
    self.isSafe = isSafe
  }

  /// The row with its line feed.
  var bytes: [UInt8] { text.dropLast() + [UInt8(ascii: "\n")] }

  /// Adds a text, in quotation marks if it needs them; an empty text always has them.
  mutating func add(_ cell: String) {
    let cell = isSafe && cell.mayBeFormula ? "'" + cell : cell
    let isPlain =
      !cell.isEmpty && cell.utf8.allSatisfy { !"\",\r\n".utf8.contains($0) } && !cell.hasPrefix(" ")
      && !cell.hasSuffix(" ")
    if !isPlain { text.append(UInt8(ascii: "\"")) }
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { text.append(byte) }
      text.append(byte)
    }
    if !isPlain { text.append(UInt8(ascii: "\"")) }
    text.append(UInt8(ascii: ","))
  }

  /// Adds a value: its text, or JSON if it has parts or is a reference; nothing for nil.
  ///
  /// - Throws: The rule that an object breaks, or ``TextLimit/Exceeded``.
  mutating func add(
    _ value: ArchiveValue?, _ classes: ArchiveClassTable, _ writer: inout PlainWriter,
    _ limit: TextLimit
  ) throws {
    guard let value, !value.isNil else { return text.append(UInt8(ascii: ",")) }
    if !value.leadsToObject, let text = value.plainText(classes) { return add(text) }
    var json: [UInt8] = []
    try writer.write(value, of: .any, isFollowed: false) {
      json += $0
      try limit.admit(text.count + json.count)
    }
    add(String(decoding: json, as: UTF8.self))
  }
}

extension ArchiveValue {
  fileprivate var isNil: Bool {
    if case .nil = innermost { true } else { false }
  }
}

extension String {
  /// Whether spreadsheets may evaluate the text: it begins like a formula, and is not a number.
  fileprivate var mayBeFormula: Bool {
    guard let first = unicodeScalars.first else { return false }
    return "=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
      && Double(self)?.isFinite != true
  }
}
