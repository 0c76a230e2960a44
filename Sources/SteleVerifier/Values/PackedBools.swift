/// The elements of a packed list of bools.
///
/// Spec §3.5.
enum PackedBools {
  /// The position of the first element that is neither 0 nor 1.
  static func firstWrong(_ bytes: Span<UInt8>, _ elements: Range<Int>) -> Int? {
    var offset = elements.lowerBound
    while elements.upperBound - offset >= 8, bytes.word(at: offset) & 0xFEFE_FEFE_FEFE_FEFE == 0 {
      offset &+= 8
    }
    while offset < elements.upperBound {
      guard bytes[offset] < 2 else { return offset }
      offset &+= 1
    }
    return nil
  }
}
