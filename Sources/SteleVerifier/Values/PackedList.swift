/// The elements of a packed list.
///
/// Spec §3.5.
enum PackedList {
  /// The offset of the first bool that is neither 00 nor 01 (V1).
  static func firstInvalidBool(_ bytes: Span<UInt8>, _ elements: Range<Int>) -> Int? {
    var offset = elements.lowerBound
    while elements.upperBound - offset >= 8, bytes.word(at: offset) & 0xFEFE_FEFE_FEFE_FEFE == 0 {
      offset &+= 8
    }
    while offset < elements.upperBound {
      guard bytes[offset] < 2 else { return offset }
      offset &+= 1
    }
    return nil
  }

  /// Whether some integer needs a width of 2 bytes or more (V4).
  static func needs(
    width: Int, isSigned: Bool, _ bytes: Span<UInt8>, _ elements: Range<Int>
  ) -> Bool {
    var offset = elements.lowerBound
    while offset < elements.upperBound {
      if needs(width, isSigned, bytes, offset) { return true }
      offset &+= width
    }
    return false
  }

  /// Whether the upper half of an integer is more than a repetition of the sign of the lower half.
  @inline(__always)
  private static func needs(
    _ width: Int, _ isSigned: Bool, _ bytes: Span<UInt8>, _ offset: Int
  ) -> Bool {
    switch width {
    case 2:
      let low = bytes[offset]
      let sign: UInt8 = isSigned && low >= 0x80 ? 0xFF : 0
      return bytes[offset &+ 1] != sign
    case 4:
      let value = bytes.halfWord(at: offset)
      guard isSigned else { return value &>> 16 != 0 }
      return Int32(bitPattern: value) != Int32(Int16(truncatingIfNeeded: value))
    case 8:
      let value = bytes.word(at: offset)
      guard isSigned else { return value &>> 32 != 0 }
      return Int64(bitPattern: value) != Int64(Int32(truncatingIfNeeded: value))
    default:
      let low = bytes.word(at: offset)
      let sign: UInt64 = isSigned && low &>> 63 == 1 ? .max : 0
      return bytes.word(at: offset &+ 8) != sign
    }
  }
}
