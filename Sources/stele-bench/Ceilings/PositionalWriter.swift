#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Writes values one after the other, without names and types: the best that code for one type can
/// do.
///
/// The bytes end with their checksum, as those of archives do.
@safe
struct PositionalWriter {
  // Safe: an allocation of `capacity` bytes, of which `count` are initialised; every write reserves its bytes first.
  private var start: UnsafeMutableRawPointer
  private var count = 0
  private var capacity: Int

  init(capacity: Int = 4096) {
    self.capacity = capacity + 8
    unsafe start = .allocate(byteCount: capacity + 8, alignment: 16)
  }

  @inline(__always)
  private mutating func reserve(_ byteCount: Int) {
    if capacity &- count < byteCount { grow(byteCount) }
  }

  @inline(never)
  private mutating func grow(_ byteCount: Int) {
    while capacity - count < byteCount { capacity *= 2 }
    // Safe: `count` bytes are initialised in the old allocation, and the new one is larger.
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    unsafe larger.copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe start = larger
  }

  /// Writes the bytes of a number in the form they have in memory.
  @inline(__always)
  mutating func write<Number: BitwiseCopyable>(fixed number: Number) {
    reserve(MemoryLayout<Number>.size)
    // Safe: the bytes are reserved.
    unsafe start.storeBytes(of: number, toByteOffset: count, as: Number.self)
    count &+= MemoryLayout<Number>.size
  }

  @inline(__always)
  mutating func write(_ flag: Bool) { write(fixed: flag ? 1 as UInt8 : 0) }

  /// Writes seven bits per byte, lowest first.
  @inline(__always)
  mutating func write(varint number: UInt64) {
    reserve(10)
    var rest = number
    while rest >= 0x80 {
      // Safe: ten bytes are reserved, and a number takes no more.
      unsafe start.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
      count &+= 1
      rest >>= 7
    }
    // Safe: ten bytes are reserved, and a number takes no more.
    unsafe start.storeBytes(
      of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  mutating func write(count number: Int) { write(varint: UInt64(number)) }

  /// Writes numbers near zero in few bytes.
  @inline(__always)
  mutating func write(signed number: Int) {
    write(varint: UInt64(bitPattern: Int64((number << 1) ^ (number >> 63))))
  }

  /// Writes the number of bytes, and the bytes.
  @inline(__always)
  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      let byteCount = utf8.count
      write(count: byteCount)
      reserve(byteCount)
      // Safe: the bytes are reserved, and the text is not in this allocation.
      if let bytes = utf8.baseAddress {
        unsafe (start + count).copyMemory(from: bytes, byteCount: byteCount)
      }
      count &+= byteCount
    }
  }

  /// Writes a text or nothing, and which of the two.
  @inline(__always)
  mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  /// Writes the bytes of all elements in the form they have in memory.
  mutating func write<Element: BitwiseCopyable>(packed elements: [Element]) {
    write(count: elements.count)
    // Safe: the elements have no references, and the bytes are reserved.
    unsafe elements.withUnsafeBytes { bytes in
      reserve(bytes.count)
      if let first = bytes.baseAddress {
        unsafe (start + count).copyMemory(from: first, byteCount: bytes.count)
      }
      count &+= bytes.count
    }
  }

  /// Adds the checksum, and hands the bytes over.
  mutating func finish() -> RawBytes {
    // Safe: `count` bytes are initialised.
    write(fixed: unsafe Checksum.xxh64(UnsafeRawBufferPointer(start: start, count: count)))
    // Safe: this writer is at its end, and no other code has the allocation.
    return unsafe RawBytes(owning: start, count: count)
  }
}
