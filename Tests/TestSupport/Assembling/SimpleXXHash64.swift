/// XXH64 written down as §1.7 of the specification says it, for archives made by hand.
///
/// Slow, and independent of those that it helps to test.
package enum SimpleXXHash64 {
  private static let primes: [UInt64] = [
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
  ]

  /// The hash of some bytes.
  package static func hash(_ input: some Collection<UInt8>, seed: UInt64 = 0) -> UInt64 {
    let bytes = Array(input)
    let p = primes
    var rest = bytes[...]
    var hash = seed &+ p[4]
    if bytes.count >= 32 {
      var lanes = [seed &+ p[0] &+ p[1], seed &+ p[1], seed, seed &- p[0]]
      while rest.count >= 32 {
        for index in lanes.indices { lanes[index] = round(lanes[index], take(8, from: &rest)) }
      }
      hash = zip(lanes, [1, 7, 12, 18]).reduce(0) { $0 &+ rotate($1.0, $1.1) }
      for lane in lanes { hash = (hash ^ round(0, lane)) &* p[0] &+ p[3] }
    }
    hash &+= UInt64(bytes.count)
    while rest.count >= 8 {
      hash = rotate(hash ^ round(0, take(8, from: &rest)), 27) &* p[0] &+ p[3]
    }
    if rest.count >= 4 {
      hash = rotate(hash ^ (take(4, from: &rest) &* p[0]), 23) &* p[1] &+ p[2]
    }
    while !rest.isEmpty {
      hash = rotate(hash ^ (take(1, from: &rest) &* p[4]), 11) &* p[0]
    }
    hash = (hash ^ (hash >> 33)) &* p[1]
    hash = (hash ^ (hash >> 29)) &* p[2]
    return hash ^ (hash >> 32)
  }

  private static func take(_ byteCount: Int, from rest: inout ArraySlice<UInt8>) -> UInt64 {
    defer { rest = rest.dropFirst(byteCount) }
    return rest.prefix(byteCount).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func round(_ accumulator: UInt64, _ lane: UInt64) -> UInt64 {
    rotate(accumulator &+ lane &* primes[1], 31) &* primes[0]
  }

  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}
