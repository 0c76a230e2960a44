/// A cursor over bytes that a ``ByteReader`` owns.
///
/// Every bounds check of the format is here, and so are the rules of integers, counts and lengths. Loops over many fields
/// use it instead of a reader: it retains nothing and copies nothing.
///
/// Spec §1.3 to §1.6.
@safe package struct ByteCursor: ~Copyable {
  // Safe: a cursor cannot be copied, and is lent only by `ByteReader.withCursor(_:)`, which keeps the bytes alive
  // while it is in use. `0 <= position <= end <= view.count`.
  /// The bytes; those after the end may be read, too.
  let view: ByteView
  /// The offset in the archive of the first of the bytes.
  let origin: Int
  /// The index of the next byte.
  private(set) var position: Int
  /// The index after the last byte of the enclosing structure.
  private(set) var end: Int

  /// Makes a cursor over bytes that stay in place while it is used.
  ///
  /// Callers pass `0 <= position <= end <= bytes.count`.
  @unsafe init(_ bytes: UnsafeRawBufferPointer, origin: Int, position: Int, end: Int) {
    unsafe view = ByteView(bytes)
    self.origin = origin
    self.position = position
    self.end = end
  }

  /// The offset in the archive of the next byte.
  @_transparent
  package var offset: Int { origin &+ position }

  /// The number of bytes up to the end of the enclosing structure.
  @_transparent
  package var remaining: Int { end &- position }

  /// Moves to an index in the structure; does nothing if the index is outside.
  @_transparent
  mutating func move(toIndex index: Int) {
    if index >= 0, index <= end { position = index }
  }

  /// Moves over the bytes of one field, and returns the index of the first.
  @_transparent
  package mutating func take(_ byteCount: Int) throws(ArchiveError) -> Int {
    guard byteCount >= 0, byteCount <= end &- position else {
      throw ArchiveError(.truncated, at: offset)
    }
    let start = position
    position &+= byteCount
    return start
  }

  /// Moves over bytes.
  @_transparent
  package mutating func skip(_ byteCount: Int) throws(ArchiveError) {
    _ = try take(byteCount)
  }

  /// Reads one byte.
  @_transparent
  package mutating func readByte() throws(ArchiveError) -> UInt8 {
    view.load(try take(1))
  }

  /// Returns the checksum of a range of indices before the position.
  package func checksum(of range: Range<Int>, seed: UInt64) -> UInt64 {
    let range = range.clamped(to: 0..<position)
    // Safe: `0 <= lowerBound <= upperBound <= position <= count`, and the pointer is used during the call only.
    return unsafe XXH64.hash(
      view.bytes(from: range.lowerBound, count: range.count), seed: seed)
  }

  /// Begins a structure of a number of bytes: P1.
  ///
  /// - Returns: The end of the structure around it, for ``endStructure(_:)``.
  @_transparent
  mutating func beginStructure(_ byteCount: Int) throws(ArchiveError) -> Int {
    guard byteCount >= 0, byteCount <= end &- position else {
      throw ArchiveError(.truncated, at: offset)
    }
    let outer = end
    end = position &+ byteCount
    return outer
  }

  /// Ends a structure, whose bytes must all have been read: P2.
  @_transparent
  mutating func endStructure(_ outerEnd: Int) throws(ArchiveError) {
    guard position == end, outerEnd <= view.count else {
      throw ArchiveError(.trailingBytes, at: offset)
    }
    end = outerEnd
  }

  /// Passes a cursor over the bytes from an index up to the position to a closure.
  @_transparent
  func withBytes(
    from index: Int, _ body: (inout ByteCursor) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    let start = min(max(index, 0), position)
    // Safe: this cursor is borrowed while the other one is in use; `0 <= start <= position <= end`.
    var bytes = unsafe ByteCursor(
      view.bytes(from: 0, count: view.count), origin: origin, position: start, end: position)
    try body(&bytes)
  }

  /// Appends the bytes that are left of the structure to others.
  package func copyRest(to bytes: inout [UInt8]) {
    // Safe: `position <= end <= view.count`, and the bytes are copied.
    unsafe bytes.append(contentsOf: view.bytes(from: position, count: remaining))
  }

  /// Throws if bytes of the structure are left.
  ///
  /// Spec §1.3: P2.
  @_transparent
  package func finish() throws(ArchiveError) {
    guard position == end else { throw ArchiveError(.trailingBytes, at: offset) }
  }
}

