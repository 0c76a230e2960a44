/// Bytes under construction that several encoders write to, one after the other.
///
/// A handle that is one pointer: passing it on counts no reference. An ``OutputOwner`` owns the bytes.
/// A position is the number of bytes before it; it stays valid while the buffer grows.
///
/// Spec §1.4, §1.6.
@safe
struct OutputBuffer {
  @safe
  struct Storage {
    // Safe: an allocation of `capacity` bytes that only this storage has, of which the first `count` are initialised.
    // Each write reserves its bytes first; positions from outside are compared with `count`.
    var start: UnsafeMutableRawPointer
    var capacity: Int
    var count = 0
    /// What is copied when the bytes are, in the order of positions.
    var deferred: [Deferred] = []
    var hasDeferred = false
  }

  /// Bytes that are not copied before they are written elsewhere.
  struct Deferred {
    /// The position before which they stand; the byte after them belongs to the same value.
    var position: Int
    let bytes: DeferredBytes
  }

  /// Freed by the owner, which outlives all users of the buffer.
  let cell: Cell<Storage>

  /// Makes a buffer, which the owner frees.
  fileprivate init(capacity: Int) {
    let byteCount = max(capacity, 32)
    cell = Cell(
      unsafe Storage(
        start: .allocate(byteCount: byteCount, alignment: 16), capacity: byteCount))
  }

  fileprivate func free() {
    // Safe: the owner goes, and with it all users.
    unsafe start.deallocate()
    cell.free()
  }

  /// The number of bytes written.
  @inline(__always)
  var count: Int { cell.state.count }

  /// Where the bytes are until more room is made.
  @inline(__always)
  var start: UnsafeMutableRawPointer {
    @unsafe get { unsafe cell.state.start }
  }

  /// Whether there is room for any scalar but a string, and one more byte.
  @inline(__always)
  var hasRoom: Bool {
    // A varint of 128 bits has 19 bytes.
    cell.state.capacity &- count >= 20
  }

  /// Makes room for some more bytes.
  @inline(__always)
  func reserve(_ byteCount: Int) {
    if cell.state.capacity &- count < byteCount { grow(by: byteCount) }
  }

  @inline(never)
  private func grow(by byteCount: Int) {
    // Safe: the new allocation is larger than the `count` initialised bytes that it takes over.
    let wanted = max(count + byteCount, 2 * cell.state.capacity)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
    unsafe larger.copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe cell.state.start = unsafe larger
    cell.state.capacity = wanted
  }
}

/// The owner of an output buffer.
final class OutputOwner {
  /// The buffer, valid as long as the owner is there.
  let buffer: OutputBuffer

  init(capacity: Int = 256) { buffer = OutputBuffer(capacity: capacity) }

  deinit { buffer.free() }
}

// MARK: Writing

extension OutputBuffer {
  /// Stores a number at a position.
  // Safe: callers have reserved its bytes, or written some in their place.
  @inline(__always)
  func store<Integer: FixedWidthInteger & BitwiseCopyable>(_ value: Integer, at position: Int) {
    unsafe start.storeBytes(of: value, toByteOffset: position, as: Integer.self)
  }

  /// Writes one byte.
  @inline(__always)
  func write(byte: UInt8) {
    reserve(1)
    store(byte, at: count)
    cell.state.count &+= 1
  }

  /// Writes bytes as they are; they do not belong to this buffer.
  @inline(__always)
  func write(contentsOf bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    guard let first = bytes.baseAddress else { return }
    // Safe: as many bytes are reserved.
    unsafe (start + count).copyMemory(from: first, byteCount: bytes.count)
    cell.state.count &+= bytes.count
  }

  /// Writes a range of another buffer, in which nothing is copied later.
  func write(contentsOf other: OutputBuffer, _ range: Range<Int>) {
    let range = range.clamped(to: 0..<other.count)
    // Safe: the bytes are initialised, and in another allocation.
    unsafe write(
      contentsOf: UnsafeRawBufferPointer(start: other.start + range.lowerBound, count: range.count))
  }

  /// Writes bytes as they are.
  func write(contentsOf bytes: ArraySlice<UInt8>) {
    // Safe: the pointer stays inside the closure.
    unsafe bytes.withUnsafeBytes { unsafe write(contentsOf: $0) }
  }

  /// Writes bytes as they are.
  func write(contentsOf bytes: [UInt8]) { write(contentsOf: bytes[...]) }

  /// Writes a struct of numbers that stands in memory as in archives.
  @inline(__always)
  func write<Element: BitwiseCopyable>(packed element: Element) {
    // Safe: the element has no references and no gaps; the pointer stays inside the closure.
    unsafe withUnsafeBytes(of: element) { unsafe write(contentsOf: $0) }
  }

  /// Writes some zero bytes.
  @inline(__always)
  func write(zeroCount: Int) {
    for _ in 0..<zeroCount { write(byte: 0) }
  }

  /// Writes an integer at its own width, least significant byte first.
  @inline(__always)
  func write<Integer: FixedWidthInteger & BitwiseCopyable>(littleEndian value: Integer) {
    reserve(MemoryLayout<Integer>.size)
    store(value.littleEndian, at: count)
    cell.state.count &+= MemoryLayout<Integer>.size
  }

  /// Writes an unsigned integer as a varint.
  @inline(__always)
  func write<Integer: FixedWidthInteger & UnsignedInteger>(varint value: Integer) {
    // A varint has a byte for each 7 bits: at most 10, or 19 for 128 bits.
    reserve(19)
    var position = count
    Varint.encode(value) { byte in
      store(byte, at: position)
      position &+= 1
    }
    cell.state.count = position
  }

  /// Writes a count or number, which is never negative, as a varint.
  @inline(__always)
  func write(number: Int) { write(varint: UInt(bitPattern: max(0, number))) }

  /// Writes a signed integer as a zig-zag varint.
  func write(zigzag value: Int128) {
    write(varint: value.zigzag)
  }

  /// Writes a signed integer of at most 64 bits as a zig-zag varint.
  @inline(__always)
  func write(zigzag value: Int64) {
    write(varint: value.zigzag)
  }

  /// Writes a string: its length in bytes, and its UTF-8.
  @inline(__always)
  func write(string: String) {
    // Safe: the pointer stays inside the closure.
    let isWritten: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { utf8 in
      let byteCount = utf8.count
      guard let first = utf8.baseAddress else { return write(byte: 0) }
      reserve(byteCount &+ 10)
      var position = count
      if byteCount < 0x80 {
        store(UInt8(truncatingIfNeeded: byteCount), at: position)
        position &+= 1
      } else {
        write(number: byteCount)
        position = count
      }
      // Safe: there is room for the length, of at most 10 bytes, and the bytes, which stand elsewhere.
      unsafe (start + position).copyMemory(from: first, byteCount: byteCount)
      cell.state.count = position &+ byteCount
    }
    if isWritten == nil { write(bridged: string) }
  }

  @inline(never)
  private func write(bridged string: String) {
    var string = string
    string.withUTF8 { utf8 in
      write(number: utf8.count)
      // Safe: the pointer stays inside the closure.
      unsafe write(contentsOf: UnsafeRawBufferPointer(utf8))
    }
  }
}
