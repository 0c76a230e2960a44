/// Bytes of a large array that are copied once, into the finished archive.
class DeferredBytes {
  /// The number of bytes.
  let byteCount: Int

  init(byteCount: Int) { self.byteCount = byteCount }

  /// The least number of bytes for which deferring is faster.
  static let minimumByteCount = 32_768

  /// Writes the bytes, and adds them to a checksum if there is one.
  // Safe: there is room for `byteCount` bytes at the target.
  @unsafe
  func copy(to target: UnsafeMutableRawPointer, _ check: inout XXH64Stream?) {}
}

/// The first elements of an array, with the bytes that they have in memory.
final class DeferredElements<Element: BitwiseCopyable>: DeferredBytes {
  private let elements: [Element]

  init(_ elements: [Element], count: Int) {
    self.elements = elements
    super.init(byteCount: min(count, elements.count) * MemoryLayout<Element>.stride)
  }

  @unsafe
  override func copy(to target: UnsafeMutableRawPointer, _ check: inout XXH64Stream?) {
    // Safe: the array has at least `byteCount` bytes, which are elsewhere; there is room for as many.
    unsafe elements.withUnsafeBytes { bytes in
      unsafe check.copy(UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]), to: target)
    }
  }
}

/// Bytes that a closure writes.
@safe
final class DeferredConversion: DeferredBytes {
  // Safe: called with room for `byteCount` bytes.
  private let convert: (UnsafeMutableRawPointer) -> Void

  init(byteCount: Int, convert: @escaping (UnsafeMutableRawPointer) -> Void) {
    unsafe self.convert = convert
    super.init(byteCount: byteCount)
  }

  @unsafe
  override func copy(to target: UnsafeMutableRawPointer, _ check: inout XXH64Stream?) {
    // Safe: the caller has room for all bytes.
    unsafe convert(target)
    unsafe check?.update(UnsafeRawBufferPointer(start: target, count: byteCount))
  }
}

extension OutputBuffer {
  /// Writes numbers whose bytes in memory are those in archives, as on little-endian machines.
  ///
  /// - Parameters:
  ///   - elements: The numbers, or structs of numbers.
  ///   - isDeferrable: Whether a large array may be copied later.
  func write<Element: BitwiseCopyable>(packed elements: [Element], isDeferrable: Bool) {
    let byteCount = elements.count * MemoryLayout<Element>.stride
    if isDeferrable, byteCount >= DeferredBytes.minimumByteCount {
      write(deferred: DeferredElements(elements, count: elements.count - 1))
      // Safe: the elements have no references and no gaps.
      unsafe elements[(elements.count - 1)...].withUnsafeBytes { unsafe write(contentsOf: $0) }
    } else {
      // Safe: the elements have no references and no gaps, and the pointer stays inside the closure.
      unsafe elements.withUnsafeBytes { unsafe write(contentsOf: $0) }
    }
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
      // Safe: the closure writes as many bytes; it is one as the methods of generic classes are not specialised.
      let bytes = unsafe DeferredConversion(byteCount: byteCount - MemoryLayout<Narrow>.size) {
        target in
        unsafe list.withUnsafeBufferPointer { list in
          for index in 0..<(list.count &- 1) {
            // Safe: there is room for all elements but the last.
            unsafe target.storeBytes(
              of: Narrow(truncatingIfNeeded: list[index]).littleEndian,
              toByteOffset: index &* MemoryLayout<Narrow>.size, as: Narrow.self)
          }
        }
      }
      write(deferred: bytes)
      return write(littleEndian: Narrow(truncatingIfNeeded: last))
    }
    for value in list { write(littleEndian: Narrow(truncatingIfNeeded: value)) }
  }
}