extension ByteCursor {
  /// Reads an integer of fixed width, least significant byte first.
  @_transparent
  package mutating func readInteger<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type = Integer.self
  ) throws(ArchiveError) -> Integer {
    view.loadInteger(try take(MemoryLayout<Integer>.size), as: type)
  }

  /// Reads an integer of a number of bytes, least significant first, extended by its sign if it has one.
  package mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type, byteCount: Int
  ) throws(ArchiveError) -> Integer {
    view.loadInteger(try take(byteCount), as: type, byteCount: byteCount)
  }

  /// Reads a varint of a width in bits.
  ///
  /// Spec §1.4: P1, P4, P3.
  package mutating func readVarint(width: Int) throws(ArchiveError) -> UInt128 {
    try Varint.decode(width: width, at: offset) {
      guard position < end else { return nil }
      let byte = view.load(position)
      position &+= 1
      return byte
    }
  }

  /// Reads a varint of a width of at most 64 bits, as ``readVarint(width:)`` does.
  @_transparent
  package mutating func readShortVarint(width: Int) throws(ArchiveError) -> UInt64 {
    if view.hasWord(position) {
      // Two bytes fit every width.
      let (value, byteCount) = Varint.decodeShort(view.loadWord(position))
      if byteCount > 0, byteCount <= remaining {
        position &+= byteCount
        return value
      }
    }
    return try readLongerVarint(width: width)
  }

  @inline(never)
  private mutating func readLongerVarint(width: Int) throws(ArchiveError) -> UInt64 {
    if view.hasWord(position) {
      let (value, byteCount) = Varint.decodeLong(view.loadWord(position))
      // Invalid varints are left to the slow path.
      if byteCount > 0, byteCount <= remaining, byteCount &* 7 < width &+ 7,
        width == 64 || value &>> UInt64(width) == 0
      {
        position &+= byteCount
        return value
      }
    }
    return UInt64(truncatingIfNeeded: try readVarint(width: width))
  }

  /// Reads a count, a length or a number: a varint of width 63.
  @_transparent
  package mutating func readNumber() throws(ArchiveError) -> Int {
    Int(number: try readShortVarint(width: 63))
  }

  /// Reads a version: a varint of width 31.
  @_transparent
  package mutating func readVersion() throws(ArchiveError) -> Int {
    Int(number: try readShortVarint(width: 31))
  }

  /// Reads a count or length of items that take at least a number of bytes each, which must remain.
  ///
  /// Spec §1.5: P5.
  @_transparent
  package mutating func readCount(bytesEach: Int = 1) throws(ArchiveError) -> Int {
    let start = offset
    let count = try readNumber()
    // Most items take one byte, which needs no division.
    guard count <= (bytesEach == 1 ? remaining : remaining / bytesEach) else {
      throw ArchiveError(.countTooLarge, at: start)
    }
    return count
  }

  /// Moves over the length and the UTF-8 of a string, and returns the indices of the UTF-8.
  ///
  /// Spec §1.6: P6.
  @_transparent
  package mutating func readUTF8() throws(ArchiveError) -> Range<Int> {
    try readUTF8(byteCount: readCount())
  }

  /// Moves over UTF-8 of a length, and returns its indices.
  ///
  /// Spec §1.6: P6.
  @_transparent
  package mutating func readUTF8(byteCount: Int) throws(ArchiveError) -> Range<Int> {
    let start = try take(byteCount)
    let wellFormed = view.wellFormedUTF8(from: start, to: position)
    guard wellFormed == position else {
      throw ArchiveError(.malformedString, at: origin &+ wellFormed)
    }
    return unsafe Range(uncheckedBounds: (start, position))
  }

  /// Reads a string.
  ///
  /// Spec §1.6: P6.
  package mutating func readString() throws(ArchiveError) -> String {
    let range = try readUTF8()
    // Safe: the bytes have been found to be well-formed, and are copied.
    let utf8 = unsafe view.bytes(from: range.lowerBound, count: range.count)
      .assumingMemoryBound(to: UInt8.self)
    return unsafe String(validated: utf8)
  }

  /// Reads bytes as they are.
  package mutating func readBytes(_ byteCount: Int) throws(ArchiveError) -> [UInt8] {
    let start = try take(byteCount)
    // Safe: the bytes were there to be taken, and are copied.
    return unsafe Array(view.bytes(from: start, count: byteCount))
  }
}

extension ByteCursor {
  /// Moves over presence bytes, and returns the index of the first.
  ///
  /// Spec §3.7: V11.
  @_transparent
  mutating func readPresence(_ optionalCount: Int) throws(ArchiveError) -> Int {
    let start = position
    guard optionalCount > 0 else { return start }
    try skip((optionalCount &+ 7) &>> 3)
    let used = UInt8(truncatingIfNeeded: optionalCount & 7)
    guard used == 0 || view.load(position &- 1) &>> used == 0 else {
      throw ArchiveError(.spareBits, at: offset &- 1)
    }
    return start
  }

