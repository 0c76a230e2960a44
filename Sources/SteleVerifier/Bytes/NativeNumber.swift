extension FixedWidthInteger {
  /// The number of at most 63 bits, or the largest native integer if that is less.
  ///
  /// Numbers are compared with counts of things in memory, which a number above the largest native integer exceeds, too.
  @inline(__always)
  init(saturating number: UInt64) {
    self = Self.bitWidth >= 64 ? Self(truncatingIfNeeded: number) : Self(clamping: number)
  }
}
