/// A hash of bytes that the writer of an archive cannot foresee.
///
/// The standard library's hasher is keyed with a random number in each process; XXH64 would let
/// hostile input collide on purpose.
enum ByteHash {
  static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hasher = Hasher()
    add(bytes, range, to: &hasher)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// A hash of the length and of at most 64 bytes, for long ranges that mostly differ early.
  static func sample(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    guard range.count > 64 else { return hash(bytes, range) }
    var hasher = Hasher()
    add(bytes, range.lowerBound..<(range.lowerBound + 32), to: &hasher)
    add(bytes, (range.upperBound - 32)..<range.upperBound, to: &hasher)
    hasher.combine(range.count)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func add(_ bytes: Span<UInt8>, _ range: Range<Int>, to hasher: inout Hasher) {
    var offset = range.lowerBound
    while range.upperBound - offset >= 8 {
      hasher.combine(bytes.word(at: offset))
      offset += 8
    }
    var tail = UInt64(truncatingIfNeeded: range.count)
    while offset < range.upperBound {
      tail = tail << 8 | UInt64(bytes[offset])
      offset += 1
    }
    hasher.combine(tail)
  }
}
