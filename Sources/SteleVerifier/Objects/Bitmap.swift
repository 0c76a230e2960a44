/// A set of small numbers, one bit each.
struct Bitmap {
  /// The bits, those of the numbers below 64 in the first word.
  private(set) var words: ContiguousArray<UInt64>

  /// Makes an empty set of numbers below a limit.
  init(below limit: Int) {
    words = ContiguousArray(repeating: 0, count: (limit + 63) / 64)
  }

  /// The number of members.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  @inline(__always)
  func contains(_ number: Int) -> Bool {
    words[number &>> 6] &>> UInt64(truncatingIfNeeded: number & 63) & 1 == 1
  }

  @inline(__always)
  mutating func insert(_ number: Int) {
    words[number &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: number & 63)
  }

  /// Adds several numbers, without asking for each whether the storage is shared.
  mutating func insert(contentsOf numbers: Span<Int>) {
    var words = words.mutableSpan
    for index in numbers.indices {
      let number = numbers[index]
      words[number &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: number & 63)
    }
  }

  /// The numbers of the bits of a word of a set.
  static func numbers(in word: UInt64, at index: Int) -> [Int] {
    var rest = word
    var numbers: [Int] = []
    while rest != 0 {
      numbers.append(index * 64 + rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return numbers
  }
}
