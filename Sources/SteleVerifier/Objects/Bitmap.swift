/// A set of small numbers, one bit each.
struct Bitmap {
  /// The bits, those of the numbers below 64 in the first word.
  var words: [UInt64]

  /// Makes an empty set of numbers below a limit.
  init(below limit: Int) {
    words = Array(repeating: 0, count: (limit + 63) / 64)
  }

  /// The number of members.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  @inline(__always)
  func contains(_ number: Int) -> Bool {
    words[number &>> 6] & (1 &<< UInt64(number & 63)) != 0
  }

  @inline(__always)
  mutating func insert(_ number: Int) {
    words[number &>> 6] |= 1 &<< UInt64(number & 63)
  }
}
