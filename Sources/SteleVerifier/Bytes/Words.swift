extension Span<UInt8> {
  /// The 8 bytes at an offset as an integer, the first one lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    // Safe: the load is bounds-checked by the raw span, and any 8 bytes are a valid UInt64.
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The 4 bytes at an offset as an integer, the first one lowest.
  @inline(__always)
  func halfWord(at offset: Int) -> UInt32 {
    // Safe: the load is bounds-checked by the raw span, and any 4 bytes are a valid UInt32.
    unsafe UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// Whether two ranges of the same length hold the same bytes.
  func areEqual(_ first: Int, _ second: Int, byteCount: Int) -> Bool {
    var index = 0
    while byteCount - index >= 8 {
      guard word(at: first + index) == word(at: second + index) else { return false }
      index += 8
    }
    while index < byteCount {
      guard self[first + index] == self[second + index] else { return false }
      index += 1
    }
    return true
  }

  /// Whether the bytes of one range come before those of another, a prefix before what it begins.
  ///
  /// Spec §1.6.
  func isOrdered(_ first: Range<Int>, before second: Range<Int>) -> Bool {
    let commonCount = Swift.min(first.count, second.count)
    var index = 0
    while commonCount - index >= 8 {
      let left = word(at: first.lowerBound + index)
      let right = word(at: second.lowerBound + index)
      guard left == right else { return left.byteSwapped < right.byteSwapped }
      index += 8
    }
    while index < commonCount {
      let left = self[first.lowerBound + index]
      let right = self[second.lowerBound + index]
      guard left == right else { return left < right }
      index += 1
    }
    return first.count < second.count
  }
}
