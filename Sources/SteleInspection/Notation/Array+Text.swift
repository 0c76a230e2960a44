extension [UInt8] {
  package mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends the decimal digits of a number, after a minus sign if it is negative.
  package mutating func append(decimal number: Int) {
    append(String(number))
  }
}
