/// The error of an invalid command line.
struct UsageError: Error, Equatable {
  let message: String
  /// Two lines with the position of the error in the value of an option, or an empty text.
  private(set) var excerpt = ""

  init(_ message: String) {
    self.message = message
  }

  /// Makes an error at a position in the value of an option.
  init(_ message: String, in text: some Collection<Unicode.Scalar>, at offset: Int) {
    self.message = message
    // Some characters before and after the position are enough to find it.
    let before: Line = "\(Self.string(text.prefix(offset).suffix(60)))"
    let after: Line = "\(Self.string(text.dropFirst(offset).prefix(60)))"
    let space = String(repeating: " ", count: before.text.count)
    excerpt = "\n  \(before.text)\(after.text)\n  \(space)^"
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
