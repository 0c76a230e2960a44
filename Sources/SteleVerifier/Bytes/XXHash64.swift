/// XXH64, as specified in §1.7.
enum XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>, seed: UInt64) -> UInt64 {
    let range = range.clamped(to: 0..<bytes.count)
    var offset = range.lowerBound
    let end = range.upperBound
    var hash: UInt64
    if range.count >= 32 {
      var a = seed &+ prime1 &+ prime2
      var b = seed &+ prime2
      var c = seed
      var d = seed &- prime1
      // Safe: `0 <= offset` and `offset + 32 <= end <= bytes.count` in each turn, which the clamping and the condition say.
      let words = unsafe bytes.bytes
      while end &- offset >= 32 {
        a = round(a, unsafe lane(words, offset))
        b = round(b, unsafe lane(words, offset &+ 8))
        c = round(c, unsafe lane(words, offset &+ 16))
        d = round(d, unsafe lane(words, offset &+ 24))
        offset &+= 32
      }
      hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      hash = merge(hash, a)
      hash = merge(hash, b)
      hash = merge(hash, c)
      hash = merge(hash, d)
    } else {
      hash = seed &+ prime5
    }
    hash &+= UInt64(range.count)
    while end - offset >= 8 {
      hash = rotate(hash ^ round(0, bytes.word(at: offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if end - offset >= 4 {
      hash = rotate(hash ^ (UInt64(bytes.halfWord(at: offset)) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < end {
      hash = rotate(hash ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
      offset += 1
    }
    hash = (hash ^ (hash &>> 33)) &* prime2
    hash = (hash ^ (hash &>> 29)) &* prime3
    return hash ^ (hash &>> 32)
  }

  /// The 8 bytes at an offset, which must be there.
  @inline(__always)
  @unsafe private static func lane(_ bytes: RawSpan, _ offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
  }

  @inline(__always)
  private static func round(_ accumulator: UInt64, _ lane: UInt64) -> UInt64 {
    rotate(accumulator &+ lane &* prime2, 31) &* prime1
  }

  private static func merge(_ hash: UInt64, _ accumulator: UInt64) -> UInt64 {
    (hash ^ round(0, accumulator)) &* prime1 &+ prime4
  }
}
