/// The most that a command shows: `--limit`.
///
/// A number counts the things that the command lists, a size with a unit the bytes of its text. One option is enough for
/// commands that have both: a user limits the number to see the beginning, and the text only to raise the usual limit
/// for an archive with many long names. Of few things the text is short.
enum OutputLimit {
  case usual
  /// A number of things; the command ends as usual after the last one.
  case count(Int)
  /// A size of text; longer text is an error.
  case text(byteCount: Int)

  /// The number of things; nil if it is not limited.
  var count: Int? {
    guard case .count(let count) = self else { return nil }
    return count
  }

  /// The size of text; nil for the usual one.
  var textByteCount: Int? {
    guard case .text(let byteCount) = self else { return nil }
    return byteCount
  }
}

extension Option {
  /// The option of a command that lists things.
  ///
  /// - Parameter effect: The effect, such as `show at most N findings`.
  /// - Returns: The option.
  static func limit(count effect: String) -> Option { Option("--limit", value: "N", effect) }

  /// The option of a command that lists things in text of any length.
  static func limit(countOrText effect: String) -> Option {
    Option("--limit", value: "N|SIZE", "\(effect), or SIZE of text, such as 64M")
  }

  /// The option of a command that writes one text.
  static let textLimit = Option(
    "--limit", value: "SIZE", "write at most so much text, such as 64M; usually 256 times the file")
}

extension Arguments {
  /// Returns the size of text of `--limit`.
  func textLimit() throws(UsageError) -> Int? {
    guard let text = value(of: .textLimit) else { return nil }
    guard let byteCount = Self.byteCount(text), !Self.isNumber(text) else {
      throw UsageError("option --limit needs a size with a unit, such as 64M")
    }
    return byteCount
  }

  /// Returns the number of things or the size of text of `--limit`.
  func outputLimit(_ option: Option) throws(UsageError) -> OutputLimit {
    guard let text = value(of: option) else { return .usual }
    if Self.isNumber(text), let count = Int(text) { return .count(count) }
    guard !Self.isNumber(text), let byteCount = Self.byteCount(text) else {
      throw UsageError("option --limit needs a number, or a size of text such as 64M")
    }
    return .text(byteCount: byteCount)
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
