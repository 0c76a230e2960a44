/// A position in a run of bytes, which moves as fields are read.
///
/// Every bounds check of the format is in ``take(_:)``. Offsets are absolute, counted from the start
/// of the archive, also when only a part of it is in memory.
///
/// Spec §1.3 to §1.6.
package struct ByteReader: Sendable {
  private let bytes: [UInt8]
  /// The offset in the archive of `bytes[0]`.
  private let origin: Int
  /// The index in `bytes` of the next byte.
  private var position: Int
  /// The index in `bytes` behind the last byte of the enclosing structure.
  private var end: Int

  /// Makes a reader of a part of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, of which the first is at `origin` in the archive.
  ///   - origin: The offset in the archive of the first of the bytes.
  ///   - range: The part to read, in offsets of the archive. It is clamped to the bytes.
  package init(_ bytes: [UInt8], origin: Int = 0, range: Range<Int>) {
    self.bytes = bytes
    self.origin = origin
    let all = origin..<(origin + bytes.count)
    let clamped = range.clamped(to: all)
    self.position = clamped.lowerBound - origin
    self.end = clamped.upperBound - origin
  }

  /// Makes a reader of all of some bytes, the first being byte 0 of the archive.
  package init(_ bytes: [UInt8]) {
    self.init(bytes, range: 0..<bytes.count)
  }

  /// The offset in the archive of the next byte.
  package var offset: Int { origin + position }

  /// The offset in the archive behind the last byte.
  package var endOffset: Int { origin + end }

  /// The number of bytes up to the end of the enclosing structure.
  package var remaining: Int { end - position }

  /// Moves over bytes of one field, and gives their indices in `bytes`.
  private mutating func take(_ byteCount: Int) throws(ArchiveError) -> Range<Int> {
    guard byteCount >= 0, byteCount <= end - position else {
      throw ArchiveError(.truncated, at: offset)
    }
    let start = position
    position += byteCount
    return start..<position
  }

  /// Reads one byte.
  package mutating func readByte() throws(ArchiveError) -> UInt8 {
    bytes[try take(1).lowerBound]
  }

  /// Gives the next byte and stays where it is.
  package func peekByte() throws(ArchiveError) -> UInt8 {
    guard position < end else { throw ArchiveError(.truncated, at: offset) }
    return bytes[position]
  }

  /// Reads bytes as they are.
  package mutating func readBytes(_ byteCount: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
    bytes[try take(byteCount)]
  }

  /// Gives bytes that have been read, by their offsets in the archive.
  package func bytes(in range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(range.lowerBound - origin)..<(range.upperBound - origin)]
  }

  /// Moves over bytes.
  package mutating func skip(_ byteCount: Int) throws(ArchiveError) {
    _ = try take(byteCount)
  }

  /// Moves to a place that was read before, or is known to be there.
  package mutating func move(to offset: Int) throws(ArchiveError) {
    guard offset >= origin, offset <= endOffset else {
      throw ArchiveError(.truncated, at: self.offset)
    }
    position = offset - origin
  }

  /// Gives the byte at an offset that was read before, and stays where it is.
  package func byte(at offset: Int) throws(ArchiveError) -> UInt8 {
    guard offset >= origin, offset < endOffset else {
      throw ArchiveError(.truncated, at: self.offset)
    }
    return bytes[offset - origin]
  }

  /// Takes bytes as a structure of their own, and moves over them.
  package mutating func readSlice(_ byteCount: Int) throws(ArchiveError) -> ByteReader {
    let range = try take(byteCount)
    var slice = self
    slice.position = range.lowerBound
    slice.end = range.upperBound
    return slice
  }

  /// Reads an integer of fixed width, least significant byte first.
  package mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type = Integer.self
  ) throws(ArchiveError) -> Integer {
    try readInteger(type, byteCount: Integer.bitWidth / 8)
  }

  /// Reads an integer of some bytes, least significant first, extended by its sign where it has one.
  package mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type, byteCount: Int
  ) throws(ArchiveError) -> Integer {
    var value: Integer = 0
    for index in try take(byteCount).reversed() {
      value = value << 8 | Integer(truncatingIfNeeded: bytes[index])
    }
    let spare = Integer.bitWidth - byteCount * 8
    return (value << spare) >> spare
  }

  /// Reads a varint of a width in bits.
  ///
  /// Spec §1.4: P1, P3, P2.
  package mutating func readVarint(width: Int) throws(ArchiveError) -> UInt128 {
    let start = offset
    var value: UInt128 = 0
    var shift = 0
    while true {
      guard position < end else { throw ArchiveError(.truncated, at: start) }
      let byte = bytes[position]
      position += 1
      let group = UInt128(byte & 0x7F)
      let room = width - shift
      if room < 7, group >> UInt128(room) != 0 { throw ArchiveError(.integerTooLarge, at: start) }
      value |= group << UInt128(shift)
      shift += 7
      if byte & 0x80 == 0 {
        if byte == 0, shift > 7 { throw ArchiveError(.integerNotShortest, at: start) }
        return value
      }
      if shift >= width { throw ArchiveError(.integerTooLarge, at: start) }
    }
  }

  /// Reads a varint of a width of 64 bits at most, as ``readVarint(width:)`` does.
  package mutating func readShortVarint(width: Int) throws(ArchiveError) -> UInt64 {
    if position < end, bytes[position] < 0x80 {
      position += 1
      return UInt64(bytes[position - 1])
    }
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var index = position
    // The last group of a wide integer, and whatever is not as it should be, is left to the general form.
    while index < end, shift < 56, Int(shift) + 7 <= width {
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      guard byte != 0 else { break }
      position = index
      return value
    }
    return UInt64(truncatingIfNeeded: try readVarint(width: width))
  }

  /// Reads a count, length, version or number: a varint of width 63.
  package mutating func readNumber() throws(ArchiveError) -> Int {
    if position < end, bytes[position] < 0x80 {
      position += 1
      return Int(bytes[position - 1])
    }
    return Int(truncatingIfNeeded: try readVarint(width: 63))
  }

  /// Reads a count or length that the remaining bytes have to pay for.
  ///
  /// Spec §1.5: P4.
  package mutating func readCount(bytesEach: Int = 1) throws(ArchiveError) -> Int {
    let start = offset
    let count = try readNumber()
    guard count <= remaining / bytesEach else { throw ArchiveError(.countTooLarge, at: start) }
    return count
  }

  /// Reads a signed integer of a width: a zig-zag varint.
  package mutating func readZigzag(width: Int) throws(ArchiveError) -> Int128 {
    let value = try readVarint(width: width)
    return Int128(truncatingIfNeeded: value >> 1) ^ -Int128(truncatingIfNeeded: value & 1)
  }

  /// Reads a string: its length in bytes, and its UTF-8.
  ///
  /// Spec §1.6: P5.
  package mutating func readString() throws(ArchiveError) -> String {
    let byteCount = try readCount()
    let start = offset
    let utf8 = try readBytes(byteCount)
    do {
      return String(copying: try UTF8Span(validating: utf8.span))
    } catch {
      throw ArchiveError(.malformedString, at: start + wellFormedCount(utf8))
    }
  }

  /// The number of bytes before the first that does not begin a well-formed scalar.
  private func wellFormedCount(_ utf8: ArraySlice<UInt8>) -> Int {
    var count = 0
    var rest = utf8[...]
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard String(validating: rest.prefix(length), as: UTF8.self) != nil else { break }
      count += length
      rest = rest.dropFirst(length)
    }
    return count
  }

  /// The checksum of the bytes up to the end of the enclosing structure.
  package func checksum(seed: UInt64 = 0) -> UInt64 {
    XXH64.hash(bytes, in: position..<end, seed: seed)
  }

  /// Says that the structure ends here.
  ///
  /// Spec §1.3: P6.
  package func finish() throws(ArchiveError) {
    guard position == end else { throw ArchiveError(.trailingBytes, at: offset) }
  }
}
