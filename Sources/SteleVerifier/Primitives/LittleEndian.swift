/// Integers of a fixed size, least significant byte first (§1.3).
extension Span<UInt8> {
  @inline(__always)
  func u64(at offset: Int) -> UInt64 { integer(at: offset) }

  @inline(__always)
  func u32(at offset: Int) -> UInt32 { integer(at: offset) }

  /// The integer whose first byte stands at an offset.
  @inline(__always)
  func integer<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Integer {
    // Safe: the raw span checks the bounds, and any bytes are a valid integer.
    unsafe Integer(
      littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Integer.self))
  }
}
