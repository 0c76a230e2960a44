/// Bytes that are copied once, into the finished archive.
@safe
final class DeferredBytes {
  /// The least number of bytes for which deferring is faster.
  static let minimumByteCount = 32_768

  /// The position of the byte after them, which belongs to the same value.
  var position: Int
  /// The number of bytes.
  let byteCount: Int
  // Safe: called with room for `byteCount` bytes.
  /// Writes the bytes, and adds them to a checksum if there is one.
  let copy: (UnsafeMutableRawPointer, inout XXH64Stream?) -> Void

  init(
    before position: Int, byteCount: Int,
    _ copy: @escaping (UnsafeMutableRawPointer, inout XXH64Stream?) -> Void
  ) {
    self.position = position
    self.byteCount = byteCount
    unsafe self.copy = copy
  }
}

extension OutputBuffer {
  /// Writes numbers whose bytes in memory are those in archives, as on little-endian machines.
  ///
  /// - Parameters:
  ///   - elements: The numbers, or structs of numbers.
  ///   - isDeferrable: Whether a large array may be copied later.
  func write<Element: BitwiseCopyable>(packed elements: [Element], isDeferrable: Bool) {
    // Safe, for both: the elements have no references and no gaps, and the pointer stays inside the closure.
    guard isDeferrable,
      elements.count * MemoryLayout<Element>.stride >= DeferredBytes.minimumByteCount
    else { return unsafe elements.withUnsafeBytes { unsafe write(contentsOf: $0) } }
    let byteCount = (elements.count - 1) * MemoryLayout<Element>.stride
    unsafe write(deferred: byteCount) { target, check in
      // Safe: the array has as many bytes, which are elsewhere, and at the target there is room for them.
      unsafe elements.withUnsafeBytes { bytes in
        unsafe check.copy(UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]), to: target)
      }
    }
    unsafe elements[(elements.count - 1)...].withUnsafeBytes { unsafe write(contentsOf: $0) }
  }

  /// Writes the low bits of integers, least significant byte first.
  ///
  /// - Parameters:
  ///   - list: The integers.
  ///   - type: The type with the number of bits to write.
  ///   - isDeferrable: Whether a large array may be copied later.
  @inline(__always)
  func write<Integer: FixedWidthInteger, Narrow: FixedWidthInteger & BitwiseCopyable>(
    _ list: [Integer], as type: Narrow.Type, isDeferrable: Bool
  ) {
    let byteCount = list.count * MemoryLayout<Narrow>.size
    if isDeferrable, byteCount >= DeferredBytes.minimumByteCount, let last = list.last {
      let byteCount = byteCount - MemoryLayout<Narrow>.size
      unsafe write(deferred: byteCount) { target, check in
        unsafe list.withUnsafeBufferPointer { list in
          for index in 0..<(list.count &- 1) {
            // Safe: there is room for all elements but the last.
            unsafe target.storeBytes(
              of: Narrow(truncatingIfNeeded: list[index]).littleEndian,
              toByteOffset: index &* MemoryLayout<Narrow>.size, as: Narrow.self)
          }
        }
        // Safe: the bytes have just been written.
        unsafe check?.update(UnsafeRawBufferPointer(start: target, count: byteCount))
      }
      return write(littleEndian: Narrow(truncatingIfNeeded: last))
    }
    for value in list { write(littleEndian: Narrow(truncatingIfNeeded: value)) }
  }
}
