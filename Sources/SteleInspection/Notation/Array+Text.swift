extension [UInt8] {
  package mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends the decimal digits of a number, after a minus sign if it is negative.
  package mutating func append(decimal number: Int) {
    append(String(number))
  }

  /// Appends the decimal digits of a number of up to 128 bits, after a minus sign if it is negative.
  mutating func append(decimal number: some FixedWidthInteger) {
    // Most numbers are short, and the standard library writes those faster.
    if let short = Int(exactly: number) { append(decimal: short) } else { append(String(number)) }
  }
}
