extension ByteCursor {
  /// The secret point at which the polynomial of a hash is evaluated, and another random number of the process.
  private static let secretPoint = UInt64.random(in: 1..<prime)
  private static let secretMask = UInt64.random(in: .min ... .max)
  /// A Mersenne prime, so that remainders need no division.
  private static let prime: UInt64 = (1 << 61) - 1

  /// Whether two ranges of indices have the same bytes.
  func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    var (index, other) = (left.lowerBound, right.lowerBound)
    while left.upperBound &- index >= 8 {
      guard view.loadWord(index) == view.loadWord(other) else { return false }
      index &+= 8
      other &+= 8
    }
    while index < left.upperBound {
      guard view.load(index) == view.load(other) else { return false }
      index &+= 1
      other &+= 1
    }
    return true
  }

  /// A hash of the bytes up to the end of the enclosing structure, as of ``keyedHash(_:)``.
  package var keyedHashOfRest: UInt64 { keyedHash(position..<end) }

  /// Returns a keyed hash of a range of indices, so that input cannot choose collisions.
  ///
  /// The bytes are the coefficients of a polynomial over a prime field, seven bytes each, and the hash is its value at a
  /// secret point: two ranges of *n* bytes have equal values at one in about 2^63 / *n* points. Spec §11.4.
  func keyedHash(_ range: Range<Int>) -> UInt64 {
    let point = Self.secretPoint
    var value = UInt64(truncatingIfNeeded: range.count) & Self.prime
    var index = range.lowerBound
    while range.upperBound &- index >= 8 {
      value = Self.next(value, view.loadWord(index) & 0x00FF_FFFF_FFFF_FFFF, point)
      index &+= 7
    }
    var last: UInt64 = 0
    while index < range.upperBound {
      last = last &<< 8 | UInt64(view.load(index))
      index &+= 1
    }
    value = Self.next(value, last, point) ^ Self.secretMask
    // Every bit of the value has to affect the lowest bits.
    value = (value ^ value &>> 32) &* 0x9E37_79B9_7F4A_7C15
    return value ^ value &>> 29
  }

  /// Returns the value of a polynomial with one more coefficient.
  @inline(__always)
  private static func next(_ value: UInt64, _ coefficient: UInt64, _ point: UInt64) -> UInt64 {
    let (high, low) = (value &+ coefficient).multipliedFullWidth(by: point)
    let sum = (low & prime) &+ (low &>> 61 | high &<< 3)
    return (sum & prime) &+ (sum &>> 61)
  }
}