  /// Moves over bools.
  ///
  /// Spec §3.3: V1.
  mutating func readFlags(_ count: Int) throws(ArchiveError) {
    var index = try take(count)
    while position &- index >= 8, view.loadWord(index) & 0xFEFE_FEFE_FEFE_FEFE == 0 { index &+= 8 }
    while index < position {
      guard view.load(index) <= 1 else { throw ArchiveError(.flagByte, at: origin &+ index) }
      index &+= 1
    }
  }

  /// Moves over the integers of a packed list, and returns whether one of them needs their width.
  ///
  /// - Parameters:
  ///   - count: The number of integers.
  ///   - width: The number of bytes of each: 2, 4, 8 or 16.
  ///   - isSigned: Whether they have a sign.
  /// - Returns: Whether one of them needs the width.
  /// - Throws: Rule P1 if fewer bytes remain.
  mutating func readPacked(
    _ count: Int, width: Int, isSigned: Bool
  ) throws(ArchiveError) -> Bool {
    let start = try take(count &* width)
    return switch width {
    case 2: needsHalf(of: UInt16.self, from: start, isSigned: isSigned)
    case 4: needsHalf(of: UInt32.self, from: start, isSigned: isSigned)
    case 8: needsHalf(of: UInt64.self, from: start, isSigned: isSigned)
    default: needsHalf(of: UInt128.self, from: start, isSigned: isSigned)
    }
  }

  /// Whether one of the integers up to the position does not fit half its width.
  @_transparent
  private func needsHalf<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    of type: Word.Type, from start: Int, isSigned: Bool
  ) -> Bool {
    let halfWidth = Word.bitWidth / 2
    // The bias moves integers that fit with a sign to where they fit without one.
    let bias: Word = isSigned ? 1 << Word(halfWidth - 1) : 0
    var index = start
    while index < position {
      if (view.loadInteger(index, as: type) &+ bias) >> Word(halfWidth) != 0 { return true }
      index &+= Word.bitWidth / 8
    }
    return false
  }
}

extension ByteCursor {
  /// The secret point at which the polynomial of a hash is evaluated, and another random number of the process.
  private static let secretPoint = UInt64.random(in: 1..<prime)
  private static let secretMask = UInt64.random(in: .min ... .max)
  /// A Mersenne prime, so that remainders need no division.
  private static let prime: UInt64 = (1 << 61) - 1

  /// Whether two ranges of indices have the same bytes.
  func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    var (index, other) = (left.lowerBound, right.lowerBound)
    while left.upperBound &- index >= 8 {
      guard view.loadWord(index) == view.loadWord(other) else { return false }
      index &+= 8
      other &+= 8
    }
    while index < left.upperBound {
      guard view.load(index) == view.load(other) else { return false }
      index &+= 1
      other &+= 1
    }
    return true
  }

  /// A hash of the bytes up to the end of the enclosing structure, as of ``keyedHash(_:)``.
  package var keyedHashOfRest: UInt64 { keyedHash(position..<end) }

  /// Returns a keyed hash of a range of indices, so that input cannot choose collisions.
  ///
  /// The bytes are the coefficients of a polynomial over a prime field, seven bytes each, and the hash is its value at a
  /// secret point: two ranges of *n* bytes have equal values at one in about 2^63 / *n* points. Spec §11.4.
  func keyedHash(_ range: Range<Int>) -> UInt64 {
    let point = Self.secretPoint
    var value = UInt64(truncatingIfNeeded: range.count) & Self.prime
    var index = range.lowerBound
    while range.upperBound &- index >= 8 {
      value = Self.next(value, view.loadWord(index) & 0x00FF_FFFF_FFFF_FFFF, point)
      index &+= 7
    }
    var last: UInt64 = 0
    while index < range.upperBound {
      last = last &<< 8 | UInt64(view.load(index))
      index &+= 1
    }
    value = Self.next(value, last, point) ^ Self.secretMask
    // Every bit of the value has to affect the lowest bits.
    value = (value ^ value &>> 32) &* 0x9E37_79B9_7F4A_7C15
    return value ^ value &>> 29
  }

  /// Returns the value of a polynomial with one more coefficient.
  @_transparent
  private static func next(_ value: UInt64, _ coefficient: UInt64, _ point: UInt64) -> UInt64 {
    let (high, low) = (value &+ coefficient).multipliedFullWidth(by: point)
    let sum = (low & prime) &+ (low &>> 61 | high &<< 3)
    return (sum & prime) &+ (sum &>> 61)
  }
}
