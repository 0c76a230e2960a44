extension ByteView {
  /// Reads a number of at most eight bytes from the next eight bytes, or returns -1.
  ///
  /// Spec §1.4.
  ///
  /// - Parameter position: The index of the number, which moves past it, perhaps beyond the end of the structure.
  /// - Returns: The number, or -1 when it is not usual, and ``ByteCursor/readNumber()`` has to tell what it is.
  @inline(__always)
  func readUsualNumber(_ position: inout Int) -> Int {
    guard hasWord(position) else { return -1 }
    let word = loadWord(position)
    if word & 0x80 == 0 {
      position &+= 1
      return Int(truncatingIfNeeded: word & 0x7F)
    }
    if word & 0x8000 == 0 {
      guard word & 0x7F00 != 0 else { return -1 }
      position &+= 2
      return Int(truncatingIfNeeded: word & 0x7F | word &>> 1 & 0x3F80)
    }
    let stops = ~word & 0x8080_8080_8080_8080
    guard stops != 0 else { return -1 }
    let lastBit = UInt64(truncatingIfNeeded: stops.trailingZeroBitCount)
    // All groups up to the first byte without the high bit, side by side.
    let groups = word & (stops ^ (stops &- 1)) & 0x7F7F_7F7F_7F7F_7F7F
    guard groups &>> (lastBit &- 7) != 0 else { return -1 }
    position &+= Int(truncatingIfNeeded: (lastBit &+ 1) &>> 3)
    return Int(number: Self.joinGroups(groups))
  }

  /// Moves over a string, or returns `false` if it is not well-formed or does not end at `end` or before.
  @inline(__always)
  func passString(_ position: inout Int, before end: Int) -> Bool {
    let byteCount = readUsualNumber(&position)
    guard byteCount >= 0, byteCount <= end &- position else { return false }
    let start = position
    position &+= byteCount
    return wellFormedUTF8(from: start, to: position) == position
  }
}
