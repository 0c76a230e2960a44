/// A reader of bytes that it keeps alive, so that it can be stored.
///
/// It reads with a ``ByteCursor``, which validates. Offsets are counted from the start of the archive, even if only a part
/// of the archive is in memory.
///
/// Spec §1.3 to §1.6.
package struct ByteReader: Sendable {
  private let bytes: [UInt8]
  /// The offset in the archive of `bytes[0]`.
  private let origin: Int
  /// The index in `bytes` of the next byte.
  private var position: Int
  /// The index in `bytes` after the last byte of the enclosing structure.
  private var end: Int

  /// Makes a reader of a range of bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - origin: The offset in the archive of the first of the bytes.
  ///   - range: The range to read, in offsets of the archive; it is clamped to the bytes.
  package init(_ bytes: [UInt8], origin: Int = 0, range: Range<Int>) {
    self.bytes = bytes
    self.origin = origin
    let all = origin..<(origin + bytes.count)
    let clamped = range.clamped(to: all)
    self.position = clamped.lowerBound - origin
    self.end = clamped.upperBound - origin
  }

  /// Makes a reader of bytes that begin with byte 0 of the archive.
  package init(_ bytes: [UInt8]) {
    self.init(bytes, range: 0..<bytes.count)
  }

  /// The offset in the archive of the next byte.
  package var offset: Int { origin + position }

  /// The offset in the archive after the last byte.
  package var endOffset: Int { origin + end }

  /// The number of bytes up to the end of the enclosing structure.
  package var remaining: Int { end - position }

  /// Reads fields with a cursor, and moves to its position.
  ///
  /// If the closure throws, the reader does not move.
  @inline(__always)
  package mutating func withCursor<Result>(
    _ body: (inout ByteCursor) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    let (origin, end) = (origin, end)
    var position = position
    // Safe: the bytes live as long as the closure runs; `position <= end <= bytes.count` from the initialiser on.
    let result = try unsafe bytes.withUnsafeBufferPointer { bytes throws(ArchiveError) in
      var cursor = unsafe ByteCursor(
        UnsafeRawBufferPointer(bytes), origin: origin, position: position, end: end)
      let result = try body(&cursor)
      position = cursor.position
      return result
    }
    self.position = position
    return result
  }

  /// Moves over the bytes of one field, and returns their indices in `bytes`.
  private mutating func take(_ byteCount: Int) throws(ArchiveError) -> Range<Int> {
    let start = try withCursor { cursor throws(ArchiveError) in try cursor.take(byteCount) }
    return start..<position
  }

  /// Reads one byte.
  package mutating func readByte() throws(ArchiveError) -> UInt8 {
    bytes[try take(1).lowerBound]
  }

  /// Reads bytes as they are.
  package mutating func readBytes(_ byteCount: Int) throws(ArchiveError) -> ArraySlice<UInt8> {
    bytes[try take(byteCount)]
  }

  /// Returns bytes that have been read, by their offsets in the archive.
  package func bytes(in range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[(range.lowerBound - origin)..<(range.upperBound - origin)]
  }

  /// Moves over bytes.
  package mutating func skip(_ byteCount: Int) throws(ArchiveError) {
    _ = try take(byteCount)
  }

  /// Moves to an offset in the archive: P1.
  package mutating func move(to offset: Int) throws(ArchiveError) {
    guard offset >= origin, offset <= endOffset else {
      throw ArchiveError(.truncated, at: self.offset)
    }
    position = offset - origin
  }

  /// Moves over bytes, and returns a reader of them.
  package mutating func readSlice(_ byteCount: Int) throws(ArchiveError) -> ByteReader {
    let range = try take(byteCount)
    var slice = self
    slice.position = range.lowerBound
    slice.end = range.upperBound
    return slice
  }

  /// Reads an integer of fixed width, least significant byte first.
  package mutating func readInteger<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type = Integer.self
  ) throws(ArchiveError) -> Integer {
    try withCursor { cursor throws(ArchiveError) in try cursor.readInteger(type) }
  }

  /// Reads a count, a length or a number: a varint of width 63.
  package mutating func readNumber() throws(ArchiveError) -> Int {
    try withCursor { cursor throws(ArchiveError) in try cursor.readNumber() }
  }

  /// Reads a version: a varint of width 31.
  package mutating func readVersion() throws(ArchiveError) -> Int {
    try withCursor { cursor throws(ArchiveError) in try cursor.readVersion() }
  }

  /// Reads a count or length of items that take at least a number of bytes each, which must remain.
  ///
  /// Spec §1.5: P5.
  package mutating func readCount(bytesEach: Int = 1) throws(ArchiveError) -> Int {
    try withCursor { cursor throws(ArchiveError) in try cursor.readCount(bytesEach: bytesEach) }
  }

  /// Reads a string: its length in bytes, and its UTF-8.
  ///
  /// Spec §1.6: P6.
  package mutating func readString() throws(ArchiveError) -> String {
    try withCursor { cursor throws(ArchiveError) in try cursor.readString() }
  }

  /// Returns the checksum of the bytes up to the end of the enclosing structure.
  package func checksum(seed: UInt64 = 0) -> UInt64 {
    XXH64.hash(bytes, in: position..<end, seed: seed)
  }

  /// Throws if bytes of the structure are left.
  ///
  /// Spec §1.3: P2.
  package func finish() throws(ArchiveError) {
    var reader = self
    try reader.withCursor { cursor throws(ArchiveError) in try cursor.finish() }
  }
}
