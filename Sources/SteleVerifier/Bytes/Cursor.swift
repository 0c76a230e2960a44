internal import Stele

/// A position in a part of the archive and the end of the structure that encloses it.
///
/// The bytes of the part, mostly the payload of a chunk, are not stored but passed to each function.
struct Cursor {
  /// The position, in bytes from the start of the part, of the next byte.
  var offset: Int
  /// The end of the enclosing structure.
  var end: Int

  init(_ range: Range<Int>) {
    offset = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end &- offset }

  /// Takes one byte.
  ///
  /// Rule P1.
  @inline(__always)
  mutating func readByte(_ bytes: Span<UInt8>) throws(Defect) -> UInt8 {
    guard offset < end else { throw Defect(.truncated, offset) }
    let byte = bytes[offset]
    offset &+= 1
    return byte
  }

  /// Passes over a field of a fixed size.
  ///
  /// Rule P1.
  @inline(__always)
  mutating func skip(_ byteCount: Int) throws(Defect) {
    guard remaining >= byteCount else { throw Defect(.truncated, offset) }
    offset &+= byteCount
  }

  /// Takes a varint of width 63: a count, a length or a number.
  ///
  /// Rules P1, P3, P4.
  @inline(__always)
  mutating func readNumber(_ bytes: Span<UInt8>) throws(Defect) -> Int {
    if offset < end {
      let byte = bytes[offset]
      if byte < 0x80 {
        offset &+= 1
        return Int(byte)
      }
    }
    if let value = readMediumVarint(bytes) { return Int(saturating: value) }
    let (value, next) = try longVarint(bytes, width: 63)
    offset = next
    return Int(saturating: value)
  }

  /// Takes a varint of width 31: a version.
  ///
  /// Rules P1, P3, P4.
  @inline(__always)
  mutating func readShortNumber(_ bytes: Span<UInt8>) throws(Defect) -> Int {
    Int(saturating: try readVarint(bytes, width: 31))
  }

  /// Takes a varint; of a width above 64 the low bits.
  ///
  /// Spec §1.4, rules P1, P3, P4.
  @inline(__always)
  mutating func readVarint(_ bytes: Span<UInt8>, width: Int) throws(Defect) -> UInt64 {
    if offset < end {
      let byte = bytes[offset]
      if byte < 0x80 {
        offset &+= 1
        return UInt64(byte)
      }
    }
    let start = offset
    if let value = readMediumVarint(bytes) {
      if width >= 64 || value &>> UInt64(truncatingIfNeeded: width) == 0 { return value }
      offset = start
    }
    let (value, next) = try longVarint(bytes, width: width)
    offset = next
    return value
  }

  /// Takes a valid varint of at most 56 bits if the part has 8 bytes from here on, be it beyond the end; else nothing.
  @inline(__always)
  private mutating func readMediumVarint(_ bytes: Span<UInt8>) -> UInt64? {
    guard bytes.count &- offset >= 8 else { return nil }
    let word = bytes.word(at: offset)
    let ends = ~word & 0x8080_8080_8080_8080
    guard ends != 0 else { return nil }
    let lastBit = UInt64(truncatingIfNeeded: ends.trailingZeroBitCount)
    // All groups up to the first byte without the high bit, side by side.
    var value = word & (ends ^ (ends &- 1)) & 0x7F7F_7F7F_7F7F_7F7F
    guard value &>> (lastBit &- 7) != 0 else { return nil }
    value = value & 0x007F_007F_007F_007F | (value & 0x7F00_7F00_7F00_7F00) &>> 1
    value = value & 0x0000_3FFF_0000_3FFF | (value & 0x3FFF_0000_3FFF_0000) &>> 2
    value = value & 0x0000_0000_0FFF_FFFF | (value & 0x0FFF_FFFF_0000_0000) &>> 4
    let next = offset &+ Int(truncatingIfNeeded: (lastBit &+ 1) &>> 3)
    guard next <= end else { return nil }
    offset = next
    return value
  }

  /// A varint of any length, and the offset after it.
  ///
  /// It does not move the cursor itself: a cursor whose address a call gets cannot be kept in registers.
  @inline(never)
  private func longVarint(
    _ bytes: Span<UInt8>, width: Int
  ) throws(Defect) -> (value: UInt64, next: Int) {
    let start = offset
    let lastIndex = (width &- 1) / 7
    let lastBitCount = width &- 7 &* lastIndex
    var value: UInt64 = 0
    var index = 0
    var position = start
    while true {
      guard position < end else { throw Defect(.truncated, start) }
      let byte = bytes[position]
      // The last group that fits: neither a bit beyond the width nor a further byte.
      if index == lastIndex, byte >> lastBitCount != 0 { throw Defect(.integerTooLarge, start) }
      if index < 10 { value |= UInt64(byte & 0x7F) &<< (7 &* UInt64(truncatingIfNeeded: index)) }
      position &+= 1
      if byte < 0x80 {
        guard byte != 0 || index == 0 else { throw Defect(.integerNotShortest, start) }
        return (value, position)
      }
      index &+= 1
    }
  }

  /// Takes a count or a length in bytes.
  ///
  /// Rule P5.
  @inline(__always)
  mutating func readCount(_ bytes: Span<UInt8>) throws(Defect) -> Int {
    let start = offset
    let count = try readNumber(bytes)
    guard count <= remaining else { throw Defect(.countTooLarge, start) }
    return count
  }

  /// Takes a string and returns where its UTF-8 stands.
  ///
  /// Spec §1.6, rule P6.
  @inline(__always)
  mutating func readString(_ bytes: Span<UInt8>) throws(Defect) -> Range<Int> {
    let byteCount = try readCount(bytes)
    let range = offset..<(offset &+ byteCount)
    if let malformed = UTF8Check.firstMalformedByte(bytes, range) {
      throw Defect(.malformedString, malformed)
    }
    offset = range.upperBound
    return range
  }

  /// Ends the structure.
  ///
  /// Rule P2.
  func finish() throws(Defect) {
    guard offset == end else { throw Defect(.trailingBytes, offset) }
  }
}
