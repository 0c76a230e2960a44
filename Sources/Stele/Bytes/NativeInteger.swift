extension FixedWidthInteger {
  /// Makes a native integer of a number of the format, which has at most 63 bits.
  ///
  /// A number that a narrower native integer does not hold becomes the largest one. No count, length or offset of what
  /// is in memory is as large, so each comparison with one has the result that it has in 64 bits. Versions and the lengths
  /// of records have 31 bits, and are always held.
  ///
  /// Spec §1.4.
  @inline(__always)
  package init(number: UInt64) {
    self = Self.bitWidth >= 64 ? Self(truncatingIfNeeded: number) : Self(clamping: number)
  }
}
