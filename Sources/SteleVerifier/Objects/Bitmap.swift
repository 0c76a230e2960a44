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
    let (word, bit) = Self.place(of: number)
    return words[word] & bit != 0
  }

  @inline(__always)
  mutating func insert(_ number: Int) {
    let (word, bit) = Self.place(of: number)
    words[word] |= bit
  }

  /// Adds all numbers of a range, of which there is at least one.
  mutating func insert(contentsOf numbers: ClosedRange<Int>) {
    let (first, last) = (numbers.lowerBound &>> 6, numbers.upperBound &>> 6)
    let lower = UInt64.max &<< UInt64(numbers.lowerBound & 63)
    let upper = UInt64.max &>> UInt64(63 - (numbers.upperBound & 63))
    guard first < last else {
      words[first] |= lower & upper
      return
    }
    words[first] |= lower
    for word in (first + 1)..<last { words[word] = .max }
    words[last] |= upper
  }

  /// The index of the word of a number, and its bit there.
  @inline(__always)
  static func place(of number: Int) -> (word: Int, bit: UInt64) {
    (number &>> 6, 1 &<< UInt64(truncatingIfNeeded: number & 63))
  }
}
