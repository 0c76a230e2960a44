extension CheckedBytes {
  /// Reads a varint of at most 64 bits.
  ///
  /// Spec §1.4.
  @inline(__always)
  mutating func readShortVarint() throws(ArchiveError) -> UInt64 {
    guard remaining >= 8 else { return try readVarintNearEnd() }
    let word = try peekWord()
    if word & 0x80 == 0 {
      try skip(1)
      return word & 0x7F
    }
    // Most numbers that are not small take two bytes.
    if word & 0x8000 == 0 {
      try skip(2)
      return word & 0x7F | word &>> 1 & 0x3F80
    }
    return try readLongerVarint(word)
  }

  /// Reads a varint of more than two bytes that begins with some word.
  @inline(never)
  private mutating func readLongerVarint(_ word: UInt64) throws(ArchiveError) -> UInt64 {
    let stops = ~word & 0x8080_8080_8080_8080
    guard stops != 0 else { return try readVarintNearEnd() }
    try skip(stops.trailingZeroBitCount &>> 3 &+ 1)
    // All groups up to the first byte that does not go on.
    return ByteView.joinGroups(word & (stops ^ (stops &- 1)))
  }

  /// Reads a varint byte for byte.
  @inline(never)
  private mutating func readVarintNearEnd() throws(ArchiveError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = try readByte()
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    throw ArchiveError(.integerTooLarge, at: offset)
  }

  /// Reads a varint of at most 128 bits.
  mutating func readVarint() throws(ArchiveError) -> UInt128 {
    var value: UInt128 = 0
    var shift: UInt128 = 0
    while shift < 128 {
      let byte = try readByte()
      value |= UInt128(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    throw ArchiveError(.integerTooLarge, at: offset)
  }

  /// Reads a count, length, version or number.
  @inline(__always)
  mutating func readNumber() throws(ArchiveError) -> Int {
    Int(number: try readShortVarint() & UInt64(Int64.max))
  }

  /// Reads a count or length that the remaining bytes have to pay for.
  ///
  /// Spec §1.5.
  @inline(__always)
  mutating func readCount(bytesEach: Int = 1) throws(ArchiveError) -> Int {
    let count = try readNumber()
    guard count <= (bytesEach == 1 ? remaining : remaining / bytesEach) else {
      throw ArchiveError(.countTooLarge, at: offset)
    }
    return count
  }

  /// Reads a string.
  ///
  /// Spec §1.6.
  mutating func readString() throws(ArchiveError) -> String {
    let byteCount = try readCount()
    // Safe: the bytes were found to be well-formed UTF-8, and nobody can have changed them since.
    return unsafe try readBytes(byteCount) { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { utf8 in
        unsafe String(copying: UTF8Span(unchecked: utf8.span))
      }
    }
  }
}
