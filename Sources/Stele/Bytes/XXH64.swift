/// The checksum of chunks.
///
/// Spec §1.7.
package enum XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  // Safe: in both functions the pointer stays inside the closure.

  /// The checksum of a range of bytes.
  package static func hash(_ bytes: [UInt8], in range: Range<Int>, seed: UInt64 = 0) -> UInt64 {
    unsafe bytes[range].withUnsafeBytes { unsafe hash($0, seed: seed) }
  }

  /// The checksum of all bytes.
  package static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe hash($0, seed: seed) }
  }

  // Safe: every load is at `position` with `position + size <= bytes.count`, which the loop
  // conditions state; unaligned loads have no alignment to keep.
  static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let count = bytes.count
    var position = 0
    var hash: UInt64
    if count >= 32 {
      var a = seed &+ prime1 &+ prime2
      var b = seed &+ prime2
      var c = seed
      var d = seed &- prime1
      while position &+ 32 <= count {
        a = unsafe round(a, lane(bytes, position))
        b = unsafe round(b, lane(bytes, position &+ 8))
        c = unsafe round(c, lane(bytes, position &+ 16))
        d = unsafe round(d, lane(bytes, position &+ 24))
        position &+= 32
      }
      hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
      hash = seed &+ prime5
    }
    hash &+= UInt64(count)
    while position &+ 8 <= count {
      hash = unsafe rotate(hash ^ round(0, lane(bytes, position)), 27) &* prime1 &+ prime4
      position &+= 8
    }
    if position &+ 4 <= count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      hash = rotate(hash ^ (UInt64(UInt32(littleEndian: word)) &* prime1), 23) &* prime2 &+ prime3
      position &+= 4
    }
    while position < count {
      hash = unsafe rotate(hash ^ (UInt64(bytes[position]) &* prime5), 11) &* prime1
      position &+= 1
    }
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private static func lane(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt64 {
    // Safe: callers pass `position + 8 <= bytes.count`.
    UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ accumulator: UInt64, _ lane: UInt64) -> UInt64 {
    rotate(accumulator &+ lane &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
  }
}
