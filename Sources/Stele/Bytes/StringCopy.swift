/// A string that equals its own copies, which are found without looking at their bytes.
///
/// Strings that were made apart may differ though they have the same bytes. See `String.isSameCopy(as:)`.
package struct StringCopy: Hashable, Sendable {
  private let string: String

  package init(_ string: String) {
    self.string = string
  }

  package static func == (left: StringCopy, right: StringCopy) -> Bool {
    left.string.isSameCopy(as: right.string)
  }

  package func hash(into hasher: inout Hasher) {
    #if _pointerBitWidth(_64)
      // Safe: a string is two words, which have no padding; they are only looked at while the string lives.
      let words = unsafe unsafeBitCast(string, to: (UInt, UInt).self)
      hasher.combine(words.0)
      hasher.combine(words.1)
    #else
      hasher.combine(string)
    #endif
  }
}
