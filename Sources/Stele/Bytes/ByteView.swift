/// Bytes that are read by their indices.
///
/// It is what loops over many fields keep at hand: nothing is retained, and the bounds are for others to check.
@safe struct ByteView {
  // Safe: a view lives no longer than the borrow of its bytes, and its users use no index beyond them; the
  // pointer is nil only when there are no bytes.
  private let start: UnsafeRawPointer?
  /// The number of bytes.
  let count: Int

  /// Takes bytes that stay where they are as long as this is in use.
  @unsafe init(_ bytes: UnsafeRawBufferPointer) {
    unsafe start = bytes.baseAddress
    count = bytes.count
  }

  // Safe: callers pass `0 <= index < count`.
  @inline(__always)
  func load(_ index: Int) -> UInt8 {
    unsafe start.unsafelyUnwrapped.load(fromByteOffset: index, as: UInt8.self)
  }

  // Safe: callers pass `0 <= index` and an integer that ends at `count` or before; unaligned loads have no alignment
  // to keep.
  @inline(__always)
  func loadInteger<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ index: Int, as type: Integer.Type
  ) -> Integer {
    Integer(
      littleEndian: unsafe start.unsafelyUnwrapped.loadUnaligned(
        fromByteOffset: index, as: Integer.self))
  }

  /// Eight bytes as they stand, callers as for ``loadInteger(_:as:)``.
  @inline(__always)
  func loadWord(_ index: Int) -> UInt64 {
    loadInteger(index, as: UInt64.self)
  }

  /// Whether there are eight bytes to be read from an index on, though not all may belong to the structure.
  @inline(__always)
  func hasWord(_ index: Int) -> Bool { count &- index >= 8 }

  /// Where the bytes are in memory.
  var address: UInt { unsafe UInt(bitPattern: start) }

  /// Some of the bytes, which lie within the count.
  @unsafe func bytes(from index: Int, count: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start.map { unsafe $0 + index }, count: count)
  }
}
