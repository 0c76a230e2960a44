extension FixedWidthInteger {
  /// The number of at most 63 bits, or the largest native integer if that is less.
  ///
  /// Numbers are compared with what is in memory: a number above the largest native integer is above all of that, too.
  @inline(__always)
  init(saturating number: UInt64) {
    self = Self.bitWidth >= 64 ? Self(truncatingIfNeeded: number) : Self(clamping: number)
  }
}
