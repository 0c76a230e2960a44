// The limit of the output of a command: `--limit`.
//
// A number limits the items that the command lists; a size with a unit limits the bytes of its text. One option is enough for
// commands with both limits: a user limits the number to see the beginning, and the text only to raise the default limit for an
// archive with many long names. The text of a few items is short.

extension Option {
  /// The option of a command that lists items, with an effect such as `show at most N findings`.
  static func limit(count effect: String) -> Option { Option("--limit", value: "N", effect) }

  /// The option of a command that lists items in text of any length.
  static func limit(countOrText effect: String) -> Option {
    Option("--limit", value: "N|SIZE", "\(effect), or SIZE of text, such as 64M")
  }

  /// The option of a command that writes one text.
  static let textLimit = Option(
    "--limit", value: "SIZE", "write at most so much text, such as 64M; usually 256 times the file")

  /// Whether the option can limit the text of a command.
  var limitsText: Bool { name == "--limit" && value != "N" }
}

extension Arguments {
  /// Parses the value of `--limit` as a number of items or a size of text; both are nil for the default limit.
  func limit(_ option: Option) throws(UsageError) -> (count: Int?, byteCount: Int?) {
    guard let text = value(of: option) else { return (nil, nil) }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isNumber = !text.isEmpty && text.utf8.allSatisfy(digits.contains)
    let mayBeNumber = option.value != Option.textLimit.value
    if isNumber, mayBeNumber, let count = Int(text) { return (count, nil) }
    guard !isNumber, let byteCount = Self.byteCount(text) else {
      let form = mayBeNumber ? "number, or a size of text" : "size with a unit,"
      throw UsageError("option --limit needs a \(form) such as 64M")
    }
    return (nil, byteCount)
  }
}
