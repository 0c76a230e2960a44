/// A position in bytes of an archive that have been examined, which moves as fields are read.
///
/// It is a plain value without references, so that passing and keeping it costs nothing. Whoever has one keeps the
/// ``RecordStore`` that owns the bytes. The bytes are well-formed, as was found before; that none is read beyond the last
/// of them is examined here all the same.
@safe
struct CheckedBytes {
  // Safe: the store keeps the bytes where they are as long as it lives; every read compares its size with what remains.
  private let view: ByteView
  /// The offset in the archive of the first of the bytes.
  let origin: Int
  /// The index of the next byte.
  private var position = 0

  /// Takes bytes of which the first is at an offset in the archive.
  @unsafe
  init(_ bytes: UnsafeRawBufferPointer, origin: Int) {
    unsafe view = ByteView(bytes)
    self.origin = origin
  }

  /// No bytes.
  init() {
    // Safe: there is nothing to be read.
    unsafe self.init(UnsafeRawBufferPointer(start: nil, count: 0), origin: 0)
  }

  /// The offset in the archive of the next byte.
  var offset: Int { origin &+ position }

  /// The number of bytes that have not been read.
  var remaining: Int { view.count &- position }

  /// Where the bytes are in memory, which tells those of different blocks apart.
  var address: UInt { view.address }

  private var truncated: ArchiveError { ArchiveError(.truncated, at: offset) }

  /// Reads one byte.
  @inline(__always)
  mutating func readByte() throws(ArchiveError) -> UInt8 {
    guard remaining > 0 else { throw truncated }
    let byte = view.load(position)
    position &+= 1
    return byte
  }

  /// Moves over bytes.
  @inline(__always)
  mutating func skip(_ byteCount: Int) throws(ArchiveError) {
    guard byteCount >= 0, byteCount <= remaining else { throw truncated }
    position &+= byteCount
  }

  /// Moves to an offset in the archive.
  @inline(__always)
  mutating func move(to offset: Int) throws(ArchiveError) {
    let index = offset &- origin
    guard index >= 0, index <= view.count else { throw truncated }
    position = index
  }

  /// Gives the byte at an offset, and stays where it is.
  @inline(__always)
  func byte(at offset: Int) throws(ArchiveError) -> UInt8 {
    let index = offset &- origin
    guard index >= 0, index < view.count else { throw truncated }
    return view.load(index)
  }

  /// Gives the next eight bytes, the first one lowest, and stays where it is.
  @inline(__always)
  func peekWord() throws(ArchiveError) -> UInt64 {
    guard remaining >= 8 else { throw truncated }
    return view.loadWord(position)
  }

  /// Reads a number of at most eight bytes that does not stand near the end, or nothing.
  @inline(__always)
  mutating func readUsualNumber() -> Int? {
    let number = view.readUsualNumber(&position)
    return number >= 0 ? number : nil
  }

  /// Reads the bytes of a number of fixed size, least significant first.
  @inline(__always)
  mutating func readInteger<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type = Integer.self
  ) throws(ArchiveError) -> Integer {
    guard remaining >= MemoryLayout<Integer>.size else { throw truncated }
    let value = view.loadInteger(position, as: type)
    position &+= MemoryLayout<Integer>.size
    return value
  }

  /// Reads an integer of some bytes, least significant first, extended by its sign where it has one.
  mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type, byteCount: Int
  ) throws(ArchiveError) -> Integer {
    let start = position
    try skip(byteCount)
    var value: Integer = 0
    for index in (start..<position).reversed() {
      value = value << 8 | Integer(truncatingIfNeeded: view.load(index))
    }
    let spare = Integer.bitWidth - byteCount * 8
    return (value << spare) >> spare
  }

  /// Gives bytes to a function, and moves over them.
  @unsafe
  mutating func readBytes<Result>(
    _ byteCount: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(ArchiveError) -> Result {
    let start = position
    try skip(byteCount)
    // Safe: the bytes were there to be skipped.
    return unsafe body(view.bytes(from: start, count: byteCount))
  }

  /// Whether the next bytes are some.
  func starts(with expected: [UInt8]) -> Bool {
    guard expected.count <= remaining else { return false }
    for index in expected.indices {
      guard view.load(position &+ index) == expected[index] else { return false }
    }
    return true
  }

  /// The bytes from here to where another position in the same bytes is.
  func bytes(before end: CheckedBytes) throws(ArchiveError) -> [UInt8] {
    var reader = self
    // Safe: an array holds its own copy.
    return try unsafe reader.readBytes(end.position - position) { unsafe Array($0) }
  }
}
