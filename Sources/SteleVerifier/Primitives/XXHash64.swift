/// XXH64, the only checksum of the format, of bytes that may come in pieces.
///
/// Constants, variables and steps are those of spec §1.7.
struct XXHash64 {
  private static let A: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let B: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let C: UInt64 = 0x1656_67B1_9E37_79F9
  private static let D: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let E: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The number of bytes of a block.
  static let blockByteCount = 32

  private let seed: UInt64
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64
  private var byteCount = 0

  init(seed: UInt64) {
    self.seed = seed
    (a, b, c, d) = (seed &+ Self.A &+ Self.B, seed &+ Self.B, seed, seed &- Self.A)
  }

  static func hash(_ bytes: ArraySlice<UInt8>, seed: UInt64) -> UInt64 {
    var hash = XXHash64(seed: seed)
    return hash.finish(bytes)
  }

  /// Adds a piece of whole blocks: step 1.
  mutating func add(_ piece: ArraySlice<UInt8>) {
    let bytes = piece.span
    var (a, b, c, d) = (a, b, c, d)
    var offset = 0
    while bytes.count &- offset >= Self.blockByteCount {
      // Within a block the compiler knows the bounds.
      let block = bytes.extracting(offset..<(offset &+ Self.blockByteCount))
      a = Self.round(a, block.u64(at: 0))
      b = Self.round(b, block.u64(at: 8))
      c = Self.round(c, block.u64(at: 16))
      d = Self.round(d, block.u64(at: 24))
      offset &+= Self.blockByteCount
    }
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    byteCount += offset
  }

  /// Adds the last piece, and returns the hash of all: steps 1 to 4.
  mutating func finish(_ piece: ArraySlice<UInt8>) -> UInt64 {
    add(piece)
    var h: UInt64
    if byteCount > 0 {
      h = Self.rotl(a, 1) &+ Self.rotl(b, 7) &+ Self.rotl(c, 12) &+ Self.rotl(d, 18)
      for x in [a, b, c, d] { h = (h ^ Self.round(0, x)) &* Self.A &+ Self.D }
    } else {
      h = seed &+ Self.E
    }
    let tail = piece.suffix(piece.count % Self.blockByteCount)
    let bytes = tail.span
    h &+= UInt64(byteCount + tail.count)
    var offset = 0
    while bytes.count - offset >= 8 {
      h = Self.rotl(h ^ Self.round(0, bytes.u64(at: offset)), 27) &* Self.A &+ Self.D
      offset += 8
    }
    if bytes.count - offset >= 4 {
      h = Self.rotl(h ^ UInt64(bytes.u32(at: offset)) &* Self.A, 23) &* Self.B &+ Self.C
      offset += 4
    }
    while offset < bytes.count {
      h = Self.rotl(h ^ UInt64(bytes[offset]) &* Self.E, 11) &* Self.A
      offset += 1
    }
    h = (h ^ (h &>> 33)) &* Self.B
    h = (h ^ (h &>> 29)) &* Self.C
    return h ^ (h &>> 32)
  }

  @inline(__always)
  private static func rotl(_ x: UInt64, _ n: UInt64) -> UInt64 { x &<< n | x &>> (64 &- n) }

  @inline(__always)
  private static func round(_ acc: UInt64, _ lane: UInt64) -> UInt64 {
    rotl(acc &+ lane &* B, 31) &* A
  }
}
