/// Integers of variable length: seven bits in each byte, the lowest first; the high bit is set in all bytes but the last.
///
/// All readers and writers of this module use it.
///
/// Spec §1.4.
package enum Varint {
  // MARK: Writing

  /// Passes the bytes of an integer to a closure, in their order.
  @inlinable @_transparent
  package static func encode<Integer: FixedWidthInteger & UnsignedInteger>(
    _ value: Integer, _ write: (UInt8) -> Void
  ) {
    var rest = value
    while rest >= 0x80 {
      write(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    write(UInt8(truncatingIfNeeded: rest))
  }

  /// Returns the number of bytes of an integer.
  static func byteCount(of value: UInt64) -> Int {
    max(1, (UInt64.bitWidth - value.leadingZeroBitCount + 6) / 7)
  }

  // MARK: Reading

  /// An integer and the number of its bytes, which is 0 if there is no valid integer.
  typealias Decoded = (value: UInt64, byteCount: Int)

  /// Decodes the integer of one or two bytes at the start of a word.
  @_transparent
  static func decodeShort(_ word: UInt64) -> Decoded {
    if word & 0x80 == 0 { return (word & 0x7F, 1) }
    if word & 0x8000 == 0, word & 0x7F00 != 0 {
      return (word & 0x7F | word &>> 1 & 0x3F80, 2)
    }
    return (0, 0)
  }

  /// Decodes the integer of two to eight bytes at the start of a word.
  @_transparent
  static func decodeLong(_ word: UInt64) -> Decoded {
    let stops = ~word & 0x8080_8080_8080_8080
    guard stops != 0 else { return (0, 0) }
    let lastBit = UInt64(truncatingIfNeeded: stops.trailingZeroBitCount)
    // All groups up to the first byte without the high bit, side by side.
    var value = word & (stops ^ (stops &- 1)) & 0x7F7F_7F7F_7F7F_7F7F
    guard value &>> (lastBit &- 7) != 0 else { return (0, 0) }
    value = (value & 0x007F_007F_007F_007F) | (value & 0x7F00_7F00_7F00_7F00) &>> 1
    value = (value & 0x0000_3FFF_0000_3FFF) | (value & 0x3FFF_0000_3FFF_0000) &>> 2
    value = (value & 0x0FFF_FFFF) | (value & 0x0FFF_FFFF_0000_0000) &>> 4
    return (value, Int(truncatingIfNeeded: (lastBit &+ 1) &>> 3))
  }

  /// Reads an integer of any length byte by byte.
  ///
  /// - Parameters:
  ///   - width: The number of bits, at most 128.
  ///   - offset: The offset in the archive, for errors.
  ///   - nextByte: Returns the next byte, or nil at the end of the structure.
  /// - Returns: The integer.
  /// - Throws: Rules P1, P4, P3.
  @_transparent
  static func decode(
    width: Int, at offset: Int, _ nextByte: () -> UInt8?
  ) throws(ArchiveError) -> UInt128 {
    var value: UInt128 = 0
    var shift = 0
    while true {
      guard let byte = nextByte() else { throw ArchiveError(.truncated, at: offset) }
      let group = UInt128(byte & 0x7F)
      let room = width - shift
      if room < 7, group >> UInt128(room) != 0 { throw ArchiveError(.integerTooLarge, at: offset) }
      value |= group << UInt128(shift)
      shift += 7
      if byte & 0x80 == 0 {
        if byte == 0, shift > 7 { throw ArchiveError(.integerNotShortest, at: offset) }
        return value
      }
      if shift >= width { throw ArchiveError(.integerTooLarge, at: offset) }
    }
  }
}

extension SignedInteger where Self: FixedWidthInteger {
  /// Makes the integer of a zig-zag varint: 0, -1, 1, -2, and so on.
  @_transparent
  init<Source: FixedWidthInteger & UnsignedInteger>(zigzag source: Source) {
    self = Self(truncatingIfNeeded: source >> 1) ^ -Self(truncatingIfNeeded: source & 1)
  }

  /// The integer in zig-zag form.
  @_transparent
  var zigzag: Magnitude {
    Magnitude(truncatingIfNeeded: (self << 1) ^ (self >> (Self.bitWidth - 1)))
  }
}

extension FixedWidthInteger {
  /// Makes a native integer of a number of the format, which has at most 63 bits.
  ///
  /// A number that a narrower integer cannot hold becomes the largest integer. No count, length or offset in memory is as
  /// large, so each comparison with one has the same result as in 64 bits. Versions and the lengths of
  /// records have 31 bits, and always fit.
  ///
  /// Spec §1.4.
  @_transparent
  package init(number: UInt64) {
    self = Self.bitWidth >= 64 ? Self(truncatingIfNeeded: number) : Self(clamping: number)
  }
}
