/// Bytes under construction that several encoders write to, one after the other.
///
/// It is a reference to the bytes that costs nothing to hand on. An ``OutputOwner`` keeps them.
///
/// A position is the number of bytes before it; it stays what it is while the buffer grows.
///
/// Spec §1.4, §1.6.
@safe
struct OutputBuffer {
  @unsafe
  private struct Storage {
    // Safe: an allocation of `capacity` bytes that only this storage has, of which the first `count` are initialised.
    // Whatever writes has called `reserve` for its bytes before; positions given from outside are compared with `count`.
    var start: UnsafeMutableRawPointer
    var capacity: Int
    var count = 0
  }

  // Safe: made in `init` and freed by the owner, which outlives all users of the buffer.
  private let storage: UnsafeMutablePointer<Storage>

  /// Makes a buffer, which the caller has to ``free()``.
  fileprivate init(capacity: Int) {
    let byteCount = max(capacity, 32)
    // Safe: the allocation is initialised at once.
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(start: .allocate(byteCount: byteCount, alignment: 16), capacity: byteCount))
  }

  fileprivate func free() {
    // Safe: the owner goes, and with it all users.
    unsafe storage.pointee.start.deallocate()
    unsafe storage.deallocate()
  }

  /// The number of bytes written.
  @inline(__always)
  var count: Int {
    // Safe: see `storage`.
    unsafe storage.pointee.count
  }

  /// Says how many bytes are written.
  // Safe: they are all initialised.
  @unsafe
  @inline(__always)
  func setCount(_ count: Int) {
    // Safe: see `storage`.
    unsafe storage.pointee.count = count
  }

  /// Where the bytes are until more room is made.
  @unsafe
  @inline(__always)
  var start: UnsafeMutableRawPointer {
    // Safe: see `storage`.
    unsafe storage.pointee.start
  }

  /// Makes room for some more bytes.
  @inline(__always)
  func reserve(_ byteCount: Int) {
    // Safe: see `storage`.
    if unsafe storage.pointee.capacity &- count < byteCount { grow(by: byteCount) }
  }

  @inline(never)
  private func grow(by byteCount: Int) {
    // Safe: the new allocation is larger than the `count` initialised bytes that it takes over.
    let wanted = unsafe max(count + byteCount, 2 * storage.pointee.capacity)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
    unsafe larger.copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe storage.pointee.start = larger
    unsafe storage.pointee.capacity = wanted
  }

  /// Forgets all bytes but the first ones, and keeps their memory.
  func truncate(to byteCount: Int) {
    unsafe setCount(min(count, max(0, byteCount)))
  }

  /// Takes the bytes from a position on away.
  func takeTail(from position: Int) -> [UInt8] {
    let tail = bytes(from: position)
    truncate(to: position)
    return tail
  }

  /// The bytes from a position on.
  func bytes(from position: Int = 0) -> [UInt8] {
    // Safe: the bytes are copied while the buffer stays as it is.
    unsafe withBytes { bytes in
      unsafe Array(bytes.dropFirst(position))
    }
  }

  /// Lets a closure look at the bytes, which must not be changed meanwhile.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    // Safe: `count` bytes are initialised, and the owner outlives the call.
    try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension OutputBuffer {
  /// Writes one byte.
  @inline(__always)
  func write(byte: UInt8) {
    reserve(1)
    // Safe: the byte is reserved.
    unsafe start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    unsafe setCount(count &+ 1)
  }

  /// Writes bytes as they are.
  @inline(__always)
  func write(contentsOf bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    guard let first = bytes.baseAddress else { return }
    // Safe: as many bytes are reserved; bytes that are given here stand elsewhere.
    unsafe (start + count).copyMemory(from: first, byteCount: bytes.count)
    unsafe setCount(count &+ bytes.count)
  }

  /// Writes bytes as they are.
  func write(contentsOf bytes: ArraySlice<UInt8>) {
    // Safe: the pointer stays inside the closure.
    unsafe bytes.withUnsafeBytes { unsafe write(contentsOf: $0) }
  }

  /// Writes bytes as they are.
  func write(contentsOf bytes: [UInt8]) { write(contentsOf: bytes[...]) }

  /// Writes numbers that stand in memory as in archives, which is so on little-endian machines.
  func write<Number: WireScalar & BitwiseCopyable>(packed numbers: [Number]) {
    guard UInt16(littleEndian: 1) == 1 else {
      for number in numbers { number.write(to: self) }
      return
    }
    // Safe: the numbers are bytes without gaps; the pointer stays inside the closure.
    unsafe numbers.withUnsafeBytes { unsafe write(contentsOf: $0) }
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
    // Safe: the bytes are reserved.
    unsafe start.storeBytes(of: value.littleEndian, toByteOffset: count, as: Integer.self)
    unsafe setCount(count &+ MemoryLayout<Integer>.size)
  }

  /// Writes the low bits of integers, least significant byte first.
  @inline(__always)
  func write<Integer: FixedWidthInteger, Narrow: FixedWidthInteger & BitwiseCopyable>(
    _ list: [Integer], as type: Narrow.Type
  ) {
    let byteCount = list.count * MemoryLayout<Narrow>.size
    reserve(byteCount)
    // Safe: each of the `list.count` integers has its bytes in what is reserved.
    unsafe list.withUnsafeBufferPointer { list in
      let target = unsafe start + count
      for index in 0..<list.count {
        unsafe target.storeBytes(
          of: Narrow(truncatingIfNeeded: list[index]).littleEndian,
          toByteOffset: index &* MemoryLayout<Narrow>.size, as: Narrow.self)
      }
    }
    unsafe setCount(count &+ byteCount)
  }

  /// Writes an unsigned integer as a varint.
  @inline(__always)
  func write<Integer: FixedWidthInteger & UnsignedInteger>(varint value: Integer) {
    // A varint has a byte for each 7 bits: at most 10, or 19 for 128 bits.
    reserve(19)
    var position = count
    var rest = value
    while rest >= 0x80 {
      // Safe: the bytes are reserved.
      unsafe start.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: position, as: UInt8.self)
      position &+= 1
      rest >>= 7
    }
    // Safe: as above.
    unsafe start.storeBytes(
      of: UInt8(truncatingIfNeeded: rest), toByteOffset: position, as: UInt8.self)
    unsafe setCount(position &+ 1)
  }

  /// Writes a count or number, which is never negative, as a varint.
  @inline(__always)
  func write(number: Int) { write(varint: UInt(bitPattern: max(0, number))) }

  /// Writes a signed integer as a zig-zag varint.
  func write(zigzag value: Int128) {
    write(varint: UInt128(truncatingIfNeeded: (value << 1) ^ (value >> 127)))
  }

  /// Writes a signed integer of at most 64 bits as a zig-zag varint.
  @inline(__always)
  func write(zigzag value: Int64) {
    write(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// Writes the low bytes of an integer at one of the widths of packed lists.
  ///
  /// Spec §3.5.
  func write(packed value: UInt128, byteCount: Int) {
    switch byteCount {
    case 1: write(byte: UInt8(truncatingIfNeeded: value))
    case 2: write(littleEndian: UInt16(truncatingIfNeeded: value))
    case 4: write(littleEndian: UInt32(truncatingIfNeeded: value))
    case 8: write(littleEndian: UInt64(truncatingIfNeeded: value))
    default: write(littleEndian: value)
    }
  }

  /// Writes a string: its length in bytes, and its UTF-8.
  @inline(__always)
  func write(string: String) {
    var string = string
    string.withUTF8 { utf8 in
      write(number: utf8.count)
      // Safe: the pointer stays inside the closure.
      unsafe write(contentsOf: UnsafeRawBufferPointer(utf8))
    }
  }
}

/// What keeps an output buffer.
final class OutputOwner {
  /// The buffer, for as long as the owner is there.
  let buffer: OutputBuffer

  init(capacity: Int = 256) { buffer = OutputBuffer(capacity: capacity) }

  deinit { buffer.free() }
}
