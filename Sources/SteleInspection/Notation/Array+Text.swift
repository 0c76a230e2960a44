extension [UInt8] {
  package mutating func append(_ text: String) {
    append(contentsOf: text.utf8)
  }

  /// Appends the decimal digits of a number, after a minus sign if it is negative.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var (low, high) = (count, count - 1)
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      high += 1
    } while rest > 0
    // The digits are in reverse order here.
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  /// Appends the decimal digits of a number of up to 128 bits.
  package mutating func append(decimal number: UInt128) {
    if let short = Int(exactly: number) { append(decimal: short) } else { append("\(number)") }
  }

  /// Appends the decimal digits of a number of up to 128 bits, after a minus sign if it is negative.
  package mutating func append(decimal number: Int128) {
    if let short = Int(exactly: number) { append(decimal: short) } else { append("\(number)") }
  }
}
