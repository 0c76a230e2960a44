/// XXH64, as specified in §1.7.
struct XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The number of bytes that are added together.
  static let stripeByteCount = 32

  private let seed: UInt64
  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var byteCount = 0

  /// Begins a hash of bytes that come in pieces.
  init(seed: UInt64) {
    self.seed = seed
    lanes = (
      seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1
    )
  }

  static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>, seed: UInt64) -> UInt64 {
    var hash = XXHash64(seed: seed)
    return hash.finish(bytes, range)
  }

  /// Adds the stripes in a piece, and returns the offset of their end; only the last piece may have bytes after them.
  @discardableResult
  mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    let range = range.clamped(to: 0..<bytes.count)
    var offset = range.lowerBound
    let end = range.upperBound
    var (a, b, c, d) = lanes
    while end &- offset >= Self.stripeByteCount {
      // Bounds are checked here; within a stripe they are known to the compiler.
      let stripe = bytes.extracting(offset..<(offset &+ Self.stripeByteCount))
      a = Self.round(a, stripe.word(at: 0))
      b = Self.round(b, stripe.word(at: 8))
      c = Self.round(c, stripe.word(at: 16))
      d = Self.round(d, stripe.word(at: 24))
      offset &+= Self.stripeByteCount
    }
    lanes = (a, b, c, d)
    byteCount += offset - range.lowerBound
    return offset
  }

  /// Adds the last piece, and returns the hash of all.
  mutating func finish(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var offset = add(bytes, range)
    let end = max(offset, min(range.upperBound, bytes.count))
    var hash: UInt64
    if byteCount > 0 {
      let (a, b, c, d) = lanes
      hash =
        Self.rotate(a, 1) &+ Self.rotate(b, 7) &+ Self.rotate(c, 12) &+ Self.rotate(d, 18)
      hash = Self.merge(hash, a)
      hash = Self.merge(hash, b)
      hash = Self.merge(hash, c)
      hash = Self.merge(hash, d)
    } else {
      hash = seed &+ Self.prime5
    }
    hash &+= UInt64(byteCount + end - offset)
    while end - offset >= 8 {
      let word = Self.round(0, bytes.word(at: offset))
      hash = Self.rotate(hash ^ word, 27) &* Self.prime1 &+ Self.prime4
      offset += 8
    }
    if end - offset >= 4 {
      let word = UInt64(bytes.halfWord(at: offset)) &* Self.prime1
      hash = Self.rotate(hash ^ word, 23) &* Self.prime2 &+ Self.prime3
      offset += 4
    }
    while offset < end {
      hash = Self.rotate(hash ^ (UInt64(bytes[offset]) &* Self.prime5), 11) &* Self.prime1
      offset += 1
    }
    hash = (hash ^ (hash &>> 33)) &* Self.prime2
    hash = (hash ^ (hash &>> 29)) &* Self.prime3
    return hash ^ (hash &>> 32)
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
