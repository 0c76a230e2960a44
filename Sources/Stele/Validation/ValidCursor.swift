/// A cursor over validated bytes of an archive.
///
/// Decoding begins after validation, so no read throws. A cursor is a plain value without references; a function that
/// uses one keeps the ``RecordStore`` that owns the bytes. A read beyond the last byte returns zeros: validation rules it
/// out, but a bug of this library must not read foreign memory.
@safe
struct ValidCursor {
  // Safe: the store keeps the bytes where they are as long as it lives; every read compares its size with `remaining`.
  private let view: ByteView
  /// The offset in the archive of the first of the bytes.
  let origin: Int
  /// The index of the next byte, from 0 to the number of bytes.
  private var position = 0

  /// Makes a cursor at the first of some validated bytes, whose offset in the archive is given.
  @unsafe
  init(_ bytes: UnsafeRawBufferPointer, origin: Int) {
    unsafe view = ByteView(bytes)
    self.origin = origin
  }

  /// Makes a cursor over no bytes.
  init() {
    // Safe: there is nothing to be read.
    unsafe self.init(UnsafeRawBufferPointer(start: nil, count: 0), origin: 0)
  }

  /// The offset in the archive of the next byte.
  @_transparent
  var offset: Int { origin &+ position }

  /// The number of bytes that have not been read.
  @_transparent
  var remaining: Int { view.count &- position }

  /// Reads one byte.
  @_transparent
  mutating func readByte() -> UInt8 {
    guard remaining > 0 else { return 0 }
    let byte = view.load(position)
    position &+= 1
    return byte
  }

  /// Returns the next byte without moving.
  @_transparent
  func peekByte() -> UInt8 { remaining > 0 ? view.load(position) : 0 }

  /// Moves over bytes.
  @_transparent
  mutating func skip(_ byteCount: Int) {
    position = byteCount >= 0 && byteCount <= remaining ? position &+ byteCount : view.count
  }

  /// Moves to an offset in the archive.
  @_transparent
  mutating func move(to offset: Int) {
    let index = offset &- origin
    position = index >= 0 && index <= view.count ? index : view.count
  }

  /// Returns the byte at an offset without moving.
  @_transparent
  func byte(at offset: Int) -> UInt8 {
    let index = offset &- origin
    return index >= 0 && index < view.count ? view.load(index) : 0
  }

  /// Reads a number of fixed size, least significant byte first.
  @_transparent
  mutating func readInteger<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type = Integer.self
  ) -> Integer {
    guard remaining >= MemoryLayout<Integer>.size else { return 0 }
    let value = view.loadInteger(position, as: type)
    position &+= MemoryLayout<Integer>.size
    return value
  }

  /// Reads an integer of a number of bytes, least significant first, extended by its sign if it has one.
  mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type, byteCount: Int
  ) -> Integer {
    guard byteCount > 0, byteCount <= remaining else { return 0 }
    defer { position &+= byteCount }
    return view.loadInteger(position, as: type, byteCount: byteCount)
  }

  /// Passes bytes to a function, and moves over them.
  @unsafe
  mutating func readBytes<Result>(
    _ byteCount: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = position
    skip(byteCount)
    // Safe: the bytes from `start` to `position` are there.
    return unsafe body(view.bytes(from: start, count: position &- start))
  }

  /// Reads with a validating cursor, and moves to its position; to the end if that cursor throws, which no validated
  /// value causes.
  mutating func withCursor(_ body: (inout ByteCursor) throws(ArchiveError) -> Void) {
    // Safe: the bytes are there as for `view`, and the other cursor ends before this call; `0 <= position <= view.count`.
    var cursor = unsafe ByteCursor(
      view.bytes(from: 0, count: view.count), origin: origin, position: position, end: view.count)
    do throws(ArchiveError) {
      try body(&cursor)
      position = cursor.position
    } catch {
      position = view.count
    }
  }

  /// Whether the next bytes equal some others.
  func starts(with expected: [UInt8]) -> Bool {
    guard expected.count <= remaining else { return false }
    for index in expected.indices {
      guard view.load(position &+ index) == expected[index] else { return false }
    }
    return true
  }

  /// Returns the bytes from here to the position of another cursor over the same bytes.
  func bytes(before end: ValidCursor) -> [UInt8] {
    var reader = self
    // Safe: an array holds its own copy.
    return unsafe reader.readBytes(end.position - position) { unsafe Array($0) }
  }
}

// Varints, counts and strings

extension ValidCursor {
  /// Reads a varint of at most 64 bits.
  ///
  /// Spec §1.4.
  @_transparent
  mutating func readVarint() -> UInt64 {
    guard remaining >= 8 else { return UInt64(truncatingIfNeeded: readLongVarint()) }
    let word = view.loadWord(position)
    let (value, byteCount) = Varint.decodeShort(word)
    guard byteCount > 0 else { return readLongerVarint(word) }
    position &+= byteCount
    return value
  }

  /// Reads a varint of more than two bytes, whose first eight bytes are given.
  @inline(never)
  private mutating func readLongerVarint(_ word: UInt64) -> UInt64 {
    let (value, byteCount) = Varint.decodeLong(word)
    guard byteCount > 0 else { return UInt64(truncatingIfNeeded: readLongVarint()) }
    position &+= byteCount
    return value
  }

  /// Reads a varint of at most 128 bits.
  @inline(never)
  mutating func readLongVarint() -> UInt128 {
    // Validation has ruled out an error.
    let value = try? Varint.decode(width: 128, at: offset) { remaining > 0 ? readByte() : nil }
    return value ?? 0
  }

  /// Reads a signed varint of at most 64 bits.
  @_transparent
  mutating func readZigzag() -> Int64 {
    Int64(zigzag: readVarint())
  }

  /// Reads a length, version or number.
  @_transparent
  mutating func readNumber() -> Int {
    Int(truncatingIfNeeded: readVarint() & UInt64(Int64.max))
  }

  /// Reads a count of items that take at least a byte each, so that memory may be reserved for them.
  @_transparent
  mutating func readCount() -> Int {
    let count = readNumber()
    return min(count, remaining)
  }

  /// Reads a string.
  ///
  /// Spec §1.6.
  @_transparent
  mutating func readString() -> String {
    let byteCount = readCount()
    // Safe: the bytes were found to be well-formed UTF-8, and cannot have changed since.
    return unsafe readBytes(byteCount) { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { utf8 in
        unsafe String(validated: utf8)
      }
    }
  }
}
