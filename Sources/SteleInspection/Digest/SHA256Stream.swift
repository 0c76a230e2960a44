/// The hash function SHA-256 over bytes that arrive in pieces.
///
/// The library has its own implementation because it has no dependencies.
///
/// FIPS 180-4.
package struct SHA256Stream: Sendable {
  private static let blockByteCount = 64

  private var state: SIMD8<UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  /// The bytes after the last whole block, fewer than a block.
  private var rest: [UInt8] = []
  /// The number of all bytes; the hash contains it modulo 2^61.
  private var byteCount: UInt64 = 0
  /// The message schedule of a block.
  private var schedule = [UInt32](repeating: 0, count: 64)

  package init() {}

  package mutating func update(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    rest += bytes
    let end = rest.count - rest.count % Self.blockByteCount
    for start in stride(from: 0, to: end, by: Self.blockByteCount) { compress(rest, at: start) }
    rest.removeFirst(end)
  }

  /// Ends the message.
  ///
  /// - Returns: The hash; the first word contains its first four bytes, most significant byte first.
  package consuming func finish() -> SIMD8<UInt32> {
    let bitCount = byteCount &<< 3
    rest.append(0x80)
    let padding = (Self.blockByteCount * 2 - 8 - rest.count) % Self.blockByteCount
    rest += repeatElement(0, count: padding)
    rest += (0..<8).map { UInt8(truncatingIfNeeded: bitCount &>> (56 - 8 * $0)) }
    for start in stride(from: 0, to: rest.count, by: Self.blockByteCount) {
      compress(rest, at: start)
    }
    return state
  }

  /// Adds the block that begins at an index.
  private mutating func compress(_ bytes: [UInt8], at start: Int) {
    for index in 0..<16 {
      let first = start &+ 4 &* index
      schedule[index] =
        UInt32(bytes[first]) &<< 24 | UInt32(bytes[first &+ 1]) &<< 16
        | UInt32(bytes[first &+ 2]) &<< 8 | UInt32(bytes[first &+ 3])
    }
    for index in 16..<64 {
      let (low, high) = (schedule[index &- 15], schedule[index &- 2])
      let lowMix = Self.rotate(low, 7) ^ Self.rotate(low, 18) ^ low &>> 3
      let highMix = Self.rotate(high, 17) ^ Self.rotate(high, 19) ^ high &>> 10
      schedule[index] = schedule[index &- 16] &+ lowMix &+ schedule[index &- 7] &+ highMix
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    let constants = Self.constants
    for index in 0..<64 {
      let eMix = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ eMix &+ choice &+ constants[index] &+ schedule[index]
      let aMix = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ aMix &+ majority)
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
