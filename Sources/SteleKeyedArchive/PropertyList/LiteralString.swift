/// A string compared by its bytes.
///
/// Swift's `==` finds a composed and a decomposed "é" equal. In a property list they are two keys.
struct LiteralString: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: LiteralString, right: LiteralString) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xFF))  // no UTF-8 byte: ends the string
  }
}
