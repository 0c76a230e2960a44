/// XXH64 as §1.7 of the specification states it, for archives made by hand.
///
/// It is independent of the code that it helps to test.
package enum SimpleXXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns the hash of some bytes.
  package static func hash(_ input: some Collection<UInt8>, seed: UInt64 = 0) -> UInt64 {
    let bytes = Array(input)
    var offset = 0
    // Loops over indices, since those over slices take most of the time of a debug build.
    func take(_ byteCount: Int) -> UInt64 {
      var word: UInt64 = 0
      var index = offset + byteCount
      offset = index
      while index > offset - byteCount {
        index -= 1
        word = word &<< 8 | UInt64(bytes[index])
      }
      return word
    }
    var hash = seed &+ prime5
    if bytes.count >= 32 {
      var (a, b) = (seed &+ prime1 &+ prime2, seed &+ prime2)
      var (c, d) = (seed, seed &- prime1)
      while bytes.count - offset >= 32 {
        a = round(a, take(8))
        b = round(b, take(8))
        c = round(c, take(8))
        d = round(d, take(8))
      }
      hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    }
    hash &+= UInt64(bytes.count)
    while bytes.count - offset >= 8 {
      hash = rotate(hash ^ round(0, take(8)), 27) &* prime1 &+ prime4
    }
    if bytes.count - offset >= 4 {
      hash = rotate(hash ^ (take(4) &* prime1), 23) &* prime2 &+ prime3
    }
    while offset < bytes.count {
      hash = rotate(hash ^ (take(1) &* prime5), 11) &* prime1
    }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  private static func round(_ accumulator: UInt64, _ lane: UInt64) -> UInt64 {
    rotate(accumulator &+ lane &* prime2, 31) &* prime1
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
  }
}
