extension ByteCursor {
  /// Moves over bools.
  ///
  /// Spec §3.3: V1.
  mutating func readFlags(_ count: Int) throws(ArchiveError) {
    var index = try take(count)
    while position &- index >= 8, loadWord(index) & 0xFEFE_FEFE_FEFE_FEFE == 0 { index &+= 8 }
    while index < position {
      guard load(index) <= 1 else { throw ArchiveError(.flagByte, at: origin &+ index) }
      index &+= 1
    }
  }

  /// Moves over the integers of a packed list, and says whether one of them needs the width that they have.
  ///
  /// - Parameters:
  ///   - count: How many there are; the bytes for them remain.
  ///   - width: The number of bytes of each: 2, 4, 8 or 16.
  ///   - isSigned: Whether they have a sign.
  /// - Returns: Whether one of them needs the width.
  /// - Throws: Rule P1 when fewer bytes remain.
  mutating func readPacked(
    _ count: Int, width: Int, isSigned: Bool
  ) throws(ArchiveError) -> Bool {
    let start = try take(count &* width)
    return switch width {
    case 2: needsHalf(of: UInt16.self, from: start, isSigned: isSigned)
    case 4: needsHalf(of: UInt32.self, from: start, isSigned: isSigned)
    case 8: needsHalf(of: UInt64.self, from: start, isSigned: isSigned)
    default: needsHalf(of: UInt128.self, from: start, isSigned: isSigned)
    }
  }

  /// Whether the upper half of one of the integers up to the position says anything.
  @inline(__always)
  private func needsHalf<Word: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    of type: Word.Type, from start: Int, isSigned: Bool
  ) -> Bool {
    let halfWidth = Word.bitWidth / 2
    // Adding half of the range of the lower half moves what fits with a sign to where it fits without one.
    let bias: Word = isSigned ? 1 << Word(halfWidth - 1) : 0
    var index = start
    while index < position {
      if (loadInteger(index, as: type) &+ bias) >> Word(halfWidth) != 0 { return true }
      index &+= Word.bitWidth / 8
    }
    return false
  }
}
