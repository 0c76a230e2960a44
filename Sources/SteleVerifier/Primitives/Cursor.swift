internal import Stele

/// A broken rule and the offset that its finding names.
struct Defect: Error {
  let rule: ArchiveRule
  let offset: Int

  init(_ rule: ArchiveRule, _ offset: Int) {
    self.rule = rule
    self.offset = offset
  }
}

/// A position that moves through one enclosing structure.
///
/// Spec §1.3.
struct Cursor {
  let part: Part
  /// The offset of the next byte, from the start of the archive.
  var offset: Int
  /// The end of the enclosing structure.
  var end: Int

  init(_ part: Part, _ range: Range<Int>) {
    self.part = part
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The number of bytes that remain in the enclosing structure.
  var remaining: Int { end &- offset }

  /// Reads one byte: P1.
  @inline(__always)
  mutating func readByte() throws(Defect) -> UInt8 {
    guard offset < end else { throw Defect(.truncated, offset) }
    let byte = part[offset]
    offset &+= 1
    return byte
  }

  /// Skips a field of a fixed size: P1.
  @inline(__always)
  mutating func skip(_ byteCount: Int) throws(Defect) {
    guard byteCount <= remaining else { throw Defect(.truncated, offset) }
    offset &+= byteCount
  }

  /// Reads a varint of a width in bits, which is at most that of the result (§1.4): P1, P3, P4.
  @inline(__always)
  mutating func readVarint<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type = UInt64.self, width: Int
  ) throws(Defect) -> Value {
    // Most take one byte, which is the integer itself.
    if offset < end, part[offset] < 0x80 { return Value(try readByte()) }
    return try readGroups(width: width)
  }

  /// Returns a valid varint of at most 8 bytes and the offset after it, if the part has 8 bytes from here on.
  @inline(__always)
  private func shortGroups() -> (value: UInt64, next: Int)? {
    guard let word = part.word(at: offset) else { return nil }
    // The high bit of the last byte is the first one that is 0.
    let lastBit = (~word & 0x8080_8080_8080_8080).trailingZeroBitCount
    let next = offset &+ (lastBit &+ 1) / 8
    guard lastBit < 64, next <= end else { return nil }
    var value = word & 0x7F7F_7F7F_7F7F_7F7F & UInt64.max &>> UInt64(63 &- lastBit)
    guard value &>> UInt64(lastBit &- 7) != 0 else { return nil }
    // Groups of 7 bits become groups of 14, 28 and 56.
    value = value & 0x007F_007F_007F_007F | (value & 0x7F00_7F00_7F00_7F00) &>> 1
    value = value & 0x0000_3FFF_0000_3FFF | (value & 0x3FFF_0000_3FFF_0000) &>> 2
    value = value & 0x0FFF_FFFF | (value & 0x0FFF_FFFF_0000_0000) &>> 4
    return (value, next)
  }

  /// Reads a varint of several bytes; of two defects the first counts.
  private mutating func readGroups<Value: FixedWidthInteger & UnsignedInteger>(
    width: Int
  ) throws(Defect) -> Value {
    if let (value, next) = shortGroups(), width >= 56 || value >> UInt64(width) == 0 {
      offset = next
      return Value(value)
    }
    let start = offset
    var value: Value = 0
    // The position of the lowest bit of the group.
    var position = 0
    while true {
      guard offset < end else { throw Defect(.truncated, start) }
      let byte = part[offset]
      offset &+= 1
      let isLast = byte < 0x80
      // A bit at position `width` or above, or the announcement of a byte that could only hold such bits.
      let group = Value(truncatingIfNeeded: byte & 0x7F)
      if width &- position <= 7, !isLast || group >> Value(width &- position) != 0 {
        throw Defect(.integerTooLarge, start)
      }
      value |= group &<< Value(truncatingIfNeeded: position)
      if isLast {
        guard byte != 0 || position == 0 else { throw Defect(.integerNotShortest, start) }
        return value
      }
      position &+= 7
    }
  }

  /// Reads the number of a name, entry, object, slot or case (§1.4).
  ///
  /// A number above the largest native integer exceeds every count of things in memory just as that integer does.
  @inline(__always)
  mutating func readNumber() throws(Defect) -> Int { Int(clamping: try readVarint(width: 63)) }

  /// Reads a version (§1.4).
  mutating func readVersion() throws(Defect) -> Int { Int(clamping: try readVarint(width: 31)) }

  /// Reads a count, or a length in bytes, of parts that take at least some bytes each (§1.5): P5.
  @inline(__always)
  mutating func readCount(ofSize size: Int = 1) throws(Defect) -> Int {
    let start = offset
    let count = try readNumber()
    guard count <= remaining / size else { throw Defect(.countTooLarge, start) }
    return count
  }

  /// Reads a string, and returns the range of its UTF-8 (§1.6): P5, P6.
  @inline(__always)
  mutating func readString() throws(Defect) -> Range<Int> {
    let byteCount = try readCount()
    let text = offset..<(offset &+ byteCount)
    if let malformed = firstMalformedByte(text) { throw Defect(.malformedString, malformed) }
    offset = text.upperBound
    return text
  }

  /// Ends the enclosing structure (§1.3): P2.
  func finish() throws(Defect) {
    guard offset == end else { throw Defect(.trailingBytes, offset) }
  }
}
