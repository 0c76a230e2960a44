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
    // Safe: the pointer stays inside the closure.
    let isWritten: Void? = unsafe string.utf8.withContiguousStorageIfAvailable { utf8 in
      let byteCount = utf8.count
      guard let first = utf8.baseAddress else { return write(byte: 0) }
      reserve(byteCount &+ 10)
      var position = count
      if byteCount < 0x80 {
        // Safe, here and below: there is room for the length, of at most 10 bytes, and the bytes, which stand elsewhere.
        unsafe start.storeBytes(
          of: UInt8(truncatingIfNeeded: byteCount), toByteOffset: position, as: UInt8.self)
        position &+= 1
      } else {
        write(number: byteCount)
        position = count
      }
      unsafe (start + position).copyMemory(from: first, byteCount: byteCount)
      unsafe setCount(position &+ byteCount)
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
