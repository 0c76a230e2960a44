/// The checksum of archives, so that the ceiling pays for it too.
enum Checksum {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  /// XXH64 with the seed 0.
  // Safe: every load is within the count that the condition before it compares.
  static func xxh64(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let (p1, p2, p3, p4, p5) = primes
    let count = bytes.count
    var offset = 0
    var hash = p5
    if count >= 32 {
      var lanes = (p1 &+ p2, p2, 0 as UInt64, 0 &- p1)
      while offset &+ 32 <= count {
        lanes.0 = round(lanes.0, unsafe word(bytes, offset))
        lanes.1 = round(lanes.1, unsafe word(bytes, offset &+ 8))
        lanes.2 = round(lanes.2, unsafe word(bytes, offset &+ 16))
        lanes.3 = round(lanes.3, unsafe word(bytes, offset &+ 24))
        offset &+= 32
      }
      hash = turn(lanes.0, 1) &+ turn(lanes.1, 7) &+ turn(lanes.2, 12) &+ turn(lanes.3, 18)
      hash = (hash ^ round(0, lanes.0)) &* p1 &+ p4
      hash = (hash ^ round(0, lanes.1)) &* p1 &+ p4
      hash = (hash ^ round(0, lanes.2)) &* p1 &+ p4
      hash = (hash ^ round(0, lanes.3)) &* p1 &+ p4
    }
    hash &+= UInt64(count)
    while offset &+ 8 <= count {
      hash = turn(hash ^ round(0, unsafe word(bytes, offset)), 27) &* p1 &+ p4
      offset &+= 8
    }
    if offset &+ 4 <= count {
      let half = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      hash = turn(hash ^ UInt64(UInt32(littleEndian: half)) &* p1, 23) &* p2 &+ p3
      offset &+= 4
    }
    while offset < count {
      hash = turn(hash ^ UInt64(unsafe bytes[offset]) &* p5, 11) &* p1
      offset &+= 1
    }
    hash = (hash ^ hash >> 33) &* p2
    hash = (hash ^ hash >> 29) &* p3
    return hash ^ hash >> 32
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    // Safe: the caller has compared `offset + 8` with the count.
    UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    turn(lane &+ word &* primes.1, 31) &* primes.0
  }

  @inline(__always)
  private static func turn(_ word: UInt64, _ bitCount: UInt64) -> UInt64 {
    word &<< bitCount | word &>> (64 &- bitCount)
  }
}
