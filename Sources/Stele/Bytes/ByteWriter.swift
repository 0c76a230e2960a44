/// Bytes under construction: fixed-width integers, varints and strings.
///
/// Spec §1.4, §1.6.
package struct ByteWriter: Sendable {
  /// The bytes that have been written.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// The number of bytes written.
  package var count: Int { bytes.count }

  /// Removes all bytes, and keeps their memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes one byte.
  package mutating func write(byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes bytes as they are.
  package mutating func write(contentsOf other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  /// Writes bytes as they are.
  package mutating func write(contentsOf other: ArraySlice<UInt8>) {
    bytes.append(contentsOf: other)
  }

  /// Writes bytes of a buffer, and adds them to a checksum if there is one.
  mutating func write(
    contentsOf other: OutputBuffer, _ range: Range<Int>, hashedBy check: inout XXH64Stream?
  ) {
    other.append(range, to: &bytes, hashedBy: &check)
  }

  /// Makes room for some more bytes.
  package mutating func reserve(_ byteCount: Int) {
    if bytes.capacity - bytes.count < byteCount { bytes.reserveCapacity(bytes.count + byteCount) }
  }

  /// Writes an integer at its own width, least significant byte first.
  package mutating func write<Integer: FixedWidthInteger>(littleEndian value: Integer) {
    // Safe: the buffer is valid in this closure, and `append` copies it.
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes three integers at their width, each with the least significant byte first.
  mutating func write(littleEndian first: UInt64, _ second: UInt64, _ third: UInt64) {
    let all = (first.littleEndian, second.littleEndian, third.littleEndian)
    // Safe: the integers have no gaps; the buffer is valid in this closure, and `append` copies it.
    unsafe withUnsafeBytes(of: all) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes the low bytes of an integer at one of the widths of packed lists.
  ///
  /// Spec §3.5.
  package mutating func write(packed value: UInt128, byteCount: Int) {
    switch byteCount {
    case 1: bytes.append(UInt8(truncatingIfNeeded: value))
    case 2: write(littleEndian: UInt16(truncatingIfNeeded: value))
    case 4: write(littleEndian: UInt32(truncatingIfNeeded: value))
    case 8: write(littleEndian: UInt64(truncatingIfNeeded: value))
    default: write(littleEndian: value)
    }
  }

  /// Replaces bytes that have been written by an integer, least significant byte first.
  package mutating func replace<Integer: FixedWidthInteger & BitwiseCopyable>(
    at position: Int, littleEndian value: Integer
  ) {
    unsafe bytes.withUnsafeMutableBytes {
      // Safe: the range is checked here.
      unsafe UnsafeMutableRawBufferPointer(
        rebasing: $0[position..<(position + MemoryLayout<Integer>.size)]
      ).storeBytes(of: value.littleEndian, as: Integer.self)
    }
  }

  /// Writes an unsigned integer as a varint.
  package mutating func write<Integer: FixedWidthInteger & UnsignedInteger>(varint value: Integer) {
    Varint.encode(value) { bytes.append($0) }
  }

  /// Writes a count or number, which is never negative, as a varint.
  package mutating func write(number: Int) {
    write(varint: UInt64(max(0, number)))
  }

  /// Writes a signed integer as a zig-zag varint.
  package mutating func write(zigzag value: Int128) {
    write(varint: value.zigzag)
  }

  /// Writes a signed integer of at most 64 bits as a zig-zag varint.
  package mutating func write(zigzag value: Int64) {
    write(varint: value.zigzag)
  }

  /// Writes a string: its length in bytes, and its UTF-8.
  package mutating func write(string: String) {
    var string = string
    string.withUTF8 { utf8 in
      write(number: utf8.count)
      // Safe: the buffer is valid in this closure, and `append` copies it.
      unsafe bytes.append(contentsOf: utf8)
    }
  }
}
