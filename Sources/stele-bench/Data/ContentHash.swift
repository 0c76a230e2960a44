/// A hash of all data that is added, in its order.
///
/// Programs in other languages that make the same data get the same hash.
struct ContentHash {
  private(set) var value: UInt64 = 0

  mutating func combine(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }

  mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

  mutating func combine(_ flag: Bool) { combine(flag ? 1 as UInt64 : 0) }

  mutating func combine(_ number: Double) { combine(number.bitPattern) }

  mutating func combine(_ number: Float) { combine(UInt64(number.bitPattern)) }

  /// Adds the number of bytes, and then the bytes, eight in a word.
  mutating func combine(_ text: String) {
    combine(text.utf8.count)
    var word: UInt64 = 0
    var bitCount: UInt64 = 0
    for byte in text.utf8 {
      word |= UInt64(byte) << bitCount
      bitCount += 8
      if bitCount == 64 {
        combine(word)
        word = 0
        bitCount = 0
      }
    }
    if bitCount > 0 { combine(word) }
  }

  mutating func combine(_ text: String?) {
    guard let text else { return combine(0xFFFF as UInt64) }
    combine(text)
  }
}
